import type { Sql } from '../../platform/database/sql.js';

/** Something that has changed since what follows from it was scored: a key of the catalogue, or a bill (`billKey`). */
export interface ScoreChange {
  readonly seq: string;
  readonly key: string;
}

/** Changes of one round. */
const batchSize = 20_000;

/** No key of the catalogue begins with it: a bill whose entries have other scores than its figures say. */
const sbomKeyPrefix = 'sbom ';

export async function hasScoreChanges(sql: Sql): Promise<boolean> {
  return (await sql.one('SELECT 1 FROM score_changes LIMIT 1')) !== null;
}

/** Of the catalogue. */
export function nextCatalogChanges(sql: Sql): Promise<ScoreChange[]> {
  return sql.query<ScoreChange>(
    `SELECT seq, key FROM score_changes WHERE NOT starts_with(key, '${sbomKeyPrefix}') ORDER BY seq LIMIT $batchSize`,
    { batchSize },
  );
}

/** Of bills. */
export async function nextSbomChanges(sql: Sql): Promise<{ changes: ScoreChange[]; sbomIds: string[] }> {
  const changes = await sql.query<ScoreChange>(
    `SELECT seq, key FROM score_changes WHERE starts_with(key, '${sbomKeyPrefix}') ORDER BY seq LIMIT $batchSize`,
    { batchSize },
  );
  return { changes, sbomIds: [...new Set(changes.map(({ key }) => key.slice(sbomKeyPrefix.length)))] };
}

export async function insertSbomChanges(sql: Sql, sbomIds: readonly string[]): Promise<void> {
  await sql.run(`INSERT INTO score_changes (key) SELECT '${sbomKeyPrefix}' || id FROM unnest($sbomIds::uuid[]) AS id`, {
    sbomIds,
  });
}

/** By their numbers one by one: a writer that began earlier may still bring a lower one. */
export async function deleteScoreChanges(sql: Sql, changes: readonly ScoreChange[]): Promise<void> {
  await sql.run('DELETE FROM score_changes WHERE seq = ANY ($seqs::bigint[])', { seqs: changes.map(({ seq }) => seq) });
}

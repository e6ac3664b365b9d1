import { Injectable } from '@nestjs/common';
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

@Injectable()
export class ScoreChangesRepository {
  async hasScoreChanges(sql: Sql): Promise<boolean> {
    return (await sql.one('SELECT 1 FROM score_changes LIMIT 1')) !== null;
  }

  /** Of the catalogue. */
  nextCatalogChanges(sql: Sql): Promise<ScoreChange[]> {
    return sql.query<ScoreChange>(
      `SELECT seq, key FROM score_changes WHERE NOT starts_with(key, '${sbomKeyPrefix}') ORDER BY seq LIMIT $1`,
      [batchSize],
    );
  }

  /** Of bills. */
  async nextSbomChanges(sql: Sql): Promise<{ changes: ScoreChange[]; sbomIds: string[] }> {
    const changes = await sql.query<ScoreChange>(
      `SELECT seq, key FROM score_changes WHERE starts_with(key, '${sbomKeyPrefix}') ORDER BY seq LIMIT $1`,
      [batchSize],
    );
    return { changes, sbomIds: [...new Set(changes.map(({ key }) => key.slice(sbomKeyPrefix.length)))] };
  }

  async insertSbomChanges(sql: Sql, sbomIds: readonly string[]): Promise<void> {
    await sql.run(`INSERT INTO score_changes (key) SELECT '${sbomKeyPrefix}' || id FROM unnest($1::uuid[]) AS id`, [
      sbomIds,
    ]);
  }

  /** By their numbers one by one: a writer that began earlier may still bring a lower one. */
  async deleteScoreChanges(sql: Sql, changes: readonly ScoreChange[]): Promise<void> {
    await sql.run('DELETE FROM score_changes WHERE seq = ANY ($1::bigint[])', [changes.map(({ seq }) => seq)]);
  }
}

import { hash } from 'node:crypto';
import type { Sql } from '../../platform/database/sql.js';
import type { Finding } from '../vulnerabilities/findings.js';
import { vulnerabilityColumns, vulnerabilityRow, type VulnerabilityRow } from './vulnerability-row.js';

export const vulnerabilitiesOf = (
  sql: Sql,
  ids: readonly string[],
): Promise<(VulnerabilityRow & { entity_id: string })[]> =>
  sql.query<VulnerabilityRow & { entity_id: string }>(
    'SELECT * FROM entity_vulnerabilities WHERE entity_id = ANY ($ids::uuid[]) ORDER BY entity_id, id',
    { ids },
  );

const rowText = (finding: Finding): string => JSON.stringify(vulnerabilityRow(finding));

/** Cached digests: entities share findings, and most rows are only compared by digest. */
const digests = new WeakMap<Finding, string>();

/** Digest of a finding's row, independent of the entity. */
export function digestOf(finding: Finding): string {
  let digest = digests.get(finding);
  if (digest === undefined) digests.set(finding, (digest = hash('md5', rowText(finding), 'base64url')));
  return digest;
}

/** Findings to store of an entity. */
export interface EntityFindings {
  readonly id: string;
  readonly findings: readonly Finding[];
}

/** Writes only changed rows: a new advisory changes one of an entity's hundreds. */
export async function replaceVulnerabilities(sql: Sql, entities: readonly EntityFindings[]): Promise<void> {
  const stored = await sql.query<{ entity_id: string; digests: string[] }>(
    `SELECT entity_id, json_agg(digest) AS digests FROM entity_vulnerabilities
     WHERE entity_id = ANY ($ids::uuid[]) GROUP BY entity_id`,
    { ids: entities.map(({ id }) => id) },
  );
  const storedDigests = new Map(stored.map(({ entity_id, digests: own }) => [entity_id, own]));
  const removed: { entity_id: string; digests: string[] }[] = [];
  const fresh = new Map<string, Finding[]>();
  for (const { id: entity_id, findings } of entities) {
    const old = new Set(storedDigests.get(entity_id));
    const own = findings.filter((finding) => !old.delete(digestOf(finding)));
    if (own.length > 0) fresh.set(entity_id, own);
    if (old.size > 0) removed.push({ entity_id, digests: [...old] });
  }
  if (removed.length > 0)
    await sql.run(
      `DELETE FROM entity_vulnerabilities v USING jsonb_to_recordset($removed::jsonb) AS gone (entity_id uuid, digests text[])
       WHERE v.entity_id = gone.entity_id AND v.digest = ANY (gone.digests)`,
      { removed: JSON.stringify(removed) },
    );
  if (fresh.size > 0) await insertVulnerabilities(sql, fresh);
}

const columns = vulnerabilityColumns.join(', ');

/** Sends findings that entities share only once. Rows of one entity are written next to each other. */
async function insertVulnerabilities(sql: Sql, fresh: ReadonlyMap<string, readonly Finding[]>): Promise<void> {
  const places = new Map<Finding, number>();
  const indexFor = (finding: Finding): number => {
    if (!places.has(finding)) places.set(finding, places.size + 1);
    return places.get(finding)!;
  };
  const entities = [...fresh].map(([entity_id, findings]) => ({ entity_id, places: findings.map(indexFor) }));
  const rows = [...places.keys()].map((finding) => `{"digest":"${digestOf(finding)}",${rowText(finding).slice(1)}`);
  await sql.run(
    `WITH r AS MATERIALIZED (
       SELECT * FROM jsonb_populate_recordset(NULL::entity_vulnerabilities, $rows::jsonb) WITH ORDINALITY)
     INSERT INTO entity_vulnerabilities (entity_id, digest, ${columns})
     SELECT e.entity_id, r.digest, ${columns}
     FROM jsonb_to_recordset($entities::jsonb) AS e (entity_id uuid, places int[]) CROSS JOIN unnest(e.places) AS place
     JOIN r ON r.ordinality = place`,
    { entities: JSON.stringify(entities), rows: `[${rows.join()}]` },
  );
}

import { hash } from 'node:crypto';
import type { Sql } from '../../platform/database/sql.js';
import type { Finding } from '../vulnerabilities/findings.js';
import { vulnerabilityColumns, vulnerabilityRow, type VulnerabilityRow } from './vulnerability-row.js';

export const vulnerabilitiesOf = (
  sql: Sql,
  ids: readonly string[],
): Promise<(VulnerabilityRow & { entity_id: string })[]> =>
  sql.query<VulnerabilityRow & { entity_id: string }>(
    'SELECT * FROM entity_vulnerabilities WHERE entity_id = ANY ($1::uuid[]) ORDER BY entity_id, id',
    [ids],
  );

/** A finding as it is stored, of whatever entity. */
export interface WrittenRow {
  /** JSON text, the digest included. */
  readonly text: string;
  readonly digest: string;
  /** Digest and id with a space between: the same where nothing has changed. */
  readonly mark: string;
}

/** Entities share findings: each is written out once. */
const writtenRows = new WeakMap<Finding, WrittenRow>();

export function writtenRow(finding: Finding): WrittenRow {
  let written = writtenRows.get(finding);
  if (!written) {
    const row = JSON.stringify(vulnerabilityRow(finding));
    const digest = hash('md5', row, 'base64url');
    const text = `{"digest":"${digest}",${row.slice(1)}`;
    writtenRows.set(finding, (written = { text, digest, mark: `${digest} ${finding.id}` }));
  }
  return written;
}

/** What an entity's rows shall be. */
export interface EntityVulnerabilities {
  readonly id: string;
  readonly vulnerabilities: readonly WrittenRow[];
}

/** Writes only the rows that are others than before: of an entity's hundreds a new advisory changes one. */
export async function replaceVulnerabilities(sql: Sql, entities: readonly EntityVulnerabilities[]): Promise<void> {
  const stored = await sql.query<{ entity_id: string; marks: string[] }>(
    `SELECT entity_id, json_agg(digest || ' ' || id) AS marks FROM entity_vulnerabilities
     WHERE entity_id = ANY ($1::uuid[]) GROUP BY entity_id`,
    [entities.map(({ id }) => id)],
  );
  const known = new Map(stored.map(({ entity_id, marks }) => [entity_id, marks]));
  const gone: { entity_id: string; id: string }[] = [];
  const fresh = new Map<string, WrittenRow[]>();
  for (const { id: entity_id, vulnerabilities } of entities) {
    const old = new Set(known.get(entity_id));
    const own = vulnerabilities.filter(({ mark }) => !old.delete(mark));
    if (own.length > 0) fresh.set(entity_id, own);
    for (const mark of old) gone.push({ entity_id, id: mark.slice(mark.indexOf(' ') + 1) });
  }
  if (gone.length > 0)
    await sql.run(
      `DELETE FROM entity_vulnerabilities v USING jsonb_to_recordset($1::jsonb) AS gone (entity_id uuid, id text)
       WHERE v.entity_id = gone.entity_id AND v.id = gone.id`,
      [JSON.stringify(gone)],
    );
  if (fresh.size > 0) await insert(sql, fresh);
}

const columns = vulnerabilityColumns.join(', ');

/** What versions of one package share goes over once. Rows of one entity are written, and later read, side by side. */
async function insert(sql: Sql, fresh: ReadonlyMap<string, readonly WrittenRow[]>): Promise<void> {
  const places = new Map<WrittenRow, number>();
  const placeOf = (row: WrittenRow): number => {
    if (!places.has(row)) places.set(row, places.size + 1);
    return places.get(row)!;
  };
  const entities = [...fresh].map(([entity_id, rows]) => ({ entity_id, places: rows.map(placeOf) }));
  const texts = [...places.keys()].map(({ text }) => text);
  await sql.run(
    `WITH r AS MATERIALIZED (
       SELECT * FROM jsonb_populate_recordset(NULL::entity_vulnerabilities, $2::jsonb) WITH ORDINALITY)
     INSERT INTO entity_vulnerabilities (entity_id, digest, ${columns})
     SELECT e.entity_id, r.digest, ${columns}
     FROM jsonb_to_recordset($1::jsonb) AS e (entity_id uuid, places int[]) CROSS JOIN unnest(e.places) AS place
     JOIN r ON r.ordinality = place`,
    [JSON.stringify(entities), `[${texts.join()}]`],
  );
}

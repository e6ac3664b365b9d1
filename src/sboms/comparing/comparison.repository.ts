import type { Sql } from '../../platform/database/sql.js';
import type { CoverageStatus } from '../../scores/coverage/entity-coverage.js';
import { coverageColumns, effectiveStatus, undecidedReason } from '../vulnerabilities/vulnerabilities.repository.js';
import { entriesOf, sideParameters, type ComparedEntries } from './compared-entries.js';

/** The older side first. */
export interface ComparedSides {
  readonly from: ComparedEntries;
  readonly to: ComparedEntries;
}

export type ChangeKind = 'added' | 'removed' | 'version' | 'identity' | 'license';

/** One side of a change; members are null where the component is not there. */
interface SideRow {
  readonly from_id: string | null;
  readonly from_name: string | null;
  readonly from_org: string | null;
  readonly from_version: string | null;
  readonly from_identity: string | null;
  readonly from_license: string | null;
  readonly to_id: string | null;
  readonly to_name: string | null;
  readonly to_org: string | null;
  readonly to_version: string | null;
  readonly to_identity: string | null;
  readonly to_license: string | null;
}

export interface ChangeRow extends SideRow {
  readonly kinds: readonly ChangeKind[];
}

export interface VulnerabilityChangeRow {
  readonly id: string;
  readonly summary: string;
  readonly severity: string;
  readonly exploited: boolean;
  readonly change: 'gained' | 'lost';
  /** The other side of a component that has it was not examined. */
  readonly comparable: boolean;
  readonly reason: string;
  readonly components: readonly string[];
}

const side = (entries: string): string => `SELECT c.*, lower(c.name) AS n, lower(c.org) AS o,
    row_number() OVER (PARTITION BY lower(c.name), lower(c.org), c.version ORDER BY c.position, c.id) AS nth
  FROM (${entries}) c`;

const rest = (table: string, pairs: string, column: string, partition: string): string =>
  `SELECT r.*, row_number() OVER (PARTITION BY ${partition} ORDER BY r.version, r.position, r.id) AS place
   FROM ${table} r WHERE NOT EXISTS (SELECT FROM ${pairs} p WHERE p.${column} = r.id)`;

/** Pairs the entries of both sides: by name and version, else by name, else by what they were identified as. */
const pairs = ({
  from,
  to,
}: ComparedSides): string => `old AS MATERIALIZED (${side(entriesOf('from', from))}), new AS MATERIALIZED (${side(entriesOf('to', to))}),
  same AS MATERIALIZED (SELECT a.id AS a, b.id AS b FROM old a JOIN new b USING (n, o, version, nth)),
  old_named AS (${rest('old', 'same', 'a', 'r.n, r.o')}), new_named AS (${rest('new', 'same', 'b', 'r.n, r.o')}),
  named AS MATERIALIZED (
    SELECT a, b FROM same
    UNION ALL SELECT a.id, b.id FROM old_named a JOIN new_named b USING (n, o, place)),
  old_known AS (${rest('old', 'named', 'a', 'r.identity')}), new_known AS (${rest('new', 'named', 'b', 'r.identity')}),
  pairs AS MATERIALIZED (
    SELECT a, b FROM named
    UNION ALL SELECT a.id, b.id FROM old_known a JOIN new_known b USING (identity, place) WHERE identity <> '')`;

const changes = `changes AS (
  SELECT CASE WHEN b.id IS NULL THEN ARRAY['removed'] WHEN a.id IS NULL THEN ARRAY['added'] ELSE array_remove(ARRAY[
      CASE WHEN a.version <> b.version THEN 'version' END,
      CASE WHEN a.identity <> b.identity THEN 'identity' END,
      CASE WHEN a.license <> b.license THEN 'license' END], NULL) END AS kinds,
    a.id AS from_id, a.name AS from_name, a.org AS from_org, a.version AS from_version, a.identity AS from_identity,
    a.license AS from_license, b.id AS to_id, b.name AS to_name, b.org AS to_org, b.version AS to_version,
    b.identity AS to_identity, b.license AS to_license, coalesce(b.position, a.position) AS position
  FROM (old a LEFT JOIN pairs p ON p.a = a.id) FULL JOIN new b ON b.id = p.b)`;

const parametersOf = ({ from, to }: ComparedSides): Record<string, string> => ({
  ...sideParameters('from', from),
  ...sideParameters('to', to),
});

/** Number of changed components by kind; `unchanged` counts the others. */
export async function countChanges(sql: Sql, sides: ComparedSides): Promise<Record<string, number>> {
  const rows = await sql.query<{ kind: string; n: number }>(
    `WITH ${pairs(sides)}, ${changes}
     SELECT coalesce(k.kind, 'unchanged') AS kind, count(*)::int AS n
     FROM changes LEFT JOIN LATERAL unnest(kinds) AS k (kind) ON true GROUP BY 1`,
    parametersOf(sides),
  );
  return Object.fromEntries(rows.map(({ kind, n }) => [kind, n]));
}

export async function changePage(
  sql: Sql,
  sides: ComparedSides,
  kind: string | null,
  paging: { offset: number; limit: number },
): Promise<{ rows: ChangeRow[]; total: number }> {
  const rows = await sql.query<ChangeRow & { total: number }>(
    `WITH ${pairs(sides)}, ${changes}
     SELECT *, (count(*) OVER ())::int AS total FROM changes
     WHERE cardinality(kinds) > 0 AND ($kind::text IS NULL OR $kind = ANY (kinds))
     ORDER BY array_position(ARRAY['added', 'removed', 'version', 'identity', 'license'], kinds[1]), position,
       coalesce(to_id, from_id) OFFSET $offset LIMIT $limit`,
    { ...parametersOf(sides), kind, offset: paging.offset, limit: paging.limit },
  );
  return { rows, total: rows[0]?.total ?? 0 };
}

/** Vulnerabilities of one side that affect it, or of which nobody knows. */
const found = (
  side: 'old' | 'new',
): string => `SELECT c.id AS component_id, c.name, c.version, v.id, v.summary, v.severity, v.exploited IS NOT NULL AS exploited
  FROM ${side} c JOIN entity_vulnerabilities v ON v.entity_id = c.entity_id
    LEFT JOIN component_statements t ON t.component_id = c.id AND t.vulnerability = v.id
  WHERE ${effectiveStatus} <> 'not_affected'`;

/** Whether the entries of a side were examined for vulnerabilities. */
const coverage = (from: string): string => `SELECT c.id, ${coverageColumns}
  FROM ${from} c CROSS JOIN LATERAL (SELECT c.scored AS component_id) s
    LEFT JOIN entity_scores e ON e.entity_id = c.entity_id`;

/** Entries that were not examined for vulnerabilities, or only partly. */
const unexamined = (side: 'old' | 'new'): string => `SELECT * FROM (${coverage(side)}) x WHERE status <> 'examined'`;

/** Number of entries of a side, by whether they were examined. */
export async function countEntriesByCoverage(
  sql: Sql,
  entries: ComparedEntries,
): Promise<Partial<Record<CoverageStatus, number>>> {
  const rows = await sql.query<{ status: CoverageStatus; n: number }>(
    `SELECT status, count(*)::int AS n FROM (${coverage(`(${entriesOf('from', entries)})`)}) x GROUP BY status`,
    { ...sideParameters('from', entries), undecidedReason },
  );
  return Object.fromEntries(rows.map(({ status, n }) => [status, n]));
}

/**
 * Vulnerabilities that one side has and the other has not. One that is gone because its component was not examined any
 * more is not comparable: nobody has looked.
 */
export function vulnerabilityChanges(
  sql: Sql,
  sides: ComparedSides,
  limit: number,
): Promise<(VulnerabilityChangeRow & { total: number })[]> {
  return sql.query(
    `WITH ${pairs(sides)}, found_old AS MATERIALIZED (${found('old')}), found_new AS MATERIALIZED (${found('new')}),
       dark_old AS MATERIALIZED (${unexamined('old')}), dark_new AS MATERIALIZED (${unexamined('new')}),
       moved AS (
         SELECT 'lost' AS change, f.*, d.reason AS gap FROM found_old f LEFT JOIN pairs p ON p.a = f.component_id
           LEFT JOIN dark_new d ON d.id = p.b
         WHERE NOT EXISTS (SELECT FROM found_new n WHERE n.id = f.id)
         UNION ALL
         SELECT 'gained', f.*, d.reason FROM found_new f LEFT JOIN pairs p ON p.b = f.component_id
           LEFT JOIN dark_old d ON d.id = p.a
         WHERE NOT EXISTS (SELECT FROM found_old n WHERE n.id = f.id))
     SELECT m.id, min(m.summary) AS summary, m.change, bool_or(m.exploited) AS exploited,
       (array_agg(m.severity ORDER BY array_position(${severityOrder}, m.severity)))[1] AS severity,
       bool_and(m.gap IS NULL) AS comparable, coalesce(min(m.gap), '') AS reason,
       (array_agg(DISTINCT left(trim(m.name || ' ' || m.version), 200)))[1:10] AS components,
       (count(*) OVER ())::int AS total
     FROM moved m GROUP BY m.id, m.change
     ORDER BY m.change, bool_or(m.exploited) DESC, min(array_position(${severityOrder}, m.severity)), m.id LIMIT $limit`,
    { ...parametersOf(sides), limit, undecidedReason },
  );
}

const severityOrder = `ARRAY['critical', 'high', 'medium', 'unknown', 'low', 'none']`;

/** Numbers of vulnerabilities by what became of them. */
export async function countVulnerabilityChanges(
  sql: Sql,
  sides: ComparedSides,
): Promise<{ gained: number; lost: number; not_comparable: number; kept: number }> {
  const row = await sql.one<{ gained: number; lost: number; not_comparable: number; kept: number }>(
    `WITH ${pairs(sides)}, found_old AS MATERIALIZED (${found('old')}), found_new AS MATERIALIZED (${found('new')}),
       dark_new AS MATERIALIZED (${unexamined('new')}),
       lost AS (
         SELECT f.id, bool_or(d.id IS NOT NULL) AS dark FROM found_old f LEFT JOIN pairs p ON p.a = f.component_id
           LEFT JOIN dark_new d ON d.id = p.b
         WHERE NOT EXISTS (SELECT FROM found_new n WHERE n.id = f.id) GROUP BY f.id)
     SELECT (SELECT count(DISTINCT id)::int FROM found_new n WHERE NOT EXISTS (
         SELECT FROM found_old f WHERE f.id = n.id)) AS gained,
       (SELECT count(*)::int FROM lost WHERE NOT dark) AS lost,
       (SELECT count(*)::int FROM lost WHERE dark) AS not_comparable,
       (SELECT count(DISTINCT id)::int FROM found_new n WHERE EXISTS (SELECT FROM found_old f WHERE f.id = n.id)) AS kept`,
    { ...parametersOf(sides), undecidedReason },
  );
  return row!;
}

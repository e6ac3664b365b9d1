import type { Sql } from '../../platform/database/sql.js';
import { coverageColumns, effectiveStatus, undecidedReason } from '../vulnerabilities/vulnerabilities.repository.js';

/** Two SBOMs, the older one first. */
export interface ComparedSboms {
  readonly from: string;
  readonly to: string;
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

/** Without its version. */
const identity = `coalesce(split_part(split_part(c.selected_purl, '?', 1), '@', 1),
  substring(c.selected_cpe from '^(?:(?:[^:\\\\]|\\\\.)*:){5}'), c.selected_repo, c.disposition, '')`;

/** Texts of the licences, whatever the file calls them. */
const license = `coalesce((SELECT string_agg(DISTINCT x.name, ', ' ORDER BY x.name)
  FROM jsonb_path_query(c.source, '$.licenses[*]') AS l,
    LATERAL (SELECT left(coalesce(l ->> 'expression', l ->> 'id', l ->> 'name', ''), 300) AS name) AS x), '')`;

const side = (sbom: string): string => `SELECT c.id, c.name, c.org, c.version, lower(c.name) AS n, lower(c.org) AS o,
    ${identity} AS identity, ${license} AS license, c.position,
    row_number() OVER (PARTITION BY lower(c.name), lower(c.org), c.version ORDER BY c.position, c.id) AS nth
  FROM components c WHERE c.sbom_id = ${sbom} AND c.deleted_at IS NULL`;

const rest = (table: string, pairs: string, column: string, partition: string): string =>
  `SELECT r.*, row_number() OVER (PARTITION BY ${partition} ORDER BY r.version, r.position, r.id) AS place
   FROM ${table} r WHERE NOT EXISTS (SELECT FROM ${pairs} p WHERE p.${column} = r.id)`;

/** Pairs the entries of both sides: by name and version, else by name, else by what they were identified as. */
const pairs = `old AS MATERIALIZED (${side('$from')}), new AS MATERIALIZED (${side('$to')}),
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

/** Number of changed components by kind; `unchanged` counts the others. */
export async function countChanges(sql: Sql, { from, to }: ComparedSboms): Promise<Record<string, number>> {
  const rows = await sql.query<{ kind: string; n: number }>(
    `WITH ${pairs}, ${changes}
     SELECT coalesce(k.kind, 'unchanged') AS kind, count(*)::int AS n
     FROM changes LEFT JOIN LATERAL unnest(kinds) AS k (kind) ON true GROUP BY 1`,
    { from, to },
  );
  return Object.fromEntries(rows.map(({ kind, n }) => [kind, n]));
}

export async function changePage(
  sql: Sql,
  { from, to }: ComparedSboms,
  kind: string | null,
  paging: { offset: number; limit: number },
): Promise<{ rows: ChangeRow[]; total: number }> {
  const rows = await sql.query<ChangeRow & { total: number }>(
    `WITH ${pairs}, ${changes}
     SELECT *, (count(*) OVER ())::int AS total FROM changes
     WHERE cardinality(kinds) > 0 AND ($kind::text IS NULL OR $kind = ANY (kinds))
     ORDER BY array_position(ARRAY['added', 'removed', 'version', 'identity', 'license'], kinds[1]), position,
       coalesce(to_id, from_id) OFFSET $offset LIMIT $limit`,
    { from, to, kind, offset: paging.offset, limit: paging.limit },
  );
  return { rows, total: rows[0]?.total ?? 0 };
}

/** Vulnerabilities of one SBOM that affect it, or of which nobody knows. */
const found = (
  sbom: string,
): string => `SELECT s.component_id, v.id, v.summary, v.severity, v.exploited IS NOT NULL AS exploited
  FROM component_scores s JOIN components c ON c.id = s.component_id AND c.deleted_at IS NULL
    JOIN entity_vulnerabilities v ON v.entity_id = s.entity_id
    LEFT JOIN component_statements t ON t.component_id = s.component_id AND t.vulnerability = v.id
  WHERE s.sbom_id = ${sbom} AND ${effectiveStatus} <> 'not_affected'`;

/** Entries of the SBOM that were not examined for vulnerabilities, or only partly. */
const unexamined = (sbom: string): string => `SELECT * FROM (
    SELECT c.id, ${coverageColumns}
    FROM components c LEFT JOIN component_scores s ON s.component_id = c.id LEFT JOIN entity_scores e ON e.entity_id = s.entity_id
    WHERE c.sbom_id = ${sbom} AND c.deleted_at IS NULL) x WHERE status <> 'examined'`;

/**
 * Vulnerabilities that one side has and the other has not. One that is gone because its component was not examined any
 * more is not comparable: nobody has looked.
 */
export function vulnerabilityChanges(
  sql: Sql,
  { from, to }: ComparedSboms,
  limit: number,
): Promise<(VulnerabilityChangeRow & { total: number })[]> {
  return sql.query(
    `WITH ${pairs}, found_old AS MATERIALIZED (${found('$from')}), found_new AS MATERIALIZED (${found('$to')}),
       dark_old AS MATERIALIZED (${unexamined('$from')}), dark_new AS MATERIALIZED (${unexamined('$to')}),
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
       (array_agg(DISTINCT left(trim(c.name || ' ' || c.version), 200)))[1:10] AS components,
       (count(*) OVER ())::int AS total
     FROM moved m JOIN components c ON c.id = m.component_id GROUP BY m.id, m.change
     ORDER BY m.change, bool_or(m.exploited) DESC, min(array_position(${severityOrder}, m.severity)), m.id LIMIT $limit`,
    { from, to, limit, undecidedReason },
  );
}

const severityOrder = `ARRAY['critical', 'high', 'medium', 'unknown', 'low', 'none']`;

/** Numbers of vulnerabilities by what became of them. */
export async function countVulnerabilityChanges(
  sql: Sql,
  { from, to }: ComparedSboms,
): Promise<{ gained: number; lost: number; not_comparable: number; kept: number }> {
  const row = await sql.one<{ gained: number; lost: number; not_comparable: number; kept: number }>(
    `WITH ${pairs}, found_old AS MATERIALIZED (${found('$from')}), found_new AS MATERIALIZED (${found('$to')}),
       dark_new AS MATERIALIZED (${unexamined('$to')}),
       lost AS (
         SELECT f.id, bool_or(d.id IS NOT NULL) AS dark FROM found_old f LEFT JOIN pairs p ON p.a = f.component_id
           LEFT JOIN dark_new d ON d.id = p.b
         WHERE NOT EXISTS (SELECT FROM found_new n WHERE n.id = f.id) GROUP BY f.id)
     SELECT (SELECT count(DISTINCT id)::int FROM found_new n WHERE NOT EXISTS (
         SELECT FROM found_old f WHERE f.id = n.id)) AS gained,
       (SELECT count(*)::int FROM lost WHERE NOT dark) AS lost,
       (SELECT count(*)::int FROM lost WHERE dark) AS not_comparable,
       (SELECT count(DISTINCT id)::int FROM found_new n WHERE EXISTS (SELECT FROM found_old f WHERE f.id = n.id)) AS kept`,
    { from, to, undecidedReason },
  );
  return row!;
}

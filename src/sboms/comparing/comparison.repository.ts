import { severityRank } from '../../model/severities.js';
import type { Sql } from '../../platform/database/sql.js';
import type { CoverageStatus } from '../../scores/coverage/entity-coverage.js';
import { coverageColumns, coverageReasons, effectiveStatus } from '../vulnerabilities/vulnerabilities.repository.js';
import { entriesOf, licenseOf, sideParameters, type ComparedEntries } from './compared-entries.js';

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
  readonly component_count: number;
}

/** What of a comparison is answered. */
export interface ComparedPage {
  readonly kind: string | null;
  readonly offset: number;
  readonly limit: number;
  readonly maxVulnerabilities: number;
}

export interface Compared {
  /** Number of changed components by kind; `unchanged` counts the others. */
  readonly counts: Readonly<Record<string, number>>;
  readonly changes: readonly ChangeRow[];
  /** Number of changes of the kind. */
  readonly total: number;
  /** The worst first. */
  readonly vulnerabilities: readonly VulnerabilityChangeRow[];
  readonly vulnerability_counts: { gained: number; lost: number; not_comparable: number; kept: number };
}

/** Entries of one name and version are numbered. Numbers in place of texts make sorting and joining fast. */
const side = (entries: string): string =>
  `SELECT *, row_number() OVER (PARTITION BY key ORDER BY position, id) AS nth FROM (
     SELECT c.*, hashtextextended(${nameOf('c')} || E'\\x1f' || c.version, 0) AS key FROM (${entries}) c) c`;

const nameOf = (entry: string): string => `lower(${entry}.name) || E'\\x1f' || lower(${entry}.org)`;

/** Entries of a side that are in no pair yet, numbered among those of the same key. */
const rest = (table: string, pairs: string, column: string, key: string): string =>
  `SELECT r.*, ${key} AS rest_key, row_number() OVER (PARTITION BY ${key} ORDER BY r.version, r.position, r.id) AS place
   FROM ${table} r LEFT JOIN ${pairs} p ON p.${column} = r.id WHERE p.${column} IS NULL`;

/** Things of one repository, and those that are no software for one reason, are not one thing. */
const isPackageOrProduct = (identity: string): string => `${identity} ~ '^(pkg|cpe):'`;

/** Pairs the entries of both sides: by name and version, else by name, else by the package or product that they are. */
const pairs = ({
  from,
  to,
}: ComparedSides): string => `old AS MATERIALIZED (${side(entriesOf('from', from))}), new AS MATERIALIZED (${side(entriesOf('to', to))}),
  same AS MATERIALIZED (
    SELECT a.id AS a, b.id AS b FROM old a JOIN new b ON b.key = a.key AND b.nth = a.nth
      AND b.version = a.version AND ${nameOf('b')} = ${nameOf('a')}),
  old_named AS (${rest('old', 'same', 'a', nameOf('r'))}), new_named AS (${rest('new', 'same', 'b', nameOf('r'))}),
  named AS MATERIALIZED (
    SELECT a, b FROM same
    UNION ALL SELECT a.id, b.id FROM old_named a JOIN new_named b USING (rest_key, place)),
  old_known AS (${rest('old', 'named', 'a', 'r.identity')}), new_known AS (${rest('new', 'named', 'b', 'r.identity')}),
  pairs AS MATERIALIZED (
    SELECT a, b FROM named
    UNION ALL SELECT a.id, b.id FROM old_known a JOIN new_known b USING (rest_key, place)
      WHERE ${isPackageOrProduct('a.identity')})`;

/** Licences that are written alike are alike; the texts of the others are compared. */
const isLicenseChanged = `CASE WHEN a.license IS NULL AND b.license IS NULL AND a.licenses IS NOT DISTINCT FROM b.licenses
  THEN false ELSE ${licenseOf('a')} <> ${licenseOf('b')} END`;

const changes = `changes AS MATERIALIZED (
  SELECT CASE WHEN b.id IS NULL THEN ARRAY['removed'] WHEN a.id IS NULL THEN ARRAY['added'] ELSE array_remove(ARRAY[
      CASE WHEN a.version <> b.version THEN 'version' END,
      CASE WHEN a.identity <> b.identity THEN 'identity' END,
      CASE WHEN ${isLicenseChanged} THEN 'license' END], NULL) END AS kinds,
    a.id AS from_id, b.id AS to_id, coalesce(b.position, a.position) AS position
  FROM (old a LEFT JOIN pairs p ON p.a = a.id) FULL JOIN new b ON b.id = p.b),
  listed AS MATERIALIZED (
    SELECT kinds, from_id, to_id,
      row_number() OVER (ORDER BY array_position(ARRAY['added', 'removed', 'version', 'identity', 'license'], kinds[1]),
        position, coalesce(to_id, from_id)) AS place
    FROM changes WHERE cardinality(kinds) > 0 AND ($kind::text IS NULL OR $kind = ANY (kinds))),
  page AS (
    SELECT l.place, l.kinds, a.id AS from_id, a.name AS from_name, a.org AS from_org, a.version AS from_version,
      a.identity AS from_identity, ${licenseOf('a')} AS from_license, b.id AS to_id, b.name AS to_name, b.org AS to_org,
      b.version AS to_version, b.identity AS to_identity, ${licenseOf('b')} AS to_license
    FROM listed l LEFT JOIN old a ON a.id = l.from_id LEFT JOIN new b ON b.id = l.to_id
    WHERE l.place > $offset AND l.place <= $offset::int + $limit::int)`;

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

/** Vulnerabilities that one side has and the other has not, with the entry that their component is on the other side. */
const moves = (change: 'lost' | 'gained'): string => {
  const [here, there, own, other] = change === 'lost' ? ['old', 'new', 'a', 'b'] : ['new', 'old', 'b', 'a'];
  return `${change} AS MATERIALIZED (
      SELECT '${change}' AS change, f.*, p.${other} AS other FROM found_${here} f LEFT JOIN pairs p ON p.${own} = f.component_id
      WHERE NOT EXISTS (SELECT FROM found_${there} o WHERE o.id = f.id)),
    dark_${there} AS MATERIALIZED (
      SELECT * FROM (${coverage(`(SELECT * FROM ${there} WHERE id IN (SELECT other FROM ${change}))`)}) x
      WHERE status <> 'examined')`;
};

/** Named with a vulnerability; the others are counted. */
const maxComponents = 10;
const shownComponent = `left(trim(m.name || ' ' || m.version), 200)`;

/** One that is gone because its component was not examined any more is not comparable: nobody has looked. */
const vulnerabilities = `found_old AS MATERIALIZED (${found('old')}), found_new AS MATERIALIZED (${found('new')}),
  ${moves('lost')}, ${moves('gained')},
  moved AS MATERIALIZED (
    SELECT m.id, m.change, min(m.summary) AS summary, bool_or(m.exploited) AS exploited,
      (array_agg(m.severity ORDER BY ${severityRank('m.severity')}))[1] AS severity,
      bool_and(m.gap IS NULL) AS comparable, coalesce(min(m.gap), '') AS reason,
      (array_agg(DISTINCT ${shownComponent}))[1:${maxComponents}] AS components,
      count(DISTINCT ${shownComponent})::int AS component_count
    FROM (
      SELECT l.*, d.reason AS gap FROM lost l LEFT JOIN dark_new d ON d.id = l.other
      UNION ALL SELECT g.*, d.reason FROM gained g LEFT JOIN dark_old d ON d.id = g.other) m
    GROUP BY m.id, m.change),
  worst AS (
    SELECT *, row_number() OVER (ORDER BY change, exploited DESC, ${severityRank('severity')}, id) AS place
    FROM moved)`;

/** Compares both sides in one statement, which pairs their entries once. */
export async function compareSides(sql: Sql, { from, to }: ComparedSides, page: ComparedPage): Promise<Compared> {
  // What is sorted and joined are hundreds of thousands of short rows.
  await sql.query(`SELECT set_config('work_mem', '64MB', true)`);
  const row = await sql.one<Compared>(
    `WITH ${pairs({ from, to })}, ${changes}, ${vulnerabilities}
     SELECT (SELECT jsonb_object_agg(kind, n) FROM (
         SELECT coalesce(k.kind, 'unchanged') AS kind, count(*) AS n
         FROM changes LEFT JOIN LATERAL unnest(kinds) AS k (kind) ON true GROUP BY 1) c) AS counts,
       (SELECT coalesce(jsonb_agg(to_jsonb(p) - 'place' ORDER BY p.place), '[]') FROM page p) AS changes,
       (SELECT count(*)::int FROM listed) AS total,
       (SELECT coalesce(jsonb_agg(to_jsonb(w) - 'place' ORDER BY w.place), '[]')
        FROM worst w WHERE w.place <= $maxVulnerabilities) AS vulnerabilities,
       (SELECT jsonb_build_object('gained', count(*) FILTER (WHERE change = 'gained'),
          'lost', count(*) FILTER (WHERE change = 'lost' AND comparable),
          'not_comparable', count(*) FILTER (WHERE change = 'lost' AND NOT comparable),
          'kept', (SELECT count(DISTINCT id) FROM found_new n WHERE EXISTS (SELECT FROM found_old f WHERE f.id = n.id)))
        FROM moved) AS vulnerability_counts`,
    { ...sideParameters('from', from), ...sideParameters('to', to), ...page, ...coverageReasons },
  );
  return { ...row!, counts: row!.counts ?? {} };
}

/** Number of entries of a side, by whether they were examined. */
export async function countEntriesByCoverage(
  sql: Sql,
  entries: ComparedEntries,
): Promise<Partial<Record<CoverageStatus, number>>> {
  const rows = await sql.query<{ status: CoverageStatus; n: number }>(
    `SELECT status, count(*)::int AS n FROM (${coverage(`(${entriesOf('from', entries)})`)}) x GROUP BY status`,
    { ...sideParameters('from', entries), ...coverageReasons },
  );
  return Object.fromEntries(rows.map(({ status, n }) => [status, n]));
}

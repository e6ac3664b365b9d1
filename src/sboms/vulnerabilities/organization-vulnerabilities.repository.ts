import { orderBy, type ListPage, type Orders } from '../../platform/database/order-by.js';
import type { VisibleScope } from '../../organizations/access/actor.js';
import { visibleRows } from '../../organizations/access/visible-rows.js';
import type { Sql } from '../../platform/database/sql.js';
import type { VulnerabilityRow } from '../../scores/stored/vulnerability-row.js';
import { coverageCounts, ratedInOrganization, sbomsOfShared, severityCounts } from './organization-findings.js';
import {
  coverageColumns,
  coverageReasons,
  effectiveStatus,
  statementColumns,
  ratingOrders,
  worstFirstOrder,
  type ComponentVulnerabilityRow,
  type CoverageCount,
} from './vulnerabilities.repository.js';

/** SBOMs of an organization that the caller sees. */
export interface OrganizationScope {
  readonly orgId: string;
  readonly visibleScope: VisibleScope;
}

export interface OrganizationVulnerabilityFilter {
  readonly q: string | null;
  readonly severity: string | null;
  /** Only where a component of an SBOM has this status. */
  readonly status: string | null;
  readonly exploited: boolean;
}

/** A vulnerability with how many SBOMs and components it concerns. */
export interface OrganizationVulnerabilityRow extends VulnerabilityRow {
  readonly sboms: number;
  readonly components: number;
  readonly affected: number;
  readonly undecided: number;
  readonly not_affected: number;
  /** Components on which a statement that holds was made. */
  readonly stated: number;
  /** Components with a later version that is known to be not affected. */
  readonly fixable: number;
  readonly fixed_versions: readonly string[];
}

/** A component with one vulnerability, and its SBOM. */
export interface AffectedComponentRow extends ComponentVulnerabilityRow {
  readonly sbom_id: string;
  readonly sbom_name: string;
  readonly sbom_version: string;
}

const from = `FROM sboms b JOIN component_scores s ON s.sbom_id = b.id
  JOIN components c ON c.id = s.component_id AND c.deleted_at IS NULL
  JOIN entity_vulnerabilities v ON v.entity_id = s.entity_id
  LEFT JOIN component_statements t ON t.component_id = s.component_id AND t.vulnerability = v.id
  WHERE b.org_id = $orgId AND b.deleted_at IS NULL AND ${visibleRows('b')}`;

const matching = `($severity::text IS NULL OR v.severity = $severity) AND (NOT $exploited OR v.exploited IS NOT NULL)
  AND ($q::text IS NULL OR v.summary ILIKE '%' || $q || '%' OR EXISTS (
    SELECT FROM unnest(v.names) AS n (name) WHERE n.name ILIKE '%' || $q || '%'))`;

const isOfStatus = `($status::text IS NULL OR ${effectiveStatus} = $status)`;

/** The status chooses vulnerabilities, not components: those of a vulnerability are counted all, whatever their status. */
const byVulnerability = `GROUP BY v.id HAVING $status::text IS NULL
  OR sum(CASE $status WHEN 'affected' THEN v.affected WHEN 'unknown' THEN v.undecided WHEN 'not_affected' THEN v.not_affected END) > 0`;

const parametersOf = (
  { orgId, visibleScope: { organizations, teams } }: OrganizationScope,
  { q, severity, status, exploited }: OrganizationVulnerabilityFilter,
) => ({
  orgId,
  organizations,
  teams,
  severity,
  status,
  exploited,
  q: q === null ? null : q.replace(/[\\%_]/g, '\\$&'),
});

/** Of an advisory on many packages. */
const maxFixedVersions = 10;

export const organizationVulnerabilityOrders: Orders = {
  ...ratingOrders,
  sboms: 'f.sboms',
  components: 'f.components',
};

export interface OrganizationVulnerabilityPage {
  readonly rows: OrganizationVulnerabilityRow[];
  readonly total: number;
  /** Whatever the filter is. */
  readonly severities: Readonly<Record<string, number>>;
  readonly coverage: CoverageCount[];
}

/**
 * One row for each vulnerability, the worst first where `sort` says nothing. Its data are those of the entity that it is
 * worst for. The counts are of the same entries, which are read once; the first row has them, an empty page as well.
 */
export async function organizationVulnerabilityPage(
  sql: Sql,
  scope: OrganizationScope,
  filter: OrganizationVulnerabilityFilter,
  { offset, limit, sort }: ListPage,
): Promise<OrganizationVulnerabilityPage> {
  const worstFirst = `CASE WHEN f.affected > 0 THEN 0 WHEN f.undecided > 0 THEN 1 ELSE 2 END, ${worstFirstOrder}`;
  const order = orderBy(organizationVulnerabilityOrders, sort, worstFirst, 'v.id');
  const rows = await sql.query<OrganizationVulnerabilityRow & OrganizationVulnerabilityPage>(
    `WITH ${ratedInOrganization(matching)}, ${sbomsOfShared}, found AS MATERIALIZED (
       SELECT v.id, (array_agg(v.entity_id ORDER BY ${worstFirstOrder}, v.entity_id))[1] AS entity_id,
         coalesce(min(o.sboms), min(v.sboms)) AS sboms, sum(v.components)::int AS components,
         sum(v.affected)::int AS affected, sum(v.undecided)::int AS undecided,
         sum(v.not_affected)::int AS not_affected, sum(v.stated)::int AS stated,
         coalesce(sum(v.components) FILTER (WHERE v.fixed_in IS NOT NULL), 0)::int AS fixable,
         coalesce((array_agg(DISTINCT v.fixed_in) FILTER (WHERE v.fixed_in IS NOT NULL))[:${maxFixedVersions}], '{}') AS fixed_versions
       FROM rated v LEFT JOIN shared o ON o.id = v.id WHERE v.is_matching ${byVulnerability}),
     page AS (
       SELECT v.*, f.sboms, f.components, f.affected, f.undecided, f.not_affected, f.stated, f.fixable, f.fixed_versions,
         row_number() OVER (ORDER BY ${order}) AS place
       FROM found f JOIN entity_vulnerabilities v ON v.entity_id = f.entity_id AND v.id = f.id
       ORDER BY place OFFSET $offset LIMIT $limit),
     counts AS (
       SELECT (SELECT count(*)::int FROM found) AS total, (${severityCounts}) AS severities, (${coverageCounts}) AS coverage)
     SELECT page.*, total, CASE WHEN coalesce(place, 0) <= $offset + 1 THEN severities END AS severities,
       CASE WHEN coalesce(place, 0) <= $offset + 1 THEN coverage END AS coverage
     FROM counts LEFT JOIN page ON true ORDER BY place`,
    { ...parametersOf(scope, filter), ...coverageReasons, offset, limit },
  );
  const { total, severities, coverage } = rows[0]!;
  return { rows: rows.filter(({ id }) => id !== null), total, severities, coverage };
}

export const affectedComponentOrders: Orders = {
  component: 'lower(c.name)',
  version: 'c.version',
  sbom: 'lower(b.name)',
};

/** Components with the vulnerability, by any of its names; those that it affects come first where `sort` says nothing. */
export async function affectedComponentPage(
  sql: Sql,
  { orgId, visibleScope: { organizations, teams } }: OrganizationScope,
  { vulnerability, status }: { readonly vulnerability: string; readonly status: string | null },
  { offset, limit, sort }: ListPage,
): Promise<{ rows: AffectedComponentRow[]; total: number }> {
  const found = `${from} AND v.names @> ARRAY[$vulnerability::text] AND ${isOfStatus}`;
  const parameters = { orgId, organizations, teams, vulnerability, status };
  const affectedFirst = `array_position(ARRAY['affected', 'unknown', 'not_affected'], ${effectiveStatus}), b.name, b.id, c.position, c.id`;
  const rows = await sql.query<AffectedComponentRow>(
    `SELECT v.*, ${effectiveStatus} AS status, c.id AS component_id, c.name AS component_name, c.org AS component_org,
       c.version AS component_version, c.selected_purl, c.selected_cpe, ${statementColumns},
       b.id AS sbom_id, b.name AS sbom_name, b.version AS sbom_version
     ${found} ORDER BY ${orderBy(affectedComponentOrders, sort, affectedFirst, 'c.id')} OFFSET $offset LIMIT $limit`,
    { ...parameters, offset, limit },
  );
  const counted = await sql.one<{ n: number }>(`SELECT count(*)::int AS n ${found}`, parameters);
  return { rows, total: counted?.n ?? 0 };
}

/** Components that have some of the vulnerabilities, each with the names it has them by. */
export const findEntriesWithVulnerabilities = (
  sql: Sql,
  { orgId, visibleScope: { organizations, teams } }: OrganizationScope,
  { names, sbomIds }: { readonly names: readonly string[]; readonly sbomIds: readonly string[] | null },
): Promise<{ id: string; sbom_id: string; vulnerabilities: string[] }[]> =>
  sql.query(
    `SELECT e.id, e.sbom_id, array_agg(DISTINCT n.name) AS vulnerabilities
     FROM (SELECT c.id, c.sbom_id, v.names ${from} AND v.names && $names::text[]
             AND ($sbomIds::uuid[] IS NULL OR b.id = ANY ($sbomIds::uuid[]))) AS e
     JOIN unnest($names::text[]) AS n (name) ON n.name = ANY (e.names)
     GROUP BY e.id, e.sbom_id`,
    { orgId, organizations, teams, names, sbomIds },
  );

/** Components that have some of the vulnerabilities by an advisory on one of the modules of Go, which holds them. */
export const findEntriesInModules = (
  sql: Sql,
  { orgId, visibleScope: { organizations, teams } }: OrganizationScope,
  wanted: { readonly names: readonly string[]; readonly sbomIds: readonly string[] | null; readonly modules: readonly string[] }, // prettier-ignore
): Promise<{ id: string; sbom_id: string; purl: string; module: string; vulnerabilities: string[] }[]> =>
  wanted.modules.length === 0
    ? Promise.resolve([])
    : sql.query(
        `SELECT e.id, e.sbom_id, e.purl, e.module, array_agg(DISTINCT n.name) AS vulnerabilities
         FROM (SELECT c.id, c.sbom_id, c.selected_purl AS purl, v.module, v.names ${from}
                 AND v.names && $names::text[] AND v.module = ANY ($modules::text[]) AND c.selected_purl IS NOT NULL
                 AND ($sbomIds::uuid[] IS NULL OR b.id = ANY ($sbomIds::uuid[]))) AS e
         JOIN unnest($names::text[]) AS n (name) ON n.name = ANY (e.names)
         GROUP BY e.id, e.sbom_id, e.purl, e.module`,
        { orgId, organizations, teams, ...wanted },
      );

/** Every component with each of its vulnerabilities, by vulnerability. */
export function streamAffectedComponents(
  sql: Sql,
  scope: OrganizationScope,
  filter: OrganizationVulnerabilityFilter,
): AsyncIterable<AffectedComponentRow[]> {
  return sql.batches<AffectedComponentRow>(
    `SELECT v.*, ${effectiveStatus} AS status, c.id AS component_id, c.name AS component_name, c.org AS component_org,
       c.version AS component_version, c.selected_purl, c.selected_cpe, ${statementColumns},
       b.id AS sbom_id, b.name AS sbom_name, b.version AS sbom_version
     ${from} AND ${matching} AND ${isOfStatus} ORDER BY ${worstFirstOrder}, b.name, b.id, c.position, c.id`,
    parametersOf(scope, filter),
  );
}

/** What of an SBOM a list of its vulnerabilities says nothing about, or not everything. */
export interface UnexaminedRow {
  readonly sbom_id: string;
  readonly sbom_name: string;
  readonly sbom_version: string;
  readonly status: 'not_examined' | 'partly';
  readonly reason: string;
}

const several = (count: string, one: string, many: string): string =>
  `${count} || CASE ${count} WHEN 1 THEN ' ${one}' ELSE ' ${many}' END`;

/**
 * By SBOM and reason, how many components were not examined, or only partly; which SBOMs have no components; and of how
 * many source files nobody knows what they hold. One SBOM after the other: joined
 * as a whole, the scores of every organization are read.
 */
export const streamUnexamined = (
  sql: Sql,
  { orgId, visibleScope: { organizations, teams } }: OrganizationScope,
): AsyncIterable<UnexaminedRow[]> =>
  sql.batches<UnexaminedRow>(
    `SELECT b.id AS sbom_id, b.name AS sbom_name, b.version AS sbom_version, one.status, one.reason
     FROM sboms b CROSS JOIN LATERAL (
       SELECT status, ${several('count(*)', 'component', 'components')} || ': ' || reason AS reason, count(*) AS n
       FROM (SELECT ${coverageColumns} FROM components c
           LEFT JOIN component_scores s ON s.component_id = c.id AND s.sbom_id = b.id
           LEFT JOIN entity_scores e ON e.entity_id = s.entity_id
         WHERE c.sbom_id = b.id AND c.deleted_at IS NULL OFFSET 0) AS c
       WHERE status <> 'examined' GROUP BY status, c.reason
       UNION ALL SELECT 'not_examined', 'The SBOM has no components', 0
         WHERE NOT EXISTS (SELECT FROM components c WHERE c.sbom_id = b.id AND c.deleted_at IS NULL)
       UNION ALL SELECT 'not_examined', ${several('count(*)', 'gap', 'gaps')} || ' in its source: what is there is not known', count(*)
         FROM sbom_gaps g WHERE g.sbom_id = b.id AND g.accepted_at IS NULL HAVING count(*) > 0) AS one
     WHERE b.org_id = $orgId AND b.deleted_at IS NULL AND ${visibleRows('b')}
     ORDER BY b.name, b.id, one.status, one.n DESC, one.reason`,
    { orgId, organizations, teams, ...coverageReasons },
  );

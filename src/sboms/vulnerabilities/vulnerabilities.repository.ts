import { severityRank, worstSeverityOf } from '../../model/severities.js';
import { orderBy, type Orders } from '../../platform/database/order-by.js';
import type { Sql } from '../../platform/database/sql.js';
import {
  type CoverageStatus,
  packageUndecidedCoverage,
  unresolvedCoverage,
  unscoredCoverage,
} from '../../scores/coverage/entity-coverage.js';
import type { VulnerabilityRow } from '../../scores/stored/vulnerability-row.js';

/** A vulnerability of a component, with the effective statement. */
export interface ComponentVulnerabilityRow extends VulnerabilityRow {
  readonly component_id: string;
  readonly component_name: string;
  readonly component_org: string;
  readonly component_version: string;
  readonly selected_purl: string | null;
  readonly selected_cpe: string | null;
  readonly statement_status: string | null;
  readonly justification: string;
  readonly stated_by: string;
  readonly stated_at: string;
  readonly label: string | null;
  readonly response: string | null;
  readonly expires_at: Date | null;
  readonly end_reason: string | null;
}

export interface VulnerabilityFilter {
  readonly severity?: string | undefined;
  readonly status?: string | undefined;
  readonly exploited: boolean;
  /** Only those that are not known not to affect the component. */
  readonly open?: boolean | undefined;
  /** Only those that this one named. */
  readonly source?: VulnerabilitySource | undefined;
}

/** Who named a vulnerability, by the beginning of its id. */
const sourcePrefixes = [
  ['CVE-', 'NVD'],
  ['GHSA-', 'GITHUB'],
  ['', 'OSV'],
] as const;
export type VulnerabilitySource = (typeof sourcePrefixes)[number][1];
export const vulnerabilitySources = sourcePrefixes.map(([, source]) => source);

export const sourceOfVulnerability = (id: string): VulnerabilitySource =>
  sourcePrefixes.find(([prefix]) => id.startsWith(prefix))![1];

const sourceColumn = `CASE ${sourcePrefixes
  .map(([prefix, source]) => `WHEN starts_with(v.id, '${prefix}') THEN '${source}'`)
  .join(' ')} END`;

/** By what vulnerabilities can be sorted, and below those of components. */
export const ratingOrders: Orders = {
  severity: `-${severityRank('v.severity')}`,
  cvss_score: 'coalesce(v.cvss_score, -1)',
  epss: 'coalesce(v.epss, -1)',
  id: 'v.id',
};
const orders: Orders = {
  ...ratingOrders,
  component: 'lower(c.name)',
  version: 'c.version',
};
export const vulnerabilityOrders = Object.keys(orders);

/** SQL of the columns of an effective statement. */
export const statementColumns = `t.status AS statement_status, t.justification, t.stated_by, t.stated_at, t.label, t.response, t.expires_at, t.end_reason`;

/** SQL of `statusByVex`. */
export const effectiveStatus = `CASE WHEN t.status IN ('not_affected', 'fixed') THEN 'not_affected' WHEN t.status = 'affected' THEN 'affected'
  ELSE v.status END`;

const from = `FROM component_scores s JOIN components c ON c.id = s.component_id AND c.deleted_at IS NULL
  JOIN entity_vulnerabilities v ON v.entity_id = s.entity_id
  LEFT JOIN component_statements t ON t.component_id = s.component_id AND t.vulnerability = v.id`;

/** Exploited vulnerabilities first, then by severity. */
export const worstFirstOrder = `v.exploited IS NULL,
  ${severityRank('v.severity')},
  v.cvss_score DESC NULLS LAST, v.epss DESC NULLS LAST, v.id`;

/** Affected first. */
const order = `array_position(ARRAY['affected', 'unknown', 'not_affected'], ${effectiveStatus}), ${worstFirstOrder}, c.position, c.id`;

/** Whether an entry was examined for vulnerabilities. */
export interface EntryCoverage {
  readonly status: CoverageStatus;
  /** Why it was not, or only partly; empty where it was. */
  readonly reason: string;
}

/** Entries with the same answer to whether they were examined for vulnerabilities. */
export interface CoverageCount extends EntryCoverage {
  readonly count: number;
}

/** As `withUndecidedPackage`. */
const isPackageUndecided = `c.package_undecided AND e.coverage #>> '{vulnerabilities,status}' <> 'not_examined'`;

/**
 * SQL of the columns `status` and `reason`: whether the entry `c` of the entity `e` was examined for vulnerabilities.
 * Needs `coverageReasons`.
 */
export const coverageColumnsOf = (isUnscored: string): string => `CASE WHEN ${isPackageUndecided} THEN 'partly'
       ELSE coalesce(e.coverage #>> '{vulnerabilities,status}', 'not_examined') END AS status,
     CASE WHEN ${isPackageUndecided} THEN $undecidedReason
       ELSE coalesce(e.coverage #>> '{vulnerabilities,reason}',
         CASE WHEN ${isUnscored} THEN $unscoredReason ELSE $unresolvedReason END) END AS reason`;

/** The same for an entry `c` with its score `s`. */
export const coverageColumns = coverageColumnsOf('s.component_id IS NULL');

export const coverageReasons = {
  undecidedReason: packageUndecidedCoverage.reason,
  unscoredReason: unscoredCoverage.vulnerabilities.reason,
  unresolvedReason: unresolvedCoverage.vulnerabilities.reason,
};

/** How many entries were examined for vulnerabilities; by reason those that were not, or only partly. */
export const countByCoverage = (sql: Sql, sbomId: string, componentId: string | null): Promise<CoverageCount[]> =>
  sql.query<CoverageCount>(
    `SELECT ${coverageColumns}, count(*)::int AS count
     FROM components c LEFT JOIN component_scores s ON s.component_id = c.id
       LEFT JOIN entity_scores e ON e.entity_id = s.entity_id
     WHERE c.sbom_id = $sbomId AND c.deleted_at IS NULL AND ($componentId::uuid IS NULL OR c.id = $componentId)
     GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2`,
    { sbomId, componentId, ...coverageReasons },
  );

export interface CoveredEntryRow extends EntryCoverage {
  readonly id: string;
  readonly purl: string | null;
  readonly cpe: string | null;
  readonly repoUrl: string | null;
  readonly version: string;
}

/** The entries with their selections, each with whether it was examined for vulnerabilities. */
export const coveredEntries = (sql: Sql, ids: readonly string[]): Promise<CoveredEntryRow[]> =>
  sql.query<CoveredEntryRow>(
    `SELECT c.id, c.selected_purl AS purl, c.selected_cpe AS cpe, c.selected_repo AS "repoUrl", c.version, ${coverageColumns}
     FROM components c LEFT JOIN component_scores s ON s.component_id = c.id
       LEFT JOIN entity_scores e ON e.entity_id = s.entity_id
     WHERE c.id = ANY ($ids::uuid[])`,
    { ids, ...coverageReasons },
  );

export const findSelection = (
  sql: Sql,
  componentId: string,
): Promise<{ purl: string | null; cpe: string | null; repoUrl: string | null; version: string } | null> =>
  sql.one(
    `SELECT selected_purl AS purl, selected_cpe AS cpe, selected_repo AS "repoUrl", version FROM components
     WHERE id = $componentId AND deleted_at IS NULL`,
    { componentId },
  );

/** Of all entries of the SBOM, or of one. */
export async function vulnerabilityPage(
  sql: Sql,
  of: { sbomId: string; componentId: string | null },
  filter: VulnerabilityFilter,
  paging: { offset: number; limit: number; sort?: string | null | undefined },
): Promise<{ rows: ComponentVulnerabilityRow[]; total: number }> {
  const where = `WHERE s.sbom_id = $sbomId AND ($componentId::uuid IS NULL OR s.component_id = $componentId)
      AND ($severity::text IS NULL OR v.severity = $severity) AND ($status::text IS NULL OR ${effectiveStatus} = $status)
      AND (NOT $exploited OR v.exploited IS NOT NULL) AND (NOT $open OR ${effectiveStatus} <> 'not_affected')
      AND ($source::text IS NULL OR ${sourceColumn} = $source)`;
  const parameters = {
    sbomId: of.sbomId,
    componentId: of.componentId,
    severity: filter.severity || null,
    status: filter.status || null,
    exploited: filter.exploited,
    open: filter.open ?? false,
    source: filter.source ?? null,
  };
  const rows = await sql.query<ComponentVulnerabilityRow>(
    `SELECT v.*, ${effectiveStatus} AS status, c.id AS component_id, c.name AS component_name, c.org AS component_org,
       c.version AS component_version, c.selected_purl, c.selected_cpe,
       ${statementColumns}
     ${from} ${where} ORDER BY ${orderBy(orders, paging.sort, order, '(v.id, c.id)')} OFFSET $offset LIMIT $limit`,
    { ...parameters, offset: paging.offset, limit: paging.limit },
  );
  const isLast = rows.length < paging.limit && (rows.length > 0 || paging.offset === 0);
  if (isLast) return { rows, total: paging.offset + rows.length };
  const count = await sql.one<{ total: number }>(`SELECT count(*)::int AS total ${from} ${where}`, parameters);
  return { rows, total: count?.total ?? 0 };
}

/** Number of distinct vulnerabilities that affect entries, by the worst severity that one has in any of them. */
export async function countBySeverity(
  sql: Sql,
  sbomId: string,
  componentId: string | null,
): Promise<Record<string, number>> {
  const rows = await sql.query<{ severity: string; n: number }>(
    `SELECT severity, count(*)::int AS n FROM (
       SELECT ${worstSeverityOf('v.severity')} AS severity ${from}
       WHERE s.sbom_id = $sbomId AND ($componentId::uuid IS NULL OR s.component_id = $componentId)
         AND ${effectiveStatus} = 'affected' GROUP BY v.id) f
     GROUP BY 1`,
    { sbomId, componentId },
  );
  return Object.fromEntries(rows.map(({ severity, n }) => [severity, n]));
}

/** Distinct vulnerabilities of which the data does not say whether they affect an entry, and which affect none. */
export async function countUndecided(sql: Sql, sbomId: string): Promise<number> {
  const row = await sql.one<{ n: number }>(
    `SELECT count(*)::int AS n FROM (SELECT v.id ${from} WHERE s.sbom_id = $sbomId GROUP BY v.id
       HAVING bool_or(${effectiveStatus} = 'unknown') AND NOT bool_or(${effectiveStatus} = 'affected')) f`,
    { sbomId },
  );
  return row!.n;
}

export interface FindingFigures {
  /** Pairs of component and vulnerability that are not known to be harmless, by severity. */
  readonly severities: Readonly<Record<string, number>>;
  readonly vulnerableComponents: number;
  /** Those about which somebody has made a statement. */
  readonly audited: number;
  /** Those that a statement says do not apply. */
  readonly suppressed: number;
}

export async function countFindings(sql: Sql, sbomId: string): Promise<FindingFigures> {
  const open = `${effectiveStatus} <> 'not_affected'`;
  const rows = await sql.query<{ severity: string; n: number; suppressed: number; audited: number }>(
    `SELECT v.severity, count(*) FILTER (WHERE ${open})::int AS n, count(*) FILTER (WHERE NOT ${open})::int AS suppressed,
       count(*) FILTER (WHERE ${open} AND t.status <> 'expired')::int AS audited
     ${from} WHERE s.sbom_id = $sbomId GROUP BY 1`,
    { sbomId },
  );
  const vulnerable = await sql.one<{ n: number }>(
    `SELECT count(DISTINCT s.component_id)::int AS n ${from} WHERE s.sbom_id = $sbomId AND ${open}`,
    { sbomId },
  );
  const sum = (of: 'suppressed' | 'audited'): number => rows.reduce((total, row) => total + row[of], 0);
  return {
    severities: Object.fromEntries(rows.map(({ severity, n }) => [severity, n])),
    vulnerableComponents: vulnerable?.n ?? 0,
    audited: sum('audited'),
    suppressed: sum('suppressed'),
  };
}

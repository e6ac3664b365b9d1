import type { BomLicense } from '../../model/document.js';
import type { Sql } from '../../platform/database/sql.js';
import type { RuleFailure } from '../../rulesets/rules/evaluate.js';
import type { EntityCoverage } from '../../scores/coverage/entity-coverage.js';
import type { RiskTag } from '../../scores/metrics/metric.js';
import type { WorseRating } from '../../scores/vulnerabilities/findings.js';
import type { SeverityLevel } from '../../scores/vulnerabilities/severity.js';
import { isRiskUnknown, sortedRisk } from '../risk-order.js';
import { failuresOf } from '../verdict-columns.js';
import { effectiveStatus, worstFirstOrder } from '../vulnerabilities/vulnerabilities.repository.js';
import type { HistoryPoint } from './report-data.js';

/** An entry with its stored score. */
export interface ReportRow {
  readonly id: string;
  readonly name: string;
  readonly org: string;
  readonly version: string;
  readonly status: string;
  readonly package_undecided: boolean;
  readonly selected_purl: string | null;
  readonly selected_cpe: string | null;
  readonly selected_repo: string | null;
  readonly licenses: readonly BomLicense[] | null;
  readonly risk: number | null;
  readonly risk_ecosystem: number;
  readonly risk_technology: number;
  readonly risk_supply_chain: number;
  readonly risk_coverage: number;
  readonly failures: readonly RuleFailure[];
  readonly tags: readonly RiskTag[] | null;
  readonly entity_purl: string | null;
  readonly entity_cpe: string | null;
  readonly entity_version: string | null;
  /** Of its entity; null where it has none or is not scored yet. */
  readonly coverage: EntityCoverage | null;
  /** Vulnerabilities that affect it, the worst first. */
  readonly affecting: readonly AffectingVulnerability[] | null;
  /** Vulnerabilities of which the data does not say whether they affect it. */
  readonly undecided: readonly UndecidedVulnerabilities[] | null;
  /** Ids of vulnerabilities that a statement of a person or document dismisses. */
  readonly dismissed: readonly string[];
}

export interface AffectingVulnerability {
  readonly id: string;
  readonly severity: SeverityLevel;
  readonly exploited: boolean;
  /** Probability of exploitation within 30 days, from 0 to 1. */
  readonly epss: number | null;
  readonly worse_rating: WorseRating | null;
}

/** Those that are known by advisories on one module of Go, or on the component itself. */
export interface UndecidedVulnerabilities {
  readonly module: string | null;
  readonly count: number;
  /** The worst of them. */
  readonly ids: readonly string[];
  /** Why the first of them is not decided. */
  readonly reason: string;
}

/** Statuses that dismiss a vulnerability. */
const dismissals = `('not_affected', 'fixed')`;

const columns = `c.id, c.name, c.org, c.version, c.status, c.package_undecided, c.selected_purl, c.selected_cpe, c.selected_repo,
  c.source -> 'licenses' AS licenses, s.risk, s.risk_ecosystem, s.risk_technology, s.risk_supply_chain, s.risk_coverage, ${failuresOf('s')} AS failures,
  e.tags, e.purl AS entity_purl, e.cpe AS entity_cpe, e.version AS entity_version, v.affecting, u.undecided,
  ARRAY(SELECT t.vulnerability FROM component_statements t WHERE t.component_id = c.id AND t.status IN ${dismissals}) AS dismissed,
  e.coverage`;

const from = `FROM components c LEFT JOIN component_scores s ON s.component_id = c.id
  LEFT JOIN entity_scores e ON e.entity_id = s.entity_id
  LEFT JOIN LATERAL (
    SELECT jsonb_agg(jsonb_build_object('id', v.id, 'severity', v.severity, 'exploited', v.exploited IS NOT NULL,
             'epss', v.epss, 'worse_rating', v.worse_rating) ORDER BY ${worstFirstOrder}) AS affecting
    FROM entity_vulnerabilities v
    LEFT JOIN component_statements t ON t.component_id = c.id AND t.vulnerability = v.id
    WHERE v.entity_id = s.entity_id AND (v.status = 'affected' OR t.status = 'affected')
      AND coalesce(t.status, '') NOT IN ${dismissals}) v ON true
  LEFT JOIN LATERAL (
    SELECT jsonb_agg(to_jsonb(m) ORDER BY m.count DESC, m.module NULLS FIRST) AS undecided
    FROM (SELECT v.module, count(*)::int AS count, (array_agg(v.reason ORDER BY ${worstFirstOrder}))[1] AS reason,
            (array_agg(v.id ORDER BY ${worstFirstOrder}))[1:3] AS ids
          FROM entity_vulnerabilities v
          LEFT JOIN component_statements t ON t.component_id = c.id AND t.vulnerability = v.id
          WHERE v.entity_id = s.entity_id AND ${effectiveStatus} = 'unknown' GROUP BY v.module) m) u ON true
  WHERE c.sbom_id = $sbomId AND c.deleted_at IS NULL`;

/** As in lists by risk; of equal ones the less is known of, the earlier. */
export function worstEntries(sql: Sql, sbomId: string, limit: number): Promise<ReportRow[]> {
  return sql.query<ReportRow>(
    `SELECT ${columns} ${from} ORDER BY ${sortedRisk('s.risk', isRiskUnknown('s'))} DESC, s.risk_coverage NULLS FIRST, c.position, c.id LIMIT $limit`,
    { sbomId, limit },
  );
}

/** All entries in order of position. */
export function streamReportEntries(sql: Sql, sbomId: string): AsyncIterable<ReportRow[]> {
  return sql.batches<ReportRow>(`SELECT ${columns} ${from} ORDER BY c.position, c.id`, { sbomId });
}

export function streamLicenses(
  sql: Sql,
  sbomId: string,
): AsyncIterable<{ licenses: readonly BomLicense[] | null; n: number }[]> {
  return sql.batches(
    `SELECT c.source -> 'licenses' AS licenses, count(*)::int AS n FROM components c
     WHERE c.sbom_id = $sbomId AND c.deleted_at IS NULL GROUP BY 1`,
    { sbomId },
  );
}

/** The last `limit` points, oldest first. */
export async function scoreHistory(sql: Sql, sbomId: string, limit: number): Promise<HistoryPoint[]> {
  const rows = await sql.query<HistoryPoint>(
    `SELECT to_char(scored_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS scored_at, risk, passing, failing
     FROM sbom_score_history WHERE sbom_id = $sbomId ORDER BY sbom_score_history.scored_at DESC LIMIT $limit`,
    { sbomId, limit },
  );
  return rows.reverse();
}

import type { VisibleScope } from '../../organizations/access/actor.js';
import { visibleRows } from '../../organizations/access/visible-rows.js';
import type { Sql } from '../../platform/database/sql.js';
import { maxCountedParts } from '../../scores/metrics/sbom-score.js';

/** SBOMs whose history is read. Null: any. */
export interface TrendScope {
  readonly orgId: string;
  readonly visibleScope: VisibleScope;
  readonly sbomId: string | null;
  readonly supplier: string | null;
  readonly teamId: string | null;
}

/** How many days back, and by how many steps. */
export interface TrendPeriod {
  readonly days: number;
  readonly steps: number;
}

/** What was known at a moment. */
export interface TrendRow {
  readonly at: Date;
  readonly sboms: number;
  readonly unscored: number;
  /** Of the SBOMs with the highest ones. */
  readonly risks: readonly number[];
  readonly passing: number;
  readonly failing: number;
  /** Null: an SBOM was recorded by a release that did not count them. */
  readonly examined: number | null;
  readonly partly: number | null;
  /** Days since the content came: the median, and that of the SBOM with the oldest. Null: not known of any. */
  readonly age_days: number | null;
  readonly oldest_days: number | null;
  readonly undated: number;
  readonly stale: number;
}

/** SQL: the days between two runs of its monitoring, as it is set now; null: it is not monitored. */
const monitoringDays = `CASE WHEN deleted_at IS NOT NULL THEN NULL
  WHEN project_id IS NULL THEN CASE monitor_frequency WHEN 'daily' THEN 1 WHEN 'weekly' THEN 7 WHEN 'monthly' THEN 31 END
  WHEN EXISTS (SELECT FROM projects p WHERE p.id = b.project_id AND p.active AND p.should_monitor AND p.deleted_at IS NULL)
    THEN 1 END`;

/**
 * SQL: whether the figures `h` of an SBOM `b` at the moment `m` are older than two periods of its monitoring, and no run
 * of these has succeeded by then. `since` is fenced: below row-level security no index serves a comparison with a sum.
 */
const isStale = `coalesce(b.monitoring_days IS NOT NULL AND greatest(h.scored_at, h.delivered_at, b.created_at,
    CASE WHEN b.delivered_at <= m.at THEN b.delivered_at END, CASE WHEN b.checked_at <= m.at THEN b.checked_at END) < w.since
  AND NOT EXISTS (SELECT FROM monitoring_runs r WHERE r.org_id = $orgId AND r.subject_id = b.subject_id AND r.due_at > w.since
    AND r.due_at <= m.at AND r.finished_at <= m.at), false)`;

/**
 * At each moment, every SBOM of the scope that existed then, with its last figures before: one look-up for each SBOM and
 * moment, however long the history is.
 */
const figures = `moments AS (
    SELECT now() - make_interval(secs => $days::int * 86400.0 * n / $steps::int) AS at FROM generate_series(0, $steps::int) AS n),
  chosen AS MATERIALIZED (
    SELECT id, supplier, team_id, created_at, deleted_at, delivered_at, ${monitoringDays} AS monitoring_days,
      monitored.subject_id, (SELECT succeeded_at FROM monitoring_states s WHERE s.org_id = $orgId AND s.subject_id = monitored.subject_id) AS checked_at
    FROM sboms b CROSS JOIN LATERAL (
      SELECT CASE WHEN b.project_id IS NULL THEN b.id ELSE b.project_id END AS subject_id OFFSET 0) monitored
    WHERE org_id = $orgId AND ${visibleRows('b')} AND ($sbomId::uuid IS NULL OR id = $sbomId)
      AND (deleted_at IS NULL OR deleted_at > now() - make_interval(days => $days::int))),
  figures AS (
    SELECT m.at, coalesce(h.then_supplier, b.supplier) AS supplier, h.*, extract(epoch FROM m.at
        - CASE WHEN b.delivered_at <= m.at THEN b.delivered_at ELSE h.delivered_at END) / 86400 AS age,
      ${isStale} AS is_stale
    FROM moments m JOIN chosen b ON b.created_at <= m.at AND (b.deleted_at IS NULL OR b.deleted_at > m.at)
      LEFT JOIN LATERAL (
        SELECT sbom_id, scored_at, risk, passing, failing, examined, partly, delivered_at, supplier AS then_supplier,
          team_id AS then_team_id
        FROM sbom_score_history s
        WHERE s.sbom_id = b.id AND s.scored_at <= m.at ORDER BY s.scored_at DESC LIMIT 1) h ON true
      CROSS JOIN LATERAL (SELECT m.at - make_interval(days => 2 * b.monitoring_days) AS since OFFSET 0) w
    WHERE ($supplier::text IS NULL OR coalesce(h.then_supplier, b.supplier) = $supplier)
      AND ($teamId::uuid IS NULL OR coalesce(h.then_team_id, b.team_id) = $teamId))`;

const complete = (column: string): string =>
  `CASE WHEN count(sbom_id) = count(${column}) THEN coalesce(sum(${column}), 0)::int END AS ${column}`;

const columns = `count(*)::int AS sboms, count(*) FILTER (WHERE sbom_id IS NULL)::int AS unscored,
  coalesce((array_agg(risk ORDER BY risk DESC) FILTER (WHERE risk IS NOT NULL))[1:${maxCountedParts}], '{}') AS risks,
  coalesce(sum(passing), 0)::int AS passing, coalesce(sum(failing), 0)::int AS failing,
  ${complete('examined')}, ${complete('partly')},
  percentile_cont(0.5) WITHIN GROUP (ORDER BY age)::float8 AS age_days, max(age)::float8 AS oldest_days,
  count(*) FILTER (WHERE age IS NULL)::int AS undated,
  count(*) FILTER (WHERE is_stale AND sbom_id IS NOT NULL)::int AS stale`;

const parametersOf = ({ visibleScope, ...scope }: TrendScope, period: TrendPeriod) => ({
  ...scope,
  ...period,
  organizations: visibleScope.organizations,
  teams: visibleScope.teams,
});

/** One row for each moment at which there was an SBOM, the oldest first. */
export const trendRows = (sql: Sql, scope: TrendScope, period: TrendPeriod): Promise<TrendRow[]> =>
  sql.query<TrendRow>(
    `WITH ${figures} SELECT at, ${columns} FROM figures GROUP BY at ORDER BY at`,
    parametersOf(scope, period),
  );

/** The same for each supplier, by its name; SBOMs without one have the empty name. */
export const supplierTrendRows = (
  sql: Sql,
  scope: TrendScope,
  period: TrendPeriod,
): Promise<(TrendRow & { readonly supplier: string })[]> =>
  sql.query(
    `WITH ${figures} SELECT supplier, at, ${columns} FROM figures GROUP BY supplier, at ORDER BY supplier, at`,
    parametersOf(scope, period),
  );

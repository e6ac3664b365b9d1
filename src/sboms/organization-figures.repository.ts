import type { VisibleScope } from '../organizations/access/actor.js';
import { visibleRows } from '../organizations/access/visible-rows.js';
import type { Sql } from '../platform/database/sql.js';
import { verdicts } from '../rulesets/verdict.js';
import { maxCountedParts, riskOfMany } from '../scores/metrics/sbom-score.js';
import type { OrganizationFiguresRow } from './sboms.view.js';
import { dataAsOf, verdictOf } from './verdict-columns.js';

const riskColumns = ['risk_score', 'risk_ecosystem', 'risk_supply_chain', 'risk_software'] as const;
type WorstRisksRow = Record<(typeof riskColumns)[number], number[]>;

/**
 * Metrics of an organization from the stored figures of the visible SBOMs: sums, and the combined risk of the worst
 * ones (docs/score.md). Empty or good SBOMs do not lower the risk.
 */
const organizationFigureColumns = `
  ${verdicts.map((verdict) => `count(*) FILTER (WHERE verdict = '${verdict}')::int AS ${verdict}_sboms`).join(', ')},
  CASE WHEN count(judged_at) = count(*) THEN min(judged_at) END AS judged_at, ${dataAsOf} AS data_as_of,
  coalesce(sum(resolved_count), 0)::int AS resolved_count,
  coalesce(sum(examined_count), 0)::int AS examined_count,
  coalesce(sum(partly_count), 0)::int AS partly_count,
  coalesce(sum(risk_coverage * (resolved_count + partial_count + unresolved_count))
    / nullif(sum(resolved_count + partial_count + unresolved_count), 0), 0) AS risk_coverage,
  coalesce(sum(partial_count), 0)::int AS partial_count,
  coalesce(sum(unresolved_count), 0)::int AS unresolved_count,
  coalesce(sum(compliance_passing), 0)::int AS compliance_passing,
  coalesce(sum(compliance_failing), 0)::int AS compliance_failing,
  ${riskColumns.map((column) => `(array_agg(${column} ORDER BY ${column} DESC))[1:${maxCountedParts}] AS ${column}`).join(', ')}`;

const combinedRisks = (row: WorstRisksRow): Record<(typeof riskColumns)[number], number> => ({
  risk_score: riskOfMany(row.risk_score ?? []),
  risk_ecosystem: riskOfMany(row.risk_ecosystem ?? []),
  risk_supply_chain: riskOfMany(row.risk_supply_chain ?? []),
  risk_software: riskOfMany(row.risk_software ?? []),
});

/** Figures over all live SBOMs of the organization within the visible scope. */
export async function organizationFigures(
  sql: Sql,
  orgId: string,
  scope: VisibleScope,
): Promise<OrganizationFiguresRow> {
  const figures = await sql.one<Omit<OrganizationFiguresRow, keyof WorstRisksRow> & WorstRisksRow>(
    `SELECT ${organizationFigureColumns} FROM (SELECT *, ${verdictOf('sboms')} AS verdict FROM sboms
     WHERE org_id = $orgId AND deleted_at IS NULL AND ${visibleRows('sboms')}) AS visible`,
    { orgId, organizations: scope.organizations, teams: scope.teams },
  );
  return { ...figures!, ...combinedRisks(figures!) };
}

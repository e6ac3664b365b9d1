import type { Sql } from '../../platform/database/sql.js';
import type { Verdict } from '../../rulesets/verdict.js';
import { failingByRule, isUnsettled, verdictOf } from '../../sboms/verdict-columns.js';

interface RatedProjectRow {
  readonly project_id: string;
  readonly org_id: string;
  readonly team_id: string;
}

/** The latest finished analysis that wrote the SBOM of a project, and its figures. Other branches have their own SBOM. */
export interface AnalyzedProjectRow extends RatedProjectRow {
  readonly ruleset_id: string | null;
  readonly analysis_id: string;
  readonly sbom_id: string;
  readonly entries: number;
  readonly verdict: Verdict;
  /** Some entries are not assessed, or what is stored may be outdated: a rule without failing entries is still open. */
  readonly has_unassessed: boolean;
  /** Failing entries by rule id. */
  readonly failing_by_rule: Readonly<Record<string, number>>;
  readonly created_at: Date;
  readonly finished_at: Date;
}

export interface UnanalyzedProjectRow extends RatedProjectRow {
  readonly analysis_id: null;
}

export function findAnalyzedProjects(
  sql: Sql,
  projectIds: readonly string[],
): Promise<(AnalyzedProjectRow | UnanalyzedProjectRow)[]> {
  return sql.query<AnalyzedProjectRow | UnanalyzedProjectRow>(
    `SELECT p.id AS project_id, p.org_id, p.team_id, s.ruleset_id, s.id AS sbom_id, a.id AS analysis_id, a.created_at, a.finished_at,
            s.resolved_count + s.partial_count + s.unresolved_count AS entries, ${verdictOf('s')} AS verdict,
            s.compliance_passing + s.compliance_failing < s.resolved_count + s.partial_count + s.unresolved_count
              OR ${isUnsettled('s')} AS has_unassessed,
            coalesce((
              SELECT jsonb_object_agg(f.rule_id, f.n) FROM (${failingByRule('s.id')}) f), '{}') AS failing_by_rule
     FROM projects p
       LEFT JOIN sboms s ON s.project_id = p.id AND s.deleted_at IS NULL
       LEFT JOIN LATERAL (SELECT id, created_at, finished_at FROM analyses
         WHERE project_id = p.id AND sbom_id = s.id AND finished_at IS NOT NULL
         ORDER BY finished_at DESC, id DESC LIMIT 1) a ON true
     WHERE p.id = ANY ($projectIds::uuid[]) AND p.deleted_at IS NULL`,
    { projectIds },
  );
}

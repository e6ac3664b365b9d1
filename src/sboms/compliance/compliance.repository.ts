import type { Sql } from '../../platform/database/sql.js';
import {
  applicableRuleset,
  dataAsOf,
  failingByRule,
  failuresOf,
  isAssessedByRuleset,
  isChanging,
} from '../verdict-columns.js';
import type { FailingComponentView } from './compliance.view.js';

/** What the verdict on an SBOM depends on beside the entries that break a rule. */
export interface AssessmentState {
  /** Live entries that are not judged as they are now, or by what is known of them now. */
  readonly pending: number;
  /** True while changes of the catalogue, or an import, a resolution or a scoring of the SBOM, are unfinished. */
  readonly is_changing: boolean;
  /** When an entry was last judged; null: never. */
  readonly judged_at: Date | null;
  /** Date of the oldest loaded source of vulnerabilities; null: none is loaded. */
  readonly data_as_of: Date | null;
}

/** @param by `applied`: entries that the present version of the SBOM's ruleset has not assessed are pending, too */
export async function findAssessmentState(sql: Sql, sbomId: string, by: 'applied' | 'draft'): Promise<AssessmentState> {
  const row = await sql.one<AssessmentState>(
    `WITH ruleset AS MATERIALIZED (
       SELECT applicable.* FROM sboms b CROSS JOIN LATERAL (${applicableRuleset('b')}) applicable WHERE b.id = $sbomId)
     SELECT count(*) FILTER (WHERE s.component_id IS NULL OR s.stamp <> concat(c.xmin, ' ', e.digest)
         OR ($isApplied AND (s.ruleset_id, s.ruleset_version) IS DISTINCT FROM (r.id, r.version)))::int AS pending,
       max(s.scored_at) AS judged_at,
       (SELECT ${isChanging('b')} FROM sboms b WHERE b.id = $sbomId) AS is_changing, ${dataAsOf} AS data_as_of
     FROM components c LEFT JOIN component_scores s ON s.component_id = c.id
       LEFT JOIN entity_scores e ON e.entity_id = s.entity_id LEFT JOIN ruleset r ON true
     WHERE c.sbom_id = $sbomId AND c.deleted_at IS NULL`,
    { sbomId, isApplied: by === 'applied' },
  );
  return row!;
}

/**
 * Unfinished runs of jobs on the SBOM, of rescoring while the catalogue has changes that are not worked in, and of jobs
 * that queue scoring after a change of a ruleset.
 */
export async function findOpenRuns(sql: Sql, sbomId: string): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `SELECT id FROM job_runs WHERE subject_kind = 'sbom' AND subject_id = $sbomId AND finished_at IS NULL
     UNION SELECT r.id FROM job_runs r JOIN sboms b ON b.id = $sbomId AND b.org_id = r.org_id
       WHERE r.name = 'ruleset.changed' AND r.finished_at IS NULL AND NOT ${isAssessedByRuleset('b')}
     UNION SELECT id FROM job_runs WHERE name = 'sbom.rescore' AND finished_at IS NULL AND (SELECT has_score_changes())
     ORDER BY id`,
    { sbomId },
  );
  return rows.map(({ id }) => id);
}

export function failingEntryPage(
  sql: Sql,
  sbomId: string,
  paging: { offset: number; limit: number },
): Promise<FailingComponentView[]> {
  return sql.query<FailingComponentView>(
    `SELECT c.id, c.name, c.org, c.version, ${failuresOf('s')} AS failures
     FROM component_scores s JOIN components c ON c.id = s.component_id AND c.deleted_at IS NULL
     WHERE s.sbom_id = $sbomId AND s.failures_key IS NOT NULL ORDER BY c.position, c.id OFFSET $offset LIMIT $limit`,
    { sbomId, offset: paging.offset, limit: paging.limit },
  );
}

export async function countFailingByRule(sql: Sql, sbomId: string): Promise<Map<string, number>> {
  const rows = await sql.query<{ rule_id: string; n: number }>(failingByRule('$sbomId'), { sbomId });
  return new Map(rows.map(({ rule_id, n }) => [rule_id, n]));
}

/** Names of the given entries. */
export async function findEntryNames(
  sql: Sql,
  ids: readonly string[],
): Promise<Map<string, Omit<FailingComponentView, 'failures'>>> {
  const rows = await sql.query<Omit<FailingComponentView, 'failures'>>(
    'SELECT id, name, org, version FROM components WHERE id = ANY ($ids::uuid[])',
    { ids },
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** SBOMs of the ruleset's organization with entries that were not assessed by the ruleset that applies to them now. */
export function sbomsToAssess(sql: Sql, rulesetId: string): Promise<{ id: string; org_id: string; team_id: string }[]> {
  return sql.query(
    `SELECT b.id, b.org_id, b.team_id FROM sboms b
     WHERE b.org_id = (SELECT org_id FROM rulesets WHERE id = $rulesetId) AND b.deleted_at IS NULL
       AND EXISTS (SELECT FROM component_scores s WHERE s.sbom_id = b.id) AND NOT ${isAssessedByRuleset('b')}`,
    { rulesetId },
  );
}

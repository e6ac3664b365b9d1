import { literals } from '../platform/database/sql.js';
import { ImportSbom, ResolveSbom, ScoreSbom } from './sboms.jobs.js';

/** Jobs after which a ruleset may say something else of an SBOM. An import that did not succeed has changed nothing. */
const assessingJobs = literals([ResolveSbom.name, ScoreSbom.name]);
const changingJobs = literals([ImportSbom.name, ResolveSbom.name, ScoreSbom.name]);

/**
 * SQL: `id` and `version` of the ruleset that applies to an SBOM: its own, or the default where that is deleted or none
 * is selected.
 *
 * @param sbom name or alias of the table in the statement
 */
export const applicableRuleset = (sbom: string): string =>
  `SELECT r.id, r.version FROM rulesets r
   WHERE r.org_id = ${sbom}.org_id AND r.deleted_at IS NULL AND (r.id = ${sbom}.ruleset_id OR r.is_default)
   ORDER BY r.id = ${sbom}.ruleset_id DESC NULLS LAST LIMIT 1`;

/**
 * SQL: the broken rules of a row of `component_scores`, each with the reason: `[]` for none, or no row. Looked up, not
 * joined: with no statistics of a new SBOM yet, the planner compares each entry with each list.
 */
export const failuresOf = (score: string): string =>
  `coalesce((SELECT f.failures FROM sbom_failures f WHERE f.sbom_id = ${score}.sbom_id AND f.key = ${score}.failures_key), '[]')`;

/** SQL: `rule_id` and `n`, the entries of an SBOM that break the rule. Many entries share a list, which is opened once. */
export const failingByRule = (sbomId: string): string =>
  `SELECT failure ->> 'rule_id' AS rule_id, sum(shared.n)::int AS n
   FROM (SELECT sbom_id, failures_key, count(*) AS n FROM component_scores
         WHERE sbom_id = ${sbomId} AND failures_key IS NOT NULL GROUP BY 1, 2) shared
     CROSS JOIN jsonb_array_elements(${failuresOf('shared')}) AS failure GROUP BY 1`;

/** SQL: whether all entries of an SBOM were assessed by the present version of its ruleset. */
export const isAssessedByRuleset = (sbom: string): string =>
  `EXISTS (SELECT FROM (${applicableRuleset(sbom)}) r
     WHERE r.id = ${sbom}.assessed_ruleset_id AND r.version = ${sbom}.assessed_ruleset_version)`;

/**
 * SQL: whether the work that the run `r` left undone was done later: by a run of its job, or by a scoring that began
 * afterwards and for which no entry waited any more, because others have resolved them (monitoring).
 */
const isMadeUpFor = (sbom: string): string =>
  `EXISTS (SELECT FROM job_runs n WHERE n.subject_id = r.subject_id AND n.state = 'succeeded' AND n.created_at >= r.created_at
     AND (n.name = r.name OR (n.name = '${ScoreSbom.name}' AND n.started_at >= r.finished_at AND NOT EXISTS (
       SELECT FROM components c WHERE c.sbom_id = ${sbom}.id AND c.pending AND c.deleted_at IS NULL))))`;

/**
 * SQL: whether changes of the catalogue are not worked in yet, or a job of the SBOM is not finished, or the last one
 * failed or was cancelled.
 */
export const isChanging = (sbom: string): string =>
  `((SELECT has_score_changes()) OR EXISTS (
     SELECT FROM job_runs r WHERE r.subject_id = ${sbom}.id AND r.name IN (${changingJobs})
       AND (r.finished_at IS NULL OR (r.state IN ('failed', 'cancelled') AND r.name IN (${assessingJobs})
         AND NOT ${isMadeUpFor(sbom)}))))`;

/**
 * SQL: whether what is stored of an SBOM may be outdated: its ruleset has changed, or `isChanging`.
 *
 * @param sbom name or alias of the table in the statement
 */
export const isUnsettled = (sbom: string): string => `(${isChanging(sbom)} OR NOT ${isAssessedByRuleset(sbom)})`;

const entryCount = (sbom: string): string =>
  `(${sbom}.resolved_count + ${sbom}.partial_count + ${sbom}.unresolved_count)`;

/** SQL: the verdict on an SBOM (see `Verdict`); one without entries is pending. */
export const verdictOf = (sbom: string): string =>
  `CASE WHEN ${sbom}.compliance_failing > 0 THEN 'failed'
     WHEN ${entryCount(sbom)} = 0 OR ${sbom}.compliance_passing < ${entryCount(sbom)} OR ${isUnsettled(sbom)} THEN 'pending'
     ELSE 'passed' END`;

/** SQL: the date of the oldest loaded source of vulnerabilities; null: none is loaded. */
export const dataAsOf = `(SELECT min(coalesce(data_as_of, loaded_at)) FROM catalog_sources
  WHERE loaded_at IS NOT NULL AND covers @> '[{"kind": "vulnerabilities"}]')`;

/** SQL: the columns of `SbomVerdictRow`. */
export const verdictColumns = (sbom: string): string =>
  `${verdictOf(sbom)} AS verdict, ${sbom}.judged_at, ${dataAsOf} AS data_as_of`;

import type { BomPart } from '../../model/document.js';
import { advisoryLocks } from '../../platform/database/advisory-locks.js';
import type { SqlParameters } from '../../platform/database/named-parameters.js';
import { literals, type Sql } from '../../platform/database/sql.js';
import type { VersionedRuleset } from '../../rulesets/rules/evaluate.js';
import type { Verdict } from '../../rulesets/verdict.js';
import type { VexStatement } from '../../scores/vulnerabilities/vex.js';
import { dataAsOf, isUnsettled, verdictOf } from '../verdict-columns.js';
import type { ComponentScore, ScoredRow } from './component-score.js';
import { sourcePropertyNames } from './declared-source.js';
import type { StatementDocument } from './document-statements.js';

/** A verdict that was reached, and the one before it. */
export interface NewVerdict {
  readonly id: string;
  readonly org_id: string;
  readonly team_id: string;
  readonly supplier: string;
  readonly name: string;
  readonly version: string;
  readonly verdict: Verdict;
  /** Null: it is the first. */
  readonly previous: Verdict | null;
  readonly passing: number;
  readonly failing: number;
  readonly judged_at: Date | null;
  readonly data_as_of: Date | null;
}

/**
 * Until the end of the transaction, so that of two jobs that end together the later one sees the end of the other:
 * otherwise each would take the verdict for pending. Jobs on single SBOMs do not wait for each other.
 */
export async function lockPublishing(sql: Sql, ofAllSboms: boolean): Promise<void> {
  await sql.query(ofAllSboms ? 'SELECT pg_advisory_xact_lock($lock)' : 'SELECT pg_advisory_xact_lock_shared($lock)', {
    lock: advisoryLocks.publishing,
  });
}

/** Records verdicts that were not published yet. @returns them, each to one caller */
export function publishNewVerdicts(sql: Sql, sbomId: string | null): Promise<NewVerdict[]> {
  return sql.query<NewVerdict>(
    // The cheap comparison comes first: few SBOMs get as far as the verdict itself.
    `WITH changed AS MATERIALIZED (
       SELECT b.id, b.published_verdict AS previous, ${verdictOf('b')} AS verdict, ${isUnsettled('b')} AS is_unsettled
       FROM sboms b
       WHERE b.deleted_at IS NULL AND ($sbomId::uuid IS NULL OR b.id = $sbomId)
         AND b.published_verdict IS DISTINCT FROM CASE WHEN b.compliance_failing > 0 THEN 'failed' ELSE 'passed' END)
     UPDATE sboms b SET published_verdict = c.verdict FROM changed c
     WHERE b.id = c.id AND c.verdict <> 'pending' AND NOT c.is_unsettled AND b.published_verdict IS NOT DISTINCT FROM c.previous
     RETURNING b.id, b.org_id, b.team_id, b.supplier, b.name, b.version, c.verdict, c.previous, b.compliance_passing AS passing,
       b.compliance_failing AS failing, b.judged_at, ${dataAsOf} AS data_as_of`,
    { sbomId },
  );
}

/** Held while entries are scored from stored entities, until the end of the transaction. */
export async function lockScoringShared(sql: Sql): Promise<void> {
  await sql.query('SELECT pg_advisory_xact_lock_shared($lock)', { lock: advisoryLocks.scoring });
}

/** Waits for all current holders of the shared lock; later ones are not blocked for long. */
export async function waitForScoring(sql: Sql): Promise<void> {
  await sql.query('SELECT pg_advisory_xact_lock($lock)', { lock: advisoryLocks.scoring });
}

export interface EntryCursor {
  readonly position: number;
  readonly id: string;
}

/** Sorts before the first entry. */
export const firstEntryCursor: EntryCursor = { position: -1, id: '00000000-0000-0000-0000-000000000000' };

/** An entry of any SBOM. */
export interface EntryReference {
  readonly sbom_id: string;
  readonly id: string;
}

/** Of packages of distributions, which are the only ones with a source package. */
const ofDistribution = (value: string): string => `CASE WHEN c.selected_purl ~ '^pkg:(deb|rpm|apk)/' THEN ${value} END`;

const sourceProperties = `(SELECT jsonb_object_agg(p ->> 'name', p ->> 'value') FROM jsonb_array_elements(c.source -> 'properties') p
  WHERE p ->> 'name' IN (${literals(sourcePropertyNames)}))`;

const columns = `c.id, c.position, c.org_id, c.sbom_id, c.version, c.selected_purl, c.selected_cpe, c.selected_repo,
  CASE WHEN c.internal THEN c.source -> 'purls' END AS own_purls,
  ${ofDistribution(`c.source -> 'purls'`)} AS declared_purls, ${ofDistribution(sourceProperties)} AS source_properties, c.status, c.package_undecided, c.ref, c.identity, c.source -> 'licenses' AS licenses, c.xmin::text AS stamp`;

/** A statement of a person on one component. */
type PersonStatementRow = VexStatement & { readonly component_id: string };

/**
 * The next live entries of the SBOM after `after`, in order of position, that changed since they were scored, or whose
 * entity did, or that were not scored today, or by another version of the ruleset.
 */
export function nextOutdatedEntries(
  sql: Sql,
  { sbomId, demands }: { readonly sbomId: string; readonly demands: VersionedRuleset },
  after: EntryCursor,
  limit: number,
): Promise<ScoredRow[]> {
  return sql.query<ScoredRow>(
    `SELECT ${columns} FROM components c LEFT JOIN component_scores s ON s.component_id = c.id
       LEFT JOIN entity_scores e ON e.entity_id = s.entity_id
     WHERE c.sbom_id = $sbomId AND c.deleted_at IS NULL AND (c.position, c.id) > ($position, $id::uuid)
       AND (s.component_id IS NULL OR s.stamp <> concat(c.xmin, ' ', e.digest)
            OR s.scored_at < date_trunc('day', now(), 'UTC')
            OR (s.ruleset_id, s.ruleset_version) IS DISTINCT FROM ($rulesetId::uuid, $version::int))
     ORDER BY c.position, c.id LIMIT $limit`,
    { sbomId, position: after.position, id: after.id, limit, rulesetId: demands.id, version: demands.version },
  );
}

/** The next live entries of the SBOM, scored or not. */
export function nextEntries(sql: Sql, sbomId: string, after: EntryCursor, limit: number): Promise<ScoredRow[]> {
  return sql.query<ScoredRow>(
    `SELECT ${columns} FROM components c
     WHERE c.sbom_id = $sbomId AND c.deleted_at IS NULL AND (c.position, c.id) > ($position, $id::uuid)
     ORDER BY c.position, c.id LIMIT $limit`,
    { sbomId, position: after.position, id: after.id, limit },
  );
}

export function findScoredRows(sql: Sql, ids: readonly string[]): Promise<ScoredRow[]> {
  return sql.query<ScoredRow>(
    `SELECT ${columns} FROM components c WHERE c.id = ANY ($ids::uuid[]) AND c.deleted_at IS NULL`,
    { ids },
  );
}

/** Marks all scores of the SBOM as outdated, if the old or new document has VEX statements. */
export async function markOutdatedByStatements(sql: Sql, sbomId: string): Promise<void> {
  await sql.run(
    `UPDATE component_scores SET stamp = '' WHERE sbom_id = $sbomId
       AND (EXISTS (SELECT FROM component_statements WHERE sbom_id = $sbomId)
         OR EXISTS (SELECT FROM sbom_parts WHERE sbom_id = $sbomId AND kind = 'vulnerability'))`,
    { sbomId },
  );
}

export async function findDocumentStatements(sql: Sql, sbomId: string): Promise<BomPart[]> {
  const rows = await sql.query<{ data: BomPart }>(
    `SELECT data FROM sbom_parts WHERE sbom_id = $sbomId AND kind = 'vulnerability'
         AND (jsonb_typeof(data #> '{data,analysis,state}') = 'string'
              OR data #>> '{data,type}' ~ '^security_(Vulnerability$|Vex)') ORDER BY seq`,
    { sbomId },
  );
  return rows.map(({ data }) => data);
}

export async function findStatementDocument(sql: Sql, sbomId: string): Promise<StatementDocument> {
  const row = await sql.one<StatementDocument>(
    `SELECT subject ->> 'ref' AS "subjectRef", coalesce(subject ->> 'version', '') AS "subjectVersion",
       coalesce(header ->> 'serial', '') AS serial, (header ->> 'revision')::float8 AS revision
     FROM sbom_documents WHERE sbom_id = $sbomId`,
    { sbomId },
  );
  return row ?? { subjectRef: null, subjectVersion: '', serial: '' };
}

export async function findRefsAmong(sql: Sql, sbomId: string, refs: readonly string[]): Promise<Set<string>> {
  if (refs.length === 0) return new Set();
  const rows = await sql.query<{ ref: string }>(
    `SELECT DISTINCT ref FROM components
     WHERE sbom_id = $sbomId AND deleted_at IS NULL AND ref = ANY ($refs::text[])`,
    { sbomId, refs },
  );
  return new Set(rows.map(({ ref }) => ref));
}

/** In the order in which they were made: those of one document have the same time. */
export function findPersonStatements(sql: Sql, componentIds: readonly string[]): Promise<PersonStatementRow[]> {
  return sql.query<PersonStatementRow>(
    `SELECT component_id, vulnerability, status, justification, 'person' AS "statedBy", ${statedAt('s')} AS "statedAt",
       label, response, expires_at::text AS "expiresAt", coalesce(expires_at <= now(), false) AS "isExpired",
       end_reason AS "endReason"
     FROM (SELECT DISTINCT ON (component_id, vulnerability) * FROM vulnerability_statements
       WHERE component_id = ANY ($componentIds::uuid[])
       ORDER BY component_id, vulnerability, created_at DESC, id DESC) s
     ORDER BY created_at, id`,
    { componentIds },
  );
}

const statedAt = (statement: string): string =>
  `to_char(${statement}.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/**
 * Shows statements that a person has just made without waiting for the scoring: the newest of a person decides, as in
 * `decidingStatement`.
 */
export async function showPersonStatements(sql: Sql, statementIds: readonly string[]): Promise<void> {
  await sql.run(
    `INSERT INTO component_statements (component_id, vulnerability, org_id, sbom_id, status, justification, stated_by,
       stated_at, label, response, expires_at, end_reason)
     SELECT DISTINCT ON (s.component_id, v.id) s.component_id, v.id, s.org_id, s.sbom_id, st.status, st.justification,
       'person', ${statedAt('st')}, st.label, st.response, st.expires_at, st.end_reason
     FROM vulnerability_statements st JOIN component_scores s ON s.component_id = st.component_id
       JOIN entity_vulnerabilities v ON v.entity_id = s.entity_id AND v.names @> ARRAY[st.vulnerability]
     WHERE st.id = ANY ($statementIds::uuid[])
     ORDER BY s.component_id, v.id, st.id DESC
     ON CONFLICT (component_id, vulnerability) DO UPDATE SET status = excluded.status,
       justification = excluded.justification, stated_by = excluded.stated_by, stated_at = excluded.stated_at,
       label = excluded.label, response = excluded.response, expires_at = excluded.expires_at,
       end_reason = excluded.end_reason`,
    { statementIds },
  );
}

export async function upsertScores(
  sql: Sql,
  verdicts: readonly ComponentScore[],
  ruleset: VersionedRuleset,
): Promise<void> {
  const json = JSON.stringify(verdicts.map(({ statements: _apart, ...row }) => row));
  await keepFailures(
    sql,
    `SELECT * FROM jsonb_to_recordset($json::jsonb) AS o (sbom_id uuid, org_id uuid, failures jsonb)`,
    { json },
  );
  await sql.run(
    `INSERT INTO component_scores (component_id, org_id, sbom_id, entity_id, risk, risk_ecosystem, risk_technology,
       risk_supply_chain, risk_coverage, examined, stamp, license, is_resolved, is_package_undecided,
       is_contested, failures_key, ruleset_id, ruleset_version)
     SELECT e.component_id, e.org_id, e.sbom_id, e.entity_id, e.risk, e.risk_ecosystem, e.risk_technology,
       e.risk_supply_chain, e.risk_coverage, e.examined, e.stamp, e.license, e.is_resolved, e.is_package_undecided,
       e.is_contested, ${failuresKey('e.failures')}, $rulesetId::uuid, $version::int FROM jsonb_to_recordset($json::jsonb) AS e (component_id uuid, org_id uuid, sbom_id uuid, entity_id uuid,
       risk float8, risk_ecosystem float8, risk_technology float8, risk_supply_chain float8, risk_coverage float8,
       examined text, failures jsonb, stamp text,
       license text, is_resolved boolean, is_package_undecided boolean, is_contested boolean)
     ON CONFLICT (component_id) DO UPDATE SET entity_id = excluded.entity_id, risk = excluded.risk,
       risk_ecosystem = excluded.risk_ecosystem, risk_technology = excluded.risk_technology,
       risk_supply_chain = excluded.risk_supply_chain, risk_coverage = excluded.risk_coverage,
       examined = excluded.examined, failures_key = excluded.failures_key, stamp = excluded.stamp,
       license = excluded.license, is_resolved = excluded.is_resolved,
       is_package_undecided = excluded.is_package_undecided, is_contested = excluded.is_contested,
       ruleset_id = excluded.ruleset_id, ruleset_version = excluded.ruleset_version, scored_at = now()`,
    { json, rulesetId: ruleset.id, version: ruleset.version },
  );
  await sql.run('DELETE FROM component_statements WHERE component_id = ANY ($componentIds::uuid[])', {
    componentIds: verdicts.map(({ component_id }) => component_id),
  });
  const statements = verdicts.flatMap((one) => one.statements);
  if (statements.length === 0) return;
  await sql.run(
    `INSERT INTO component_statements
     SELECT * FROM jsonb_populate_recordset(NULL::component_statements, $statements::jsonb)`,
    { statements: JSON.stringify(statements) },
  );
}

/** SQL: what broken rules are known by within their SBOM; null: there are none. */
export const failuresKey = (failures: string): string =>
  `CASE WHEN ${failures} <> '[]' THEN md5(${failures}::text)::uuid END`;

/**
 * Keeps lists of broken rules, each once for an SBOM: most entries share one with others. Those that are there already
 * are locked until the end of the transaction, so that `deleteUnusedFailures` sees who needs them.
 *
 * @param outcomes SQL: rows with `sbom_id`, `org_id` and `failures`
 */
export async function keepFailures(sql: Sql, outcomes: string, parameters: SqlParameters): Promise<void> {
  await sql.run(
    `INSERT INTO sbom_failures AS f (sbom_id, key, org_id, failures)
     SELECT DISTINCT o.sbom_id, ${failuresKey('o.failures')} AS key, o.org_id, o.failures FROM (${outcomes}) o
     WHERE o.failures <> '[]' ORDER BY o.sbom_id, key
     ON CONFLICT (sbom_id, key) DO UPDATE SET failures = f.failures WHERE false`,
    parameters,
  );
}

/**
 * Two statements, because only one that begins after the locks sees what their former holders have written. NOT IN is
 * looked up by hash, whatever the planner takes the size of a new SBOM for.
 */
async function deleteUnusedFailures(sql: Sql, sbomId: string): Promise<void> {
  await sql.query('SELECT FROM sbom_failures WHERE sbom_id = $sbomId ORDER BY key FOR UPDATE', { sbomId });
  await sql.run(
    `DELETE FROM sbom_failures f WHERE f.sbom_id = $sbomId AND f.key NOT IN (
       SELECT s.failures_key FROM component_scores s WHERE s.sbom_id = $sbomId AND s.failures_key IS NOT NULL)`,
    { sbomId },
  );
}

/** Deletes the scores of deleted entries, and the lists of broken rules that no entry has any more. */
export async function deleteOrphanedScores(sql: Sql, sbomId: string): Promise<void> {
  for (const table of ['component_scores', 'component_statements'])
    await sql.run(
      `DELETE FROM ${table} s WHERE s.sbom_id = $sbomId
           AND NOT EXISTS (SELECT FROM components c WHERE c.id = s.component_id AND c.deleted_at IS NULL)`,
      { sbomId },
    );
  await deleteUnusedFailures(sql, sbomId);
}

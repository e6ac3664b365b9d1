import type { Sql } from '../../platform/database/sql.js';
import type { ScoreOutcome, ScoredProperties } from './component-score.js';
import { failuresKey, keepFailures, type EntryReference } from './scoring.repository.js';

/** A change that requires scoring: a key of the catalogue, or an SBOM (`sbomKeyPrefix`). */
export interface ScoreChange {
  readonly seq: string;
  readonly key: string;
}

/** Key of a change of the loaded sources' coverage, by a trigger on `catalog_sources`: it concerns all entities. */
export const coverageKey = 'coverage';

/** Changes per round. */
const batchSize = 20_000;

/** Prefix of keys for SBOMs whose figures are outdated; no key of the catalogue begins with it. */
const sbomKeyPrefix = 'sbom ';

export async function hasScoreChanges(sql: Sql): Promise<boolean> {
  return (await sql.one('SELECT 1 FROM score_changes LIMIT 1')) !== null;
}

/** Changes of the catalogue. */
export function nextCatalogChanges(sql: Sql): Promise<ScoreChange[]> {
  return sql.query<ScoreChange>(
    `SELECT seq, key FROM score_changes WHERE NOT starts_with(key, '${sbomKeyPrefix}') ORDER BY seq LIMIT $batchSize`,
    { batchSize },
  );
}

/** Changes of SBOMs. */
export async function nextSbomChanges(sql: Sql): Promise<{ changes: ScoreChange[]; sbomIds: string[] }> {
  const changes = await sql.query<ScoreChange>(
    `SELECT seq, key FROM score_changes WHERE starts_with(key, '${sbomKeyPrefix}') ORDER BY seq LIMIT $batchSize`,
    { batchSize },
  );
  return { changes, sbomIds: [...new Set(changes.map(({ key }) => key.slice(sbomKeyPrefix.length)))] };
}

export async function insertSbomChanges(sql: Sql, sbomIds: readonly string[]): Promise<void> {
  await sql.run(`INSERT INTO score_changes (key) SELECT '${sbomKeyPrefix}' || id FROM unnest($sbomIds::uuid[]) AS id`, {
    sbomIds,
  });
}

/** By single numbers, because a writer that started earlier may still insert a lower one. */
export async function deleteScoreChanges(sql: Sql, changes: readonly ScoreChange[]): Promise<void> {
  await sql.run('DELETE FROM score_changes WHERE seq = ANY ($seqs::bigint[])', { seqs: changes.map(({ seq }) => seq) });
}

/** Equivalent entries of any SBOMs: same entity, licence, status and ruleset. */
export interface EntryGroup extends ScoredProperties {
  readonly entity_id: string;
  /** Digest of the stored entity. */
  readonly digest: string;
  readonly org_id: string;
  readonly ruleset_id: string | null;
  /** Must be scored one by one: statements apply, or the entry itself changed. */
  readonly is_apart: boolean;
  /** Row pointers (ctid) of their scores, as a PostgreSQL array literal. */
  readonly places: string;
  readonly entries: number;
}

/** What the entries of a group are given, and the ruleset that they were assessed by. */
type GroupOutcome = ScoreOutcome & EntryGroup & { readonly assessed_by: string; readonly assessed_version: number };

/** The entity changed since the entry was scored. */
const isStale = `split_part(s.stamp, ' ', 2) <> e.digest`;

/** Scored entries of each entity; entities without any are left out. */
export function countEntries(
  sql: Sql,
  entityIds: readonly string[],
): Promise<{ entity_id: string; entries: number }[]> {
  return sql.query(
    `SELECT entity_id, count(*)::int AS entries FROM component_scores
     WHERE entity_id = ANY ($entityIds::uuid[]) GROUP BY 1 ORDER BY 1`,
    { entityIds },
  );
}

/** Stale entries of the entities, at most `limit`, grouped by the input of their score. */
export function findStaleGroups(sql: Sql, entityIds: readonly string[], limit: number): Promise<EntryGroup[]> {
  return sql.query<EntryGroup>(
    `SELECT entity_id, digest, license, is_resolved, is_package_undecided, org_id, ruleset_id, is_apart,
       array_agg(place)::text AS places, count(*)::int AS entries
     FROM (
       SELECT s.entity_id, e.digest, s.license, s.is_resolved, s.is_package_undecided, b.org_id, b.ruleset_id,
         s.is_contested OR s.stamp = '' AS is_apart, s.ctid AS place
       FROM entity_scores e JOIN component_scores s ON s.entity_id = e.entity_id
       JOIN sboms b ON b.id = s.sbom_id AND b.deleted_at IS NULL
       WHERE e.entity_id = ANY ($entityIds::uuid[]) AND ${isStale} LIMIT $limit) stale
     GROUP BY 1, 2, 3, 4, 5, 6, 7, 8`,
    { entityIds, limit },
  );
}

/** The next stale entries of the entities, ordered by SBOM. */
export function nextStaleEntries(
  sql: Sql,
  entityIds: readonly string[],
  after: EntryReference,
  limit: number,
): Promise<EntryReference[]> {
  return sql.query<EntryReference>(
    // Materialized, because few entries are stale: the planner would otherwise scan all in order.
    `WITH stale AS MATERIALIZED (
       SELECT s.component_id AS id, s.sbom_id FROM entity_scores e JOIN component_scores s ON s.entity_id = e.entity_id
       WHERE e.entity_id = ANY ($entityIds::uuid[]) AND ${isStale})
     SELECT id, sbom_id FROM stale WHERE (sbom_id, id) > ($sbomId::uuid, $id::uuid) ORDER BY sbom_id, id LIMIT $limit`,
    { entityIds, sbomId: after.sbom_id, id: after.id, limit },
  );
}

/**
 * Stores the outcome of each group for all its entries. Entries that were scored or marked as outdated in between are
 * skipped. An entry that changed itself stays outdated.
 *
 * @returns the SBOMs of the entries, and the number of updated entries
 */
export async function updateStaleScores(
  sql: Sql,
  outcomes: readonly GroupOutcome[],
): Promise<{ sbomIds: string[]; entries: number }> {
  const parameters = { outcomes: JSON.stringify(outcomes) };
  await keepFailures(
    sql,
    `SELECT s.sbom_id, s.org_id, a.failures
     FROM (SELECT unnest(o.places::tid[]) AS place, o.failures
           FROM jsonb_to_recordset($outcomes::jsonb) AS o (places text, failures jsonb)) a
     JOIN component_scores s ON s.ctid = a.place`,
    parameters,
  );
  const rows = await sql.query<{ sbom_id: string; entries: number }>(
    // A row that was rewritten in between has another ctid, so all group columns are compared again.
    // OFFSET 0 keeps the planner from starting with all SBOMs of the organization.
    `WITH alike AS MATERIALIZED (
       SELECT unnest(o.places::tid[]) AS place, o.* FROM jsonb_to_recordset($outcomes::jsonb) AS o (entity_id uuid,
         digest text, license text, is_resolved boolean, is_package_undecided boolean, org_id uuid, ruleset_id uuid, places text, risk float8,
         risk_ecosystem float8, risk_technology float8, risk_supply_chain float8, risk_coverage float8, examined text,
         failures jsonb, assessed_by uuid, assessed_version int)
     ), written AS (
       UPDATE component_scores s SET risk = a.risk, risk_ecosystem = a.risk_ecosystem,
         risk_technology = a.risk_technology, risk_supply_chain = a.risk_supply_chain,
         risk_coverage = a.risk_coverage, examined = a.examined, failures_key = ${failuresKey('a.failures')},
         ruleset_id = a.assessed_by, ruleset_version = a.assessed_version,
         stamp = concat_ws(' ', split_part(s.stamp, ' ', 1), a.digest), scored_at = now()
       FROM alike a
       WHERE s.ctid = a.place AND s.entity_id = a.entity_id AND s.is_resolved = a.is_resolved
         AND s.is_package_undecided = a.is_package_undecided
         AND s.license IS NOT DISTINCT FROM a.license AND NOT s.is_contested
         AND split_part(s.stamp, ' ', 2) NOT IN ('', a.digest)
         AND EXISTS (SELECT FROM sboms b WHERE b.id = s.sbom_id AND b.deleted_at IS NULL AND b.org_id = a.org_id
           AND b.ruleset_id IS NOT DISTINCT FROM a.ruleset_id OFFSET 0)
       RETURNING s.sbom_id)
     SELECT sbom_id, count(*)::int AS entries FROM written GROUP BY sbom_id`,
    parameters,
  );
  return { sbomIds: rows.map(({ sbom_id }) => sbom_id), entries: rows.reduce((sum, one) => sum + one.entries, 0) };
}

/** Marks the entries outdated whose statements have just expired. @returns their SBOMs */
export async function markExpiredStatements(sql: Sql): Promise<{ id: string; org_id: string; team_id: string }[]> {
  return sql.query(
    `WITH expired AS MATERIALIZED (
       SELECT t.component_id, b.id, b.org_id, b.team_id
       FROM component_statements t JOIN sboms b ON b.id = t.sbom_id AND b.deleted_at IS NULL
       WHERE t.expires_at <= now() AND t.status <> 'expired'),
     marked AS (
       UPDATE component_scores s SET stamp = '' FROM expired e WHERE s.component_id = e.component_id AND s.stamp <> '')
     SELECT DISTINCT id, org_id, team_id FROM expired`,
  );
}

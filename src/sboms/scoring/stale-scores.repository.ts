import type { Sql } from '../../platform/database/sql.js';
import type { ScoreOutcome, ScoredProperties } from './component-score.js';
import type { EntryReference } from './scoring.repository.js';

/** Entries, of any bills, that are judged alike: by the same entity, licence, status and ruleset. */
export interface EntryGroup extends ScoredProperties {
  readonly entity_id: string;
  /** Of the entity as it is stored. */
  readonly digest: string;
  readonly org_id: string;
  readonly ruleset_id: string | null;
  /** They are to be judged one by one: something is said of them, or they have changed themselves. */
  readonly is_apart: boolean;
  /** Where their scores stand, as PostgreSQL writes an array of places. */
  readonly places: string;
  readonly entries: number;
}

/** The entity has come out different since the entry was scored. */
const isStale = `split_part(s.stamp, ' ', 2) <> e.digest`;

/** Scores of entries that say what an entity was before it came out different. */

/** Those of the entities' entries, by what they are judged by. */
export function findStaleGroups(sql: Sql, entityIds: readonly string[]): Promise<EntryGroup[]> {
  return sql.query<EntryGroup>(
    `SELECT s.entity_id, e.digest, s.license, s.is_resolved, b.org_id, b.ruleset_id,
       s.is_contested OR s.stamp = '' AS is_apart, array_agg(s.ctid)::text AS places, count(*)::int AS entries
     FROM entity_scores e JOIN component_scores s ON s.entity_id = e.entity_id
     JOIN sboms b ON b.id = s.sbom_id AND b.deleted_at IS NULL
     WHERE e.entity_id = ANY ($entityIds::uuid[]) AND ${isStale} GROUP BY 1, 2, 3, 4, 5, 6, 7`,
    { entityIds },
  );
}

/** The next of the entities' entries, in order of bills. */
export function nextStaleEntries(
  sql: Sql,
  entityIds: readonly string[],
  after: EntryReference,
  limit: number,
): Promise<EntryReference[]> {
  return sql.query<EntryReference>(
    // Materialized, because few are stale, and the order would have them sought among all there are.
    `WITH stale AS MATERIALIZED (
       SELECT s.component_id AS id, s.sbom_id FROM entity_scores e JOIN component_scores s ON s.entity_id = e.entity_id
       WHERE e.entity_id = ANY ($entityIds::uuid[]) AND ${isStale})
     SELECT id, sbom_id FROM stale WHERE (sbom_id, id) > ($sbomId::uuid, $id::uuid) ORDER BY sbom_id, id LIMIT $limit`,
    { entityIds, sbomId: after.sbom_id, id: after.id, limit },
  );
}

/**
 * Stores what came out, each for all that are judged alike; an entry that somebody has scored or outdated in between
 * is left as it is. The stamp of one that has changed itself goes on to say so.
 *
 * @returns the bills that the entries belong to, and how many entries were written
 */
export async function updateStaleScores(
  sql: Sql,
  outcomes: readonly (ScoreOutcome & EntryGroup)[],
): Promise<{ sbomIds: string[]; entries: number }> {
  const rows = await sql.query<{ sbom_id: string; entries: number }>(
    // What has been written anew in between is no longer at its place; what stands there instead is asked for
    // everything that makes it alike. OFFSET keeps the planner from beginning with all bills of the organization.
    `WITH alike AS MATERIALIZED (
       SELECT unnest(o.places::tid[]) AS place, o.* FROM jsonb_to_recordset($outcomes::jsonb) AS o (entity_id uuid,
         digest text, license text, is_resolved boolean, org_id uuid, ruleset_id uuid, places text, risk float8,
         risk_ecosystem float8, risk_technology float8, risk_supply_chain float8, failures jsonb)
     ), written AS (
       UPDATE component_scores s SET risk = a.risk, risk_ecosystem = a.risk_ecosystem,
         risk_technology = a.risk_technology, risk_supply_chain = a.risk_supply_chain, failures = a.failures,
         stamp = concat_ws(' ', split_part(s.stamp, ' ', 1), a.digest), scored_at = now()
       FROM alike a
       WHERE s.ctid = a.place AND s.entity_id = a.entity_id AND s.is_resolved = a.is_resolved
         AND s.license IS NOT DISTINCT FROM a.license AND NOT s.is_contested
         AND split_part(s.stamp, ' ', 2) NOT IN ('', a.digest)
         AND EXISTS (SELECT FROM sboms b WHERE b.id = s.sbom_id AND b.deleted_at IS NULL AND b.org_id = a.org_id
           AND b.ruleset_id IS NOT DISTINCT FROM a.ruleset_id OFFSET 0)
       RETURNING s.sbom_id)
     SELECT sbom_id, count(*)::int AS entries FROM written GROUP BY sbom_id`,
    { outcomes: JSON.stringify(outcomes) },
  );
  return { sbomIds: rows.map(({ sbom_id }) => sbom_id), entries: rows.reduce((sum, one) => sum + one.entries, 0) };
}

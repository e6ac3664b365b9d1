import { Injectable } from '@nestjs/common';
import type { Sql } from '../../platform/database/sql.js';
import type { Outcome, Stated } from './component-verdict.js';
import type { EntryPlace } from './scoring.repository.js';

/** Entries, of any bills, that are judged alike: by the same entity, licence, status and ruleset. */
export interface AlikeEntries extends Stated {
  readonly entity_id: string;
  /** Of the entity as it is stored. */
  readonly digest: string;
  readonly org_id: string;
  readonly ruleset_id: string | null;
}

/** The entity has come out different since the entry was scored. */
const isStale = `split_part(s.stamp, ' ', 2) <> e.digest`;

/** Scores of entries that say what an entity was before it came out different. */
@Injectable()
export class StaleScoresRepository {
  /**
   * Those of the entities' entries, by what they are judged by. Without entries of which a person or a document says
   * something, and without those that are outdated: what outdated them has queued their scoring. Of an entry that has
   * changed itself the same holds, and its stamp goes on to say so.
   */
  alike(sql: Sql, entityIds: readonly string[]): Promise<AlikeEntries[]> {
    return sql.query<AlikeEntries>(
      `SELECT DISTINCT s.entity_id, e.digest, s.license, s.is_resolved, b.org_id, b.ruleset_id
       FROM entity_scores e JOIN component_scores s ON s.entity_id = e.entity_id
       JOIN sboms b ON b.id = s.sbom_id AND b.deleted_at IS NULL
       WHERE e.entity_id = ANY ($1::uuid[]) AND s.stamp <> '' AND ${isStale} AND NOT s.is_contested`,
      [entityIds],
    );
  }

  /** The next of the entities' entries, in order of bills. */
  next(sql: Sql, entityIds: readonly string[], after: EntryPlace, limit: number): Promise<EntryPlace[]> {
    return sql.query<EntryPlace>(
      // Materialized, because few are stale, and the order would have them sought among all there are.
      `WITH stale AS MATERIALIZED (
         SELECT s.component_id AS id, s.sbom_id FROM entity_scores e JOIN component_scores s ON s.entity_id = e.entity_id
         WHERE e.entity_id = ANY ($1::uuid[]) AND ${isStale})
       SELECT id, sbom_id FROM stale WHERE (sbom_id, id) > ($2::uuid, $3::uuid) ORDER BY sbom_id, id LIMIT $4`,
      [entityIds, after.sbom_id, after.id, limit],
    );
  }

  /**
   * Stores what came out, each for all that are judged alike; an entry that somebody has scored or outdated in between
   * is left as it is.
   *
   * @returns the bills that the entries belong to, and how many entries were written
   */
  async write(
    sql: Sql,
    outcomes: readonly (Outcome & AlikeEntries)[],
  ): Promise<{ sbomIds: string[]; entries: number }> {
    const rows = await sql.query<{ sbom_id: string; entries: number }>(
      // Entries are sought by their entities, outcome by outcome, whatever the planner thinks of the number of bills; a
      // row that has been written anew in between is no longer at its place.
      `WITH alike AS MATERIALIZED (
         SELECT s.place, s.sbom_id, o.* FROM jsonb_to_recordset($1::jsonb) AS o (entity_id uuid, digest text,
           license text, is_resolved boolean, org_id uuid, ruleset_id uuid, risk float8, risk_ecosystem float8,
           risk_technology float8, risk_supply_chain float8, failures jsonb)
         CROSS JOIN LATERAL (
           SELECT ctid AS place, sbom_id FROM component_scores s
           WHERE s.entity_id = o.entity_id AND s.is_resolved = o.is_resolved
             AND s.license IS NOT DISTINCT FROM o.license OFFSET 0) s
       ), written AS (
         UPDATE component_scores s SET risk = a.risk, risk_ecosystem = a.risk_ecosystem,
           risk_technology = a.risk_technology, risk_supply_chain = a.risk_supply_chain, failures = a.failures,
           stamp = concat_ws(' ', split_part(s.stamp, ' ', 1), a.digest), scored_at = now()
         FROM alike a JOIN sboms b ON b.id = a.sbom_id
         WHERE s.ctid = a.place AND NOT s.is_contested
           AND split_part(s.stamp, ' ', 2) NOT IN ('', a.digest) AND b.deleted_at IS NULL AND b.org_id = a.org_id
           AND b.ruleset_id IS NOT DISTINCT FROM a.ruleset_id
         RETURNING s.sbom_id)
       SELECT sbom_id, count(*)::int AS entries FROM written GROUP BY sbom_id`,
      [JSON.stringify(outcomes)],
    );
    return { sbomIds: rows.map(({ sbom_id }) => sbom_id), entries: rows.reduce((sum, one) => sum + one.entries, 0) };
  }
}

import { Injectable } from '@nestjs/common';
import type { BomLicense } from '../../model/document.js';
import type { Sql } from '../../platform/database/sql.js';
import type { Outcome } from './component-verdict.js';
import type { EntryPlace } from './scoring.repository.js';

/** Entries, of any bills, that are judged alike: by the same entity, licence, status and ruleset. */
export interface AlikeEntries {
  readonly entity_id: string;
  /** Of the entity as it is stored. */
  readonly digest: string;
  readonly org_id: string;
  readonly ruleset_id: string | null;
  readonly status: string;
  readonly licenses: readonly BomLicense[] | null;
  /** Their ids as a PostgreSQL array: they may be many, and nobody here reads them. */
  readonly ids: string;
}

/** The entity has come out different since the entry was scored. */
const isStale = `split_part(s.stamp, ' ', 2) <> e.digest`;

/** Scores of entries that say what an entity was before it came out different. */
@Injectable()
export class StaleScoresRepository {
  /**
   * Those of the entities' entries, by what they are judged by. Without entries of which a person or a document says
   * something, and without those that have changed themselves since they were scored: what changed them has queued that.
   */
  alike(sql: Sql, entityIds: readonly string[]): Promise<AlikeEntries[]> {
    return sql.query<AlikeEntries>(
      `WITH stale AS MATERIALIZED (
         SELECT s.component_id, s.sbom_id, s.entity_id, e.digest, split_part(s.stamp, ' ', 1) AS row_stamp
         FROM entity_scores e JOIN component_scores s ON s.entity_id = e.entity_id
         WHERE e.entity_id = ANY ($1::uuid[]) AND ${isStale}
       ), bills AS MATERIALIZED (
         SELECT b.id, b.org_id, b.ruleset_id FROM (SELECT DISTINCT sbom_id FROM stale) touched
         JOIN sboms b ON b.id = touched.sbom_id AND b.deleted_at IS NULL
         WHERE NOT EXISTS (SELECT FROM sbom_parts p WHERE p.sbom_id = b.id AND p.kind = 'vulnerability')
       )
       SELECT stale.entity_id, stale.digest, bills.org_id, bills.ruleset_id, c.status, c.source -> 'licenses' AS licenses,
         array_agg(c.id)::text AS ids
       FROM stale JOIN bills ON bills.id = stale.sbom_id
       JOIN components c ON c.id = stale.component_id AND c.deleted_at IS NULL AND c.xmin::text = stale.row_stamp
       WHERE NOT EXISTS (SELECT FROM vulnerability_statements v
                         WHERE v.sbom_id = stale.sbom_id AND v.component_id = stale.component_id)
       GROUP BY 1, 2, 3, 4, 5, 6`,
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
    outcomes: readonly (Outcome & { readonly ids: string; readonly digest: string })[],
  ): Promise<{ sbomIds: string[]; entries: number }> {
    const rows = await sql.query<{ sbom_id: string; entries: number }>(
      `WITH written AS (
         UPDATE component_scores s SET risk = o.risk, risk_ecosystem = o.risk_ecosystem,
           risk_technology = o.risk_technology, risk_supply_chain = o.risk_supply_chain, failures = o.failures,
           stamp = concat_ws(' ', split_part(s.stamp, ' ', 1), o.digest), scored_at = now()
         FROM jsonb_to_recordset($1::jsonb) AS o (ids text, digest text, risk float8, risk_ecosystem float8,
           risk_technology float8, risk_supply_chain float8, failures jsonb)
         CROSS JOIN unnest(o.ids::uuid[]) AS id
         WHERE s.component_id = id AND split_part(s.stamp, ' ', 2) NOT IN ('', o.digest)
         RETURNING s.sbom_id)
       SELECT sbom_id, count(*)::int AS entries FROM written GROUP BY sbom_id`,
      [JSON.stringify(outcomes)],
    );
    return { sbomIds: rows.map(({ sbom_id }) => sbom_id), entries: rows.reduce((sum, one) => sum + one.entries, 0) };
  }
}

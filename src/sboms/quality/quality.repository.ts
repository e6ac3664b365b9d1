import type { BomComponent } from '../../model/document.js';
import type { VisibleScope } from '../../organizations/access/actor.js';
import { visibleRows } from '../../organizations/access/visible-rows.js';
import type { PreviousDelivery } from '../../quality/quality-letter.js';
import type { Sql } from '../../platform/database/sql.js';

/** The components of the file, as it has them, in its order. */
export function streamDeliveredComponents(sql: Sql, sbomId: string): AsyncIterable<{ source: BomComponent }[]> {
  return sql.batches(
    `SELECT source FROM components
     WHERE sbom_id = $sbomId AND deleted_at IS NULL AND source IS NOT NULL ORDER BY position, id`,
    { sbomId },
  );
}

/**
 * The last delivery before the newest one: an earlier import of the SBOM, or of another SBOM of the same name by the same
 * supplier that the caller sees. Null: there was none, or a release without quality took it.
 */
export async function findPreviousDelivery(
  sql: Sql,
  sbomId: string,
  { organizations, teams }: VisibleScope,
): Promise<PreviousDelivery | null> {
  return sql.one<PreviousDelivery>(
    `WITH own AS (
       SELECT b.*, coalesce((SELECT min(checked_at) FROM delivery_qualities q
         WHERE q.sbom_id = b.id AND q.import_number = b.import_number), now()) AS came_at
       FROM sboms b WHERE b.id = $sbomId)
     SELECT q.sbom_id, b.name, b.version, q.import_number, max(q.checked_at) AS checked_at,
       jsonb_agg(jsonb_build_object('id', q.standard, 'met', q.met, 'score', q.score) ORDER BY q.standard) AS standards
     FROM own JOIN sboms b ON b.org_id = own.org_id AND b.deleted_at IS NULL
         AND (b.id = own.id OR (b.name = own.name AND b.supplier = own.supplier AND own.supplier <> '' AND ${visibleRows('b')}))
       JOIN delivery_qualities q ON q.sbom_id = b.id AND q.checked_at < own.came_at
         AND NOT (q.sbom_id = own.id AND q.import_number >= own.import_number)
     GROUP BY q.sbom_id, b.name, b.version, q.import_number ORDER BY max(q.checked_at) DESC, q.import_number DESC LIMIT 1`,
    { sbomId, organizations, teams },
  );
}

export async function countAddedByHand(sql: Sql, sbomId: string): Promise<number> {
  const row = await sql.one<{ n: number }>(
    'SELECT count(*)::int AS n FROM components WHERE sbom_id = $sbomId AND deleted_at IS NULL AND source IS NULL',
    { sbomId },
  );
  return row?.n ?? 0;
}

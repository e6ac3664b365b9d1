import type { BomComponent } from '../../model/document.js';
import type { Sql } from '../../platform/database/sql.js';

/** The components of the file, as it has them, in its order. */
export function streamDeliveredComponents(sql: Sql, sbomId: string): AsyncIterable<{ source: BomComponent }[]> {
  return sql.batches(
    `SELECT source FROM components
     WHERE sbom_id = $sbomId AND deleted_at IS NULL AND source IS NOT NULL ORDER BY position, id`,
    { sbomId },
  );
}

export async function countAddedByHand(sql: Sql, sbomId: string): Promise<number> {
  const row = await sql.one<{ n: number }>(
    'SELECT count(*)::int AS n FROM components WHERE sbom_id = $sbomId AND deleted_at IS NULL AND source IS NULL',
    { sbomId },
  );
  return row?.n ?? 0;
}

import type { Sql } from '../../platform/database/sql.js';
import type { DependencyEdges } from './dependency-graph.js';

/** An entry as dependencies name it. */
export interface DependencyEntry {
  readonly id: string;
  readonly ref: string;
  readonly name: string;
  readonly org: string;
  readonly version: string;
  readonly status: string;
}

/** Edges of the last import, in the order of the file. */
export function streamEdges(sql: Sql, sbomId: string): AsyncIterable<DependencyEdges[]> {
  return sql.batches<DependencyEdges>(
    `SELECT data ->> 'from' AS "from", data ->> 'kind' AS kind,
       ARRAY(SELECT jsonb_array_elements_text(data -> 'to')) AS "to"
     FROM sbom_dependencies WHERE sbom_id = $sbomId ORDER BY seq`,
    { sbomId },
  );
}

export async function findSubjectRef(sql: Sql, sbomId: string): Promise<string | null> {
  const row = await sql.one<{ ref: string | null }>(
    `SELECT subject ->> 'ref' AS ref FROM sbom_documents WHERE sbom_id = $sbomId`,
    { sbomId },
  );
  return row?.ref ?? null;
}

export function findEntriesByRef(sql: Sql, sbomId: string, refs: readonly string[]): Promise<DependencyEntry[]> {
  return sql.query<DependencyEntry>(
    `SELECT id, ref, name, org, version, status FROM components
     WHERE sbom_id = $sbomId AND deleted_at IS NULL AND ref = ANY ($refs::text[]) ORDER BY position, id`,
    { sbomId, refs },
  );
}

/** Entries that none of the refs names. */
export async function countEntriesOutside(sql: Sql, sbomId: string, refs: readonly string[]): Promise<number> {
  const row = await sql.one<{ n: number }>(
    `SELECT count(*)::int AS n FROM components c
     WHERE sbom_id = $sbomId AND deleted_at IS NULL
       AND NOT EXISTS (SELECT FROM unnest($refs::text[]) AS r (ref) WHERE r.ref = c.ref)`,
    { sbomId, refs },
  );
  return row?.n ?? 0;
}

export function findEntryRef(sql: Sql, id: string): Promise<{ sbom_id: string; ref: string } | null> {
  return sql.one('SELECT sbom_id, ref FROM components WHERE id = $id AND deleted_at IS NULL', { id });
}

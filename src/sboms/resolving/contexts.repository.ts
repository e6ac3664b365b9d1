import type { ListedEvidence, ListSummary } from '../../resolution/lists/list-summary.js';
import type { Sql } from '../../platform/database/sql.js';
import { hintColumn, pendingColumns, type PendingRow } from './pending.repository.js';

/** The purl that the file declares or a person selected. */
const surePurl = `CASE WHEN 'package' = ANY (decided) THEN coalesce(selected_purl, '')
  WHEN identity LIKE 'pkg:%' THEN identity ELSE '' END`;

/** Entries that may use what the rest of the SBOM says: nobody has named their package. */
const isOpen = `identity NOT LIKE 'pkg:%' AND NOT 'package' = ANY (decided)`;

export async function hasOpenEntries(sql: Sql, sbomId: string): Promise<boolean> {
  const row = await sql.one<{ found: boolean }>(
    `SELECT EXISTS (SELECT FROM components WHERE sbom_id = $sbomId AND deleted_at IS NULL AND ${isOpen}) AS found`,
    { sbomId },
  );
  return row?.found ?? false;
}

/** What is sure about each entry of the SBOM by itself. */
export function streamSureEvidence(sql: Sql, sbomId: string): AsyncIterable<ListedEvidence[]> {
  return sql.batches<ListedEvidence>(
    `SELECT purl, version, CASE WHEN purl = '' THEN coalesce(${hintColumn}, '') ELSE '' END AS hint
     FROM (SELECT ${surePurl} AS purl, version, source FROM components
           WHERE sbom_id = $sbomId AND deleted_at IS NULL) entry`,
    { sbomId },
    5_000,
  );
}

/** Open entries, the same ones whatever their ids and order: in order of a hash of their names. */
export function sampleOpenEntries(sql: Sql, sbomId: string, limit: number): Promise<PendingRow[]> {
  return sql.query<PendingRow>(
    `SELECT ${pendingColumns} FROM components WHERE id = ANY (ARRAY(
       SELECT id FROM components WHERE sbom_id = $sbomId AND deleted_at IS NULL AND ${isOpen}
       ORDER BY md5(concat_ws(E'\\n', name, org, version)), id LIMIT $limit))`,
    { sbomId, limit },
  );
}

export async function findSummary(sql: Sql, sbomId: string): Promise<ListSummary | null> {
  const row = await sql.one<{ summary: ListSummary }>('SELECT summary FROM sbom_contexts WHERE sbom_id = $sbomId', {
    sbomId,
  });
  return row?.summary ?? null;
}

export async function findSummaries(sql: Sql, sbomIds: readonly string[]): Promise<Map<string, ListSummary>> {
  const rows = await sql.query<{ sbom_id: string; summary: ListSummary }>(
    'SELECT sbom_id, summary FROM sbom_contexts WHERE sbom_id = ANY ($sbomIds::uuid[])',
    { sbomIds },
  );
  return new Map(rows.map(({ sbom_id, summary }) => [sbom_id, summary]));
}

export async function storeSummary(
  sql: Sql,
  { sbomId, orgId }: { readonly sbomId: string; readonly orgId: string },
  summary: ListSummary,
): Promise<void> {
  await sql.run(
    `INSERT INTO sbom_contexts (sbom_id, org_id, summary) VALUES ($sbomId, $orgId, $summary)
     ON CONFLICT (sbom_id) DO UPDATE SET summary = excluded.summary, updated_at = now()`,
    { sbomId, orgId, summary: JSON.stringify(summary) },
  );
}

/**
 * The rest of the SBOM says something else than before: its open entries are resolved again. The new generation keeps a
 * resolution that is under way from writing them; where nothing was said before, none can be.
 */
export async function markOpenPending(sql: Sql, sbomId: string, { isFirst }: { isFirst: boolean }): Promise<void> {
  await sql.run(
    `UPDATE components SET pending = true, generation = generation + 1
     WHERE sbom_id = $sbomId AND deleted_at IS NULL AND NOT (pending AND $isFirst) AND ${isOpen}`,
    { sbomId, isFirst },
  );
}

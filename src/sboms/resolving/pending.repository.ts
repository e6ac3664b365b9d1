import type { Sql } from '../../platform/database/sql.js';
import type { ComponentRow } from '../components/components.repository.js';
import { isInternal } from '../internal-entries.js';

/** An entry that waits for resolution, with the identifiers from its file. */
export interface PendingRow extends ComponentRow {
  readonly sbom_id: string;
  readonly org_id: string;
  readonly internal: boolean;
  readonly purls: string[] | null;
  readonly cpes: string[] | null;
  readonly repositories: string[] | null;
  /** Ecosystem as the file or scanner spells it. */
  readonly hint: string | null;
}

/** The ecosystem as the file or scanner spells it; null where they do not. */
export const hintColumn = `(SELECT property ->> 'value' FROM jsonb_array_elements(source -> 'properties') property
   WHERE property ->> 'name' IN ('ecosystem', 'syft:package:type', 'aquasecurity:trivy:PkgType') LIMIT 1)`;

export const pendingColumns = `id, sbom_id, org_id, internal, identity, position, name, org, version, project_id, search_results, suggestions, error_message,
  decided, pending, generation, source -> 'purls' AS purls, source -> 'cpes' AS cpes,
  (SELECT jsonb_agg(reference -> 'url') FROM jsonb_array_elements(source -> 'references') reference
   WHERE reference ->> 'type' = 'vcs') AS repositories,
  ${hintColumn} AS hint`;

/** Sorts before every id. */
export const firstId = '00000000-0000-0000-0000-000000000000';

/** Of which entries of an SBOM: those that wait, or all. */
export type Which = 'pending' | 'all';

interface EntriesOf {
  readonly sbomId: string;
  readonly which: Which;
  /** Without those that say that they are internal. */
  readonly isUnmarked?: boolean;
}

/** The next entries of the SBOM, in order of position after `after`. */
export function nextEntries(
  sql: Sql,
  { sbomId, which, isUnmarked = false }: EntriesOf,
  after: { position: number; id: string },
  limit: number,
): Promise<PendingRow[]> {
  return sql.query<PendingRow>(
    `SELECT ${pendingColumns} FROM components
     WHERE sbom_id = $sbomId ${which === 'pending' ? 'AND pending' : ''} AND deleted_at IS NULL
       ${isUnmarked ? `AND NOT ${isInternal('components')}` : ''} AND (position, id) > ($position, $id::uuid)
     ORDER BY position, id LIMIT $limit`,
    { sbomId, position: after.position, id: after.id, limit },
  );
}

/** Live entries of the organization or SBOM, waiting or not, in order of id after `after`. */
export function entriesAfter(
  sql: Sql,
  of: { readonly org_id: string } | { readonly sbom_id: string },
  after: string,
  limit: number,
): Promise<PendingRow[]> {
  const [owner, id] = 'org_id' in of ? ['org_id', of.org_id] : ['sbom_id', of.sbom_id];
  return sql.query<PendingRow>(
    `SELECT ${pendingColumns} FROM components
     WHERE ${owner} = $id AND id > $after::uuid AND deleted_at IS NULL ORDER BY id LIMIT $limit`,
    { id, after, limit },
  );
}

export function findPendingEntry(sql: Sql, id: string): Promise<PendingRow | null> {
  return sql.one<PendingRow>(`SELECT ${pendingColumns} FROM components WHERE id = $id AND deleted_at IS NULL`, { id });
}

export function findEntriesById(sql: Sql, ids: readonly string[]): Promise<PendingRow[]> {
  return sql.query<PendingRow>(
    `SELECT ${pendingColumns} FROM components WHERE id = ANY ($ids::uuid[]) AND deleted_at IS NULL`,
    { ids },
  );
}

export async function countEntries(sql: Sql, sbomId: string, which: Which): Promise<number> {
  const row = await sql.one<{ n: number }>(
    `SELECT count(*)::int AS n FROM components
     WHERE sbom_id = $sbomId ${which === 'pending' ? 'AND pending' : ''} AND deleted_at IS NULL`,
    { sbomId },
  );
  return row?.n ?? 0;
}

/**
 * Writes results of resolution. An entry that changed since it was read (other generation) keeps waiting.
 *
 * @param changes.found entries with new results, as JSON
 * @param changes.same entries without new results, which only wait no longer
 * @param changes.isRescan written entries get a new generation, which keeps a resolution that is under way from writing
 *   what it found before
 * @returns ids of the entries of `found` that were written
 */
export async function writeResolvedEntries(
  sql: Sql,
  {
    found,
    same,
    isRescan,
  }: { found: readonly { readonly json: string }[]; same: readonly ComponentRow[]; isRescan: boolean },
): Promise<ReadonlySet<string>> {
  if (same.length > 0)
    await sql.run(
      `UPDATE components c SET pending = false, generation = c.generation + $isRescan::boolean::int
       FROM unnest($ids::uuid[], $generations::int[]) AS e (id, generation)
       WHERE c.id = e.id AND c.generation = e.generation`,
      { ids: same.map((row) => row.id), generations: same.map((row) => row.generation), isRescan },
    );
  if (found.length === 0) return new Set();
  const rows = await sql.query<{ id: string }>(
    `UPDATE components c SET
       status = CASE WHEN c.disposition IS NULL THEN e.status ELSE 'resolved' END, search_results = e.search_results, suggestions = nullif(e.suggestions, 'null'::jsonb),
       error_message = '', selected_purl = e.purl, selected_cpe = e.cpe, selected_repo = e."repoUrl",
       svc_id = e."svcId", confidence = e.confidence, internal = e.internal,
       generation = c.generation + $isRescan::boolean::int, pending = false, updated_at = now()
     FROM jsonb_to_recordset($rows::jsonb) AS e (
       id uuid, generation int, status text, search_results jsonb, suggestions jsonb, purl text, cpe text,
       "repoUrl" text, "svcId" text, confidence double precision, internal boolean)
     WHERE c.id = e.id AND c.generation = e.generation AND c.deleted_at IS NULL RETURNING c.id`,
    { rows: `[${found.map((one) => one.json).join(',')}]`, isRescan },
  );
  return new Set(rows.map(({ id }) => id));
}

/**
 * Copies cached outcomes into entries without earlier results, as `writeResolvedEntries` would write them.
 *
 * @returns the number of entries written; less where one has changed, or its outcome is no longer cached
 */
export async function copyCachedOutcomes(
  sql: Sql,
  copies: readonly { readonly row: ComponentRow; readonly key: string }[],
): Promise<number> {
  if (copies.length === 0) return 0;
  const written = await sql.one<{ n: number }>(
    `SELECT count(*)::int AS n FROM copy_resolution_outcomes($ids::uuid[], $generations::integer[], $keys::text[])`,
    {
      ids: copies.map(({ row }) => row.id),
      generations: copies.map(({ row }) => row.generation),
      keys: copies.map(({ key }) => key),
    },
  );
  return written!.n;
}

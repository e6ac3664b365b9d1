import { orderBy, type ListPage, type Orders } from '../../platform/database/order-by.js';
import type { ColumnMapping } from '../../formats/format.js';
import type { Sql } from '../../platform/database/sql.js';
import type { UploadedFile } from '../../platform/http/upload.js';
import type { ImportedFileView, ImportSummary } from './imports.view.js';

/** Why a file was refused, as shown to the caller. */
export interface Refusal {
  /** Of a file that cannot be imported. */
  readonly status: 400 | 403 | 404 | 409 | 413 | 422;
  readonly message: string;
  readonly reason: string;
  readonly place: string;
}

/** What the caller says of a file. */
export interface ImportOptions {
  readonly mapping?: ColumnMapping;
  /** A file without components may replace the entries of the SBOM. */
  readonly allow_empty?: boolean;
  /** The SBOM was created for this file. */
  readonly creates_sbom?: boolean;
}

export interface ImportRow {
  readonly id: string;
  readonly org_id: string;
  readonly sbom_id: string;
  readonly number: number;
  readonly blob: string;
  readonly file_name: string;
  readonly dry_run: boolean;
  readonly options: ImportOptions;
  readonly refusal: Refusal | null;
  readonly visible_at: Date | null;
}

/** Numbers the imports of an SBOM in the order of acceptance; the caller holds the lock of the SBOM. */
export async function insertImport(
  sql: Sql,
  row: {
    id: string;
    org_id: string;
    sbom_id: string;
    upload: UploadedFile;
    dryRun: boolean;
    options: ImportOptions;
  },
): Promise<void> {
  const { sha256, size, fileName } = row.upload;
  await sql.run(
    `INSERT INTO sbom_imports (id, org_id, sbom_id, number, blob, size, file_name, dry_run, options)
     SELECT $id, $orgId, $sbomId, coalesce(max(number), 0) + 1, $sha256, $size, $fileName, $dryRun, $options
     FROM sbom_imports WHERE sbom_id = $sbomId`,
    {
      id: row.id,
      orgId: row.org_id,
      sbomId: row.sbom_id,
      sha256,
      size,
      fileName,
      dryRun: row.dryRun,
      options: JSON.stringify(row.options),
    },
  );
}

export function findImport(sql: Sql, id: string): Promise<ImportRow | null> {
  return sql.one<ImportRow>(
    `SELECT id, org_id, sbom_id, number, blob, file_name, dry_run, options, refusal, visible_at FROM sbom_imports WHERE id = $id`,
    { id },
  );
}

/** The file of the visible import. */
export function findOriginalFile(
  sql: Sql,
  sbomId: string,
): Promise<{ blob: string; size: string; file_name: string } | null> {
  return sql.one(
    `SELECT blob, size, file_name FROM sbom_imports WHERE sbom_id = $sbomId AND visible_at IS NOT NULL AND NOT dry_run
     ORDER BY number DESC LIMIT 1`,
    { sbomId },
  );
}

const importedFileColumns = `i.id, i.number, i.file_name, coalesce(i.format, '') AS format, i.size::float8 AS size,
  i.visible_at AS imported_at, i.signatures, i.entry_count, coalesce((
    SELECT n.entry_count IS NOT NULL FROM sbom_imports n
    WHERE n.sbom_id = i.sbom_id AND n.number > i.number AND n.visible_at IS NOT NULL AND NOT n.dry_run
    ORDER BY n.number LIMIT 1), true) AS is_complete`;

const isVisible = 'i.sbom_id = $sbomId AND i.visible_at IS NOT NULL AND NOT i.dry_run';

const orders: Orders = {
  imported_at: 'i.number',
  file_name: 'i.file_name',
  size: 'i.size',
  entry_count: 'i.entry_count',
};

/** Files that made up the SBOM, the latest first where `sort` says nothing. */
export async function importedFilePage(
  sql: Sql,
  sbomId: string,
  { offset, limit, sort }: ListPage,
): Promise<{ rows: ImportedFileView[]; total: number }> {
  const rows = await sql.query<ImportedFileView>(
    `SELECT ${importedFileColumns} FROM sbom_imports i WHERE ${isVisible}
     ORDER BY ${orderBy(orders, sort, 'i.number DESC', 'i.number')} OFFSET $offset LIMIT $limit`,
    { sbomId, offset, limit },
  );
  const count = await sql.one<{ total: number }>(
    `SELECT count(*)::int AS total FROM sbom_imports i WHERE ${isVisible}`,
    { sbomId },
  );
  return { rows, total: count?.total ?? 0 };
}

export function findImportedFile(sql: Sql, sbomId: string, number: number): Promise<ImportedFileView | null> {
  return sql.one<ImportedFileView>(
    `SELECT ${importedFileColumns} FROM sbom_imports i WHERE ${isVisible} AND i.number = $number`,
    { sbomId, number },
  );
}

export async function refuseImport(sql: Sql, id: string, refusal: Refusal): Promise<void> {
  await sql.run(`UPDATE sbom_imports SET refusal = $refusal WHERE id = $id`, { id, refusal: JSON.stringify(refusal) });
}

/** @returns false if a newer import is visible already: an older one never replaces it */
export async function claimVisibility(sql: Sql, row: ImportRow): Promise<boolean> {
  const claimed = await sql.run(
    `UPDATE sboms SET import_number = $number
     WHERE id = $sbomId AND (deleted_at IS NULL OR $dryRun) AND import_number < $number`,
    { sbomId: row.sbom_id, number: row.number, dryRun: row.dry_run },
  );
  return claimed === 1;
}

export async function makeImportVisible(
  sql: Sql,
  id: string,
  { format, components, signatures }: Pick<ImportSummary, 'format' | 'components' | 'signatures'>,
): Promise<void> {
  await sql.run(
    `UPDATE sbom_imports SET visible_at = now(), format = $format, entry_count = $components,
       signatures = $signatures WHERE id = $id`,
    { id, format, components, signatures: JSON.stringify(signatures) },
  );
}

export async function hasPendingEntries(sql: Sql, sbomId: string): Promise<boolean> {
  const rows = await sql.query(
    `SELECT FROM components WHERE sbom_id = $sbomId AND pending AND deleted_at IS NULL LIMIT 1`,
    { sbomId },
  );
  return rows.length > 0;
}

export async function countEntries(sql: Sql, sbomId: string): Promise<number> {
  const row = await sql.one<{ n: number }>(
    'SELECT count(*)::int AS n FROM components WHERE sbom_id = $sbomId AND deleted_at IS NULL',
    { sbomId },
  );
  return row?.n ?? 0;
}

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../embedded/start-error.js';

export interface BackedUpTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** Hash of the uncompressed rows; a file with another hash is not restored. */
  readonly sha256: string;
}

/** Contents of a backup. Written last: a folder without it is not a backup. */
export interface BackupManifest {
  readonly format: 'stocktake-backup-1';
  readonly created_at: string;
  /** Names of the migrations of the schema, in order. */
  readonly migrations: readonly string[];
  /** In the order of restore: a table after those that it references. */
  readonly tables: readonly BackedUpTable[];
  readonly blobs: number;
}

const fileName = 'manifest.json';

export const tableFile = (folder: string, table: string): string => join(folder, 'tables', `${table}.copy.gz`);
export const blobFile = (folder: string, sha256: string): string => join(folder, 'blobs', sha256.slice(0, 2), sha256);

export const writeBackupManifest = (folder: string, manifest: BackupManifest): Promise<void> =>
  writeFile(join(folder, fileName), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true });

/** @throws StartError if the folder holds no complete backup */
export async function readBackupManifest(folder: string): Promise<BackupManifest> {
  const text = await readFile(join(folder, fileName), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw error;
  });
  const manifest = text === null ? null : parsed(text);
  if (manifest === null)
    throw new StartError(`${folder} holds no whole backup: its ${fileName} is missing or of another kind`);
  return manifest;
}

function parsed(text: string): BackupManifest | null {
  try {
    const manifest = JSON.parse(text) as BackupManifest | null;
    const isWhole = manifest?.format === 'stocktake-backup-1' && Array.isArray(manifest.tables) && Array.isArray(manifest.migrations); // prettier-ignore
    return isWhole ? manifest : null;
  } catch {
    return null;
  }
}

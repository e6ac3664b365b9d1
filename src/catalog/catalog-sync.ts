import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CatalogLoader } from './catalog-loader.js';
import type { Database } from '../platform/database/database.js';
import { checkedSource, failedSource, sourceValidators, storeValidators } from './sources.repository.js';
import { download, type DownloadOptions } from './sources/download.js';
import type { RemoteSource, SourceProgress } from './sources/source.js';

export interface SyncResult {
  readonly source: string;
  readonly state: 'loaded' | 'unchanged' | 'failed';
  readonly taken: number;
  /** Why it failed, for people; null where it did not. */
  readonly message: string | null;
}

export interface SyncOptions {
  readonly onProgress?: (progress: SourceProgress) => void;
  readonly patience?: DownloadOptions['patience'];
}

/** Brings sources up to date, one after the other. Where one fails its old data stays, and the others go on. */
export async function syncSources(
  database: Database,
  loader: CatalogLoader,
  sources: readonly RemoteSource[],
  options: SyncOptions = {},
): Promise<SyncResult[]> {
  const results: SyncResult[] = [];
  for (const source of sources) {
    const folder = await mkdtemp(join(tmpdir(), 'stocktake-source-'));
    try {
      results.push(await syncSource({ database, loader, source, folder }, options));
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      await database.transaction('system', (sql) => failedSource(sql, source.name, source.address, message));
      results.push({ source: source.name, state: 'failed', taken: 0, message });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  return results;
}

interface Work {
  readonly database: Database;
  readonly loader: CatalogLoader;
  readonly source: RemoteSource;
  readonly folder: string;
}

async function syncSource(
  { database, loader, source, folder }: Work,
  { onProgress = () => undefined, patience }: SyncOptions,
): Promise<SyncResult> {
  const { name, address, maxBytes } = source;
  const file = join(folder, address.endsWith('.gz') ? 'file.gz' : 'file');
  const validators = await database.transaction('system', (sql) => sourceValidators(sql, name, address));
  const onBytes = (step: string) => (done: number, total: number) =>
    onProgress({ step: `${name}: ${step}`, done, total });
  const fresh = await download(address, file, { maxBytes, validators, onBytes: onBytes('download'), patience });
  if (fresh === null) {
    await database.transaction('system', (sql) => checkedSource(sql, name));
    return { source: name, state: 'unchanged', taken: 0, message: null };
  }
  const bulk = { name, origin: address, records: () => source.read(file, onBytes('read')) };
  const [result] = await loader.load([bulk], onProgress);
  await database.transaction('system', (sql) => storeValidators(sql, name, fresh));
  return { source: name, state: 'loaded', taken: result!.taken, message: null };
}

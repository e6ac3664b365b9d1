import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { TransientError } from '../model/errors.js';
import { Configuration } from '../platform/configuration/configuration.js';
import { Database } from '../platform/database/database.js';
import { EgressClient } from '../platform/egress/egress-client.js';
import { CatalogLoader } from './catalog-loader.js';
import { markSourceUnchanged, markSourceFailed, sourceValidators, storeValidators } from './sources.repository.js';
import { download, type DownloadOptions } from './sources/download.js';
import { deleteDownload } from './sources/partial-file.js';
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
  readonly signal?: AbortSignal;
}

/** Any number, the same everywhere: whoever holds it fetches sources. */
const syncLock = 7_203_914;

/** Brings the catalogue up to date with its publishers. */
@Injectable()
export class CatalogSync {
  private readonly folder: string;

  constructor(
    private readonly database: Database,
    private readonly loader: CatalogLoader,
    private readonly egress: EgressClient,
    configuration: Configuration,
  ) {
    this.folder = join(configuration.dataDir, 'catalog-downloads');
  }

  /**
   * One source after the other. Where one fails its old data stays, and the others go on; a download that breaks off
   * goes on where it stopped, in the next call too.
   *
   * @throws TransientError while another process is at it
   */
  async sync(sources: readonly RemoteSource[], options: SyncOptions = {}): Promise<SyncResult[]> {
    await mkdir(this.folder, { recursive: true });
    return this.database.session('system', async (session) => {
      const row = await session.one<{ free: boolean }>('SELECT pg_try_advisory_lock($1) AS free', [syncLock]);
      if (!row?.free) throw new TransientError('Sources are being fetched already', 300);
      const results: SyncResult[] = [];
      for (const source of sources) results.push(await this.syncOrReport(source, options));
      return results;
    });
  }

  private async syncOrReport(source: RemoteSource, options: SyncOptions): Promise<SyncResult> {
    try {
      return await this.syncSource(source, options);
    } catch (error) {
      options.signal?.throwIfAborted();
      const message = error instanceof Error ? error.message : String(error);
      await this.database.transaction('system', (sql) => markSourceFailed(sql, source.name, source.address, message));
      return { source: source.name, state: 'failed', taken: 0, message };
    }
  }

  private async syncSource(source: RemoteSource, options: SyncOptions): Promise<SyncResult> {
    const { name, address, maxBytes } = source;
    const { onProgress = () => undefined, patience, signal } = options;
    const file = join(this.folder, address.endsWith('.gz') ? `${name}.gz` : name);
    const validators = await this.database.transaction('system', (sql) => sourceValidators(sql, name, address));
    const onBytes = (step: string) => (done: number, total: number) =>
      onProgress({ step: `${name}: ${step}`, done, total });
    const fetching = { maxBytes, validators, onBytes: onBytes('download'), patience, signal };
    const fresh = await download(this.egress, address, file, fetching);
    if (fresh === null) {
      await this.database.transaction('system', (sql) => markSourceUnchanged(sql, name));
      return { source: name, state: 'unchanged', taken: 0, message: null };
    }
    try {
      const bulk = { name, origin: address, records: () => untilAborted(signal, source.read(file, onBytes('read'))) };
      const [result] = await this.loader.load([bulk], onProgress);
      await this.database.transaction('system', (sql) => storeValidators(sql, name, fresh));
      return { source: name, state: 'loaded', taken: result!.taken, message: null };
    } finally {
      // Who only stops goes on with it later.
      if (!signal?.aborted) await deleteDownload(file);
    }
  }
}

async function* untilAborted<T>(signal: AbortSignal | undefined, items: AsyncIterable<T>): AsyncIterable<T> {
  for await (const item of items) {
    signal?.throwIfAborted();
    yield item;
  }
}

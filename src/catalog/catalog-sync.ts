import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { TransientError } from '../model/errors.js';
import { Configuration } from '../platform/configuration/configuration.js';
import { advisoryLocks } from '../platform/database/advisory-locks.js';
import { Database } from '../platform/database/database.js';
import { EgressClient } from '../platform/egress/egress-client.js';
import { CatalogLoader } from './catalog-loader.js';
import { uncomparedText } from './loading/uncompared.js';
import {
  markSourceUnchanged,
  markSourceFailed,
  isLoadedWhole,
  sourceState,
  storeSourceState,
} from './sources.repository.js';
import type { DownloadOptions } from './sources/download.js';
import type { FeedPart, FeedSource } from './sources/feed.js';
import { mirrored, type Mirrors, readMirrors } from './sources/mirrors.js';
import { deleteDownload } from './sources/partial-file.js';
import { singleFile } from './sources/single-file.js';
import { SourceFeed } from './sources/source-feed.js';
import type { BulkPart, RemoteSource, SourceProgress } from './sources/source.js';

export interface SyncResult {
  readonly source: string;
  readonly state: 'loaded' | 'unchanged' | 'failed';
  readonly taken: number;
  /** Why it failed, or what of it nothing is compared with; else null. */
  readonly message: string | null;
}

export interface SyncOptions {
  readonly onProgress?: (progress: SourceProgress) => void;
  readonly patience?: DownloadOptions['patience'];
  readonly signal?: AbortSignal;
}

/** Downloads and loads what publishers have updated. */
@Injectable()
export class CatalogSync {
  private readonly folder: string;
  private readonly mirrors: Mirrors;

  constructor(
    private readonly database: Database,
    private readonly loader: CatalogLoader,
    private readonly egress: EgressClient,
    configuration: Configuration,
  ) {
    this.folder = join(configuration.dataDir, 'catalog-downloads');
    this.mirrors = readMirrors(configuration.catalogMirrors);
  }

  /**
   * Syncs one source after the other. A failed source keeps its old data; an interrupted download is resumed, also by
   * the next call.
   *
   * @throws TransientError while another process syncs
   */
  async sync(sources: readonly (RemoteSource | FeedSource)[], options: SyncOptions = {}): Promise<SyncResult[]> {
    return this.database.session('system', async (session) => {
      const row = await session.one<{ free: boolean }>('SELECT pg_try_advisory_lock($syncLock) AS free', {
        syncLock: advisoryLocks.catalogSync,
      });
      if (!row?.free) throw new TransientError('A catalogue sync is already running', 300);
      const results: SyncResult[] = [];
      for (const source of sources) results.push(await this.syncOrReport(source, options));
      return results;
    });
  }

  private async syncOrReport(source: RemoteSource | FeedSource, options: SyncOptions): Promise<SyncResult> {
    try {
      return await this.syncSource('fetch' in source ? source : singleFile(source), options, 'fetch' in source);
    } catch (error) {
      options.signal?.throwIfAborted();
      const message = error instanceof Error ? error.message : String(error);
      await this.database.transaction('system', (sql) => markSourceFailed(sql, source.name, source.address, message));
      return { source: source.name, state: 'failed', taken: 0, message };
    }
  }

  private async syncSource(source: FeedSource, options: SyncOptions, namesFiles: boolean): Promise<SyncResult> {
    const { name, address } = source;
    const { onProgress = () => undefined, patience, signal } = options;
    const feed = new SourceFeed(this.egress, {
      folder: join(this.folder, name),
      patience,
      signal,
      namesFiles,
      mirrored: (asked) => mirrored(asked, this.mirrors),
      onBytes: (done, total) => onProgress({ step: `${name}: download`, done, total }),
    });
    await feed.open();
    const state = await this.database.transaction('system', (sql) => sourceState(sql, name, address));
    const parts = await source.fetch(feed, state);
    await feed.tidy();
    if (parts.length === 0 && (await this.database.transaction('system', (sql) => isLoadedWhole(sql, name)))) {
      const uncompared = await this.database.transaction('system', (sql) => markSourceUnchanged(sql, name));
      await feed.close();
      return { source: name, state: 'unchanged', taken: 0, message: uncomparedText(uncompared) };
    }
    const bulk = {
      name,
      origin: address,
      covers: source.covers,
      addsFew: source.addsFew,
      isUpdate: Object.keys(state).length > 0 && 'through' in state,
      dataAsOf: () => parts.at(-1)?.dataAsOf ?? null,
      parts: parts.map((part) => bulkPart(name, part, signal)),
    };
    const [result] = await this.loader.load([bulk], onProgress);
    await feed.close();
    return { source: name, state: 'loaded', taken: result!.taken, message: uncomparedText(result!.uncompared) };
  }
}

/** Its file is kept where the work was only stopped, to go on with later. */
function bulkPart(source: string, part: FeedPart, signal: AbortSignal | undefined): BulkPart {
  return {
    async *records(onProgress) {
      const step = part.name === source ? `${source}: read` : `${source}: read ${part.name}`;
      try {
        yield* untilAborted(
          signal,
          part.read((done, total) => onProgress({ step, done, total })),
        );
      } finally {
        if (!signal?.aborted) await deleteDownload(part.file);
      }
    },
    merged: (sql) => storeSourceState(sql, source, part.state),
  };
}

async function* untilAborted<T>(signal: AbortSignal | undefined, items: AsyncIterable<T>): AsyncIterable<T> {
  for await (const item of items) {
    signal?.throwIfAborted();
    yield item;
  }
}

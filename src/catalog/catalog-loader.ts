import { Injectable } from '@nestjs/common';
import { advisoryLocks } from '../platform/database/advisory-locks.js';
import { Database } from '../platform/database/database.js';
import type { DatabaseSession } from '../platform/database/sql.js';
import { entryCounts, indexEntries, indexNewEntries, rebuildIndex } from './index-builder.js';
import { CatalogWriter } from './loading/catalog-writer.js';
import type { CatalogRecord } from './loading/records.js';
import {
  catalogIsEmpty,
  markSourceFailed,
  finishSource,
  startSource,
  storeIndexed,
  unindexedSources,
} from './sources.repository.js';
import { starterSource } from './starter/starter-catalog.js';
import type { BulkParts, BulkSource, SourceProgress } from './sources/source.js';

export interface LoadResult {
  readonly source: string;
  /** Records taken, and those skipped for lack of a valid identifier. */
  readonly taken: number;
  readonly skipped: number;
  /** Ecosystems of its advisories that no component is compared with. */
  readonly uncompared: readonly string[];
}

type OnProgress = (progress: SourceProgress) => void;

/** For more new entries all keys are rebuilt: it costs less, and the limits of entries per key apply. */
const fewEntries = 5_000;

/** Loads whole sources into the catalogue: stream, COPY, one merge; then the lookup keys are rebuilt. */
@Injectable()
export class CatalogLoader {
  constructor(private readonly database: Database) {}

  /** Loads the starter catalogue into an empty database. */
  async loadStarter(): Promise<void> {
    const empty = await this.database.transaction('system', catalogIsEmpty);
    if (empty) await this.load([starterSource]);
  }

  /** Adds a few records with their own lookup keys. */
  async add(name: string, origin: string, records: readonly CatalogRecord[]): Promise<void> {
    const source: BulkSource = {
      name,
      origin,
      async *records() {
        await Promise.resolve();
        yield records;
      },
    };
    await this.withLoadLock(async (session) => {
      await this.loading([source], async () => {
        const result = await mergeSource(session, source, () => undefined);
        await indexEntries(session, records);
        await storeIndexed(session, [name]);
        await finishSource(session, source, result);
      });
    });
  }

  /**
   * Loads one source after the other; its old data stays until the new is complete. A source counts as loaded once the
   * lookup keys of its entries are built; an interrupted load builds them the next time.
   */
  async load(
    sources: readonly (BulkSource | BulkParts)[],
    onProgress: OnProgress = () => undefined,
  ): Promise<LoadResult[]> {
    return this.withLoadLock((session) =>
      this.loading(sources, async () => {
        const behind = await unindexedSources(session);
        const before = await entryCounts(session);
        const results: LoadResult[] = [];
        for (const source of sources) results.push(await mergeSource(session, source, onProgress));
        const isAddition = behind.length === 0 && sources.every(({ addsFew }) => addsFew);
        await index(session, { isAddition, before, onProgress });
        for (const [index, source] of sources.entries()) await finishSource(session, source, results[index]!);
        return results;
      }),
    );
  }

  /** Writes down what went wrong, on another connection: the one that loads may be what broke. */
  private async loading<T>(
    sources: readonly Pick<BulkSource, 'name' | 'origin'>[],
    work: () => Promise<T>,
  ): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      await this.database
        .transaction('system', async (sql) => {
          for (const { name, origin } of sources) await markSourceFailed(sql, name, origin, message);
        })
        // The reason why the load failed is worth more than the reason why that could not be written.
        .catch(() => undefined);
      throw error;
    }
  }

  private withLoadLock<T>(work: (session: DatabaseSession) => Promise<T>): Promise<T> {
    return this.database.session('system', async (session) => {
      await session.query(`SELECT set_config('statement_timeout', '0', false), pg_advisory_lock($loadLock)`, {
        loadLock: advisoryLocks.catalogLoad,
      });
      try {
        return await work(session);
      } finally {
        // A broken connection has released the lock; its error must not replace the cause.
        await session
          .query('SELECT pg_advisory_unlock($loadLock)', { loadLock: advisoryLocks.catalogLoad })
          .catch(() => undefined);
      }
    });
  }
}

async function mergeSource(
  session: DatabaseSession,
  source: BulkSource | BulkParts,
  onProgress: OnProgress,
): Promise<LoadResult> {
  await startSource(session, source.name, source.origin);
  const counts = { taken: 0, skipped: 0 };
  const unknown = new Set<string>();
  for (const part of 'parts' in source ? source.parts : [source]) {
    const writer = new CatalogWriter(session, source.name);
    for await (const records of part.records(onProgress)) await writer.write(records);
    onProgress({ step: 'merge', done: 0, total: 0 });
    await writer.finish('merged' in part ? (sql) => part.merged(sql) : undefined);
    counts.taken += writer.counts.taken;
    counts.skipped += writer.counts.skipped;
    for (const one of writer.unknownEcosystems) unknown.add(one);
  }
  return { source: source.name, ...counts, uncompared: [...unknown] };
}

async function index(
  session: DatabaseSession,
  { isAddition, before, onProgress }: { isAddition: boolean; before: readonly number[]; onProgress: OnProgress },
): Promise<void> {
  const behind = await unindexedSources(session);
  if (behind.length === 0) return;
  const isDone = isAddition && (await indexNewEntries(session, before, fewEntries));
  if (!isDone) await rebuildIndex(session, (done, total) => onProgress({ step: 'index', done, total }));
  await storeIndexed(session, behind);
}

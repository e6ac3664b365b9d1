import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import type { DatabaseSession } from '../platform/database/sql.js';
import { indexEntries, rebuildIndex } from './index-builder.js';
import { CatalogWriter } from './loading/catalog-writer.js';
import type { CatalogRecord } from './loading/records.js';
import { catalogIsEmpty, finishSource, startSource } from './sources.repository.js';
import { starterSource } from './starter/starter-catalog.js';
import type { BulkSource, SourceProgress } from './sources/source.js';

export interface LoadResult {
  readonly source: string;
  /** Records taken, and left out because they carry no valid identifier. */
  readonly taken: number;
  readonly skipped: number;
  /** It named packages, products or repositories. */
  readonly hasEntries: boolean;
}

/** Any number, the same everywhere: whoever holds it loads, others wait. */
const loadLock = 7_203_913;

/** Brings whole sources into the catalogue: stream, COPY, one merge; then the look-up keys are made anew. */
@Injectable()
export class CatalogLoader {
  constructor(private readonly database: Database) {}

  /** On a first start: what ships with the service, unless anything is there already. */
  async loadStarter(): Promise<void> {
    const empty = await this.database.transaction('system', catalogIsEmpty);
    if (empty) await this.load([starterSource]);
  }

  /** Adds a few records; only their own look-up keys are made. */
  async add(name: string, origin: string, records: readonly CatalogRecord[]): Promise<void> {
    await this.withLoadLock(async (session) => {
      const source: BulkSource = {
        ...{ name, origin },
        async *records() {
          await Promise.resolve();
          yield records;
        },
      };
      const { hasEntries } = await loadSource(session, source, () => undefined);
      if (hasEntries) await indexEntries(session, records);
    });
  }

  /** Loads one source after the other; what was there before stays until a source is whole. */
  async load(
    sources: readonly BulkSource[],
    onProgress: (progress: SourceProgress) => void = () => undefined,
  ): Promise<LoadResult[]> {
    return this.withLoadLock(async (session) => {
      const results: LoadResult[] = [];
      for (const source of sources) results.push(await loadSource(session, source, onProgress));
      if (results.some(({ hasEntries }) => hasEntries))
        await rebuildIndex(session, (done, total) => onProgress({ step: 'index', done, total }));
      return results;
    });
  }

  private withLoadLock<T>(work: (session: DatabaseSession) => Promise<T>): Promise<T> {
    return this.database.session('system', async (session) => {
      await session.query(`SELECT set_config('statement_timeout', '0', false), pg_advisory_lock($1)`, [loadLock]);
      try {
        return await work(session);
      } finally {
        await session.query('SELECT pg_advisory_unlock($1)', [loadLock]);
        await session.query('RESET statement_timeout');
      }
    });
  }
}

async function loadSource(
  session: DatabaseSession,
  source: BulkSource,
  onProgress: (progress: SourceProgress) => void,
): Promise<LoadResult> {
  await startSource(session, source.name, source.origin);
  try {
    const writer = new CatalogWriter(session, source.name);
    for await (const records of source.records(onProgress)) await writer.write(records);
    onProgress({ step: 'merge', done: 0, total: 0 });
    await writer.finish();
    await finishSource(session, source.name, { state: 'loaded', records: writer.counts.taken, message: null });
    return { source: source.name, ...writer.counts, hasEntries: writer.hasEntries };
  } catch (error) {
    await finishSource(session, source.name, { state: 'failed', records: null, message: (error as Error).message });
    throw error;
  }
}

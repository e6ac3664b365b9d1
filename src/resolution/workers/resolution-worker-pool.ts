import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Configuration } from '../../platform/configuration/configuration.js';
import { Database } from '../../platform/database/database.js';
import type { ThreadConnection } from '../../platform/database/single-connection.js';
import { WorkerPool } from '../../platform/process/worker-pool.js';
import type { ComponentEvidence } from '../matching/query/evidence.js';
import { ResolutionEngine } from '../resolution-engine.js';
import { serializeOutcome } from './serialized-outcome.js';

/** Compiled code ends with its thread: a new thread needs twice the processor time for its first list. */
const idleMs = 15 * 60_000;
const memoryMb = 512;
const youngMb = 32;

/**
 * Resolves batches in worker threads, each with its own connection, so that a long list uses several cores and does not
 * delay the requests of this process. With `RESOLUTION_THREADS=0`, in this thread.
 */
@Injectable()
export class ResolutionWorkerPool implements OnApplicationShutdown {
  private readonly pool: WorkerPool | null;

  constructor(
    configuration: Configuration,
    private readonly database: Database,
    private readonly engine: ResolutionEngine,
    dataSource: DataSource,
  ) {
    const { resolutionThreads: threads, database: address } = configuration;
    const limits = { maxThreads: threads, memoryMb, youngMb, idleTimeoutMs: idleMs };
    this.pool =
      threads === 0
        ? null
        : new WorkerPool(
            'resolution/workers/resolution.worker',
            connectionOf(dataSource, address.poolerUrl !== ''),
            limits,
          );
  }

  /** How many batches are worked on at once. */
  get concurrency(): number {
    return this.pool?.size ?? 1;
  }

  /** Serialized outcomes in the order of the components, of which there is at least one. */
  async resolve(components: readonly ComponentEvidence[]): Promise<string[]> {
    if (this.pool) return (await this.pool.run(JSON.stringify(components))).split('\n');
    return (await this.engine.resolve(this.database, components)).map(serializeOutcome);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool?.close();
  }
}

/** Connection settings for a worker thread. */
function connectionOf({ options }: DataSource, isPooled: boolean): ThreadConnection {
  const url = 'url' in options ? options.url : undefined;
  return { ...(options.extra as object), connectionString: url, application_name: 'stocktake resolution', isPooled };
}

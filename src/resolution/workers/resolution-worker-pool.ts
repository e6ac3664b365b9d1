import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Configuration } from '../../platform/configuration/configuration.js';
import { Database } from '../../platform/database/database.js';
import { WorkerPool } from '../../platform/process/worker-pool.js';
import type { ComponentEvidence } from '../matching/query/evidence.js';
import { ResolutionEngine } from '../resolution-engine.js';
import { serializeOutcome } from './serialized-outcome.js';

/**
 * For the next list: what a thread has compiled ends with it, and a list of 10,000 package URLs costs threads that have
 * just been started twice as much of the processors as those that are there already.
 */
const idleMs = 15 * 60_000;
const memoryMb = 512;
/** Twice as much would save next to no time, and has a worker hold 80 MB more. */
const youngMb = 32;

/**
 * Where batches are resolved: in threads of their own, each with its own connection, so that a long list neither waits
 * for one core nor holds up the requests of this process. Without threads, here.
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
    const { resolutionThreads: threads } = configuration;
    const limits = { maxThreads: threads, memoryMb, youngMb, idleTimeoutMs: idleMs };
    this.pool =
      threads === 0 ? null : new WorkerPool('resolution/workers/resolution.worker', connectionOf(dataSource), limits);
  }

  /** As many batches are worked on at once. */
  get concurrency(): number {
    return this.pool?.size ?? 1;
  }

  /** Outcomes in the order of the components, at least one, each as `outcomeText` has it. */
  async resolve(components: readonly ComponentEvidence[]): Promise<string[]> {
    if (this.pool) return (await this.pool.run(JSON.stringify(components))).split('\n');
    return (await this.engine.resolve(this.database, components)).map(serializeOutcome);
  }

  /** Jobs have ended by now. */
  async onApplicationShutdown(): Promise<void> {
    await this.pool?.close();
  }
}

/** How the process reaches the database, for one connection of a thread. */
function connectionOf({ options }: DataSource): object {
  const url = 'url' in options ? options.url : undefined;
  return { ...(options.extra as object), connectionString: url, application_name: 'stocktake resolution' };
}

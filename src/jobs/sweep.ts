import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import { JobsOptions } from './jobs.options.js';
import { PollingLoop } from './polling-loop.js';
import { definedJobs } from './job.js';
import {
  countUnknownRuns,
  deleteOldRuns,
  recoverLostRuns,
  recoverQueuedRuns,
  type UnknownRunCount,
} from './job-runs.repository.js';

const maxBatchesPerSweep = 20;

/** During an update, a process of the other release takes a run sooner. */
const unknownPatienceSeconds = 300;

/** Restores lost runs, by the database's clock, deletes old ones, and reports those that no process takes. */
@Injectable()
export class Sweep implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Sweep');
  private readonly loop: PollingLoop;
  /** Names of unknown jobs that are logged. */
  private reported = new Set<string>();

  constructor(
    private readonly database: Database,
    private readonly options: JobsOptions,
  ) {
    this.loop = new PollingLoop('Sweep', options.settings.times.sweepIntervalMs, () => this.sweep());
  }

  onApplicationBootstrap(): void {
    if (this.options.roles.has('worker') || this.options.roles.has('scheduler')) this.loop.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.loop.stop();
  }

  private async sweep(): Promise<void> {
    const { times, retentionDays } = this.options.settings;
    const lost = await this.database.transaction('system', recoverLostRuns);
    if (lost > 0) this.logger.warn(`${lost} runs have lost their worker`);
    const queued = await this.database.transaction('system', (sql) => recoverQueuedRuns(sql, times.redeliverAfterMs));
    if (queued > 0) this.logger.log(`${queued} runs were queued for too long and are delivered again`);
    for (let batch = 0, forgotten = 1; forgotten > 0 && batch < maxBatchesPerSweep; batch += 1)
      forgotten = await this.database.transaction('system', (sql) => deleteOldRuns(sql, retentionDays));
    const names = definedJobs().map(({ name }) => name);
    this.reportUnknown(await this.database.transaction('system', (sql) => countUnknownRuns(sql, names)));
  }

  /** They are left as they are: a later release, or the one before, may know them. */
  private reportUnknown(unknown: readonly UnknownRunCount[]): void {
    const stuck = unknown.filter((job) => job.oldest_seconds >= unknownPatienceSeconds);
    for (const { name, count, oldest_id: id } of stuck.filter((job) => !this.reported.has(job.name)))
      this.logger.warn(
        `${count} runs of the job "${name}" wait, which this release does not know (the oldest is ${id}). Start a worker of the release that does; where there will be none, cancel them with cancelJob`,
      );
    this.reported = new Set(stuck.map(({ name }) => name));
  }
}

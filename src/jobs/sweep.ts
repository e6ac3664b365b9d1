import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import { JobsOptions } from './jobs.options.js';
import { PollingLoop } from './polling-loop.js';
import { deleteOldRuns, recoverLostRuns, recoverQueuedRuns } from './job-runs.repository.js';

const maxBatchesPerSweep = 20;

/** Restores lost runs, by the database's clock, and deletes old ones. */
@Injectable()
export class Sweep implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Sweep');
  private readonly loop: PollingLoop;

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
  }
}

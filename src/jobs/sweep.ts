import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import { JobsOptions } from './jobs.options.js';
import { Pulse } from './pulse.js';
import { forgetOld, recoverLost, recoverQueued } from './sweep.repository.js';

const batchesPerBeat = 20;

/** Finds what got lost, by the database's clock, and puts it back; and forgets what ended long ago. */
@Injectable()
export class Sweep implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Sweep');
  private readonly pulse: Pulse;

  constructor(
    private readonly database: Database,
    private readonly options: JobsOptions,
  ) {
    this.pulse = new Pulse('Sweep', options.settings.times.sweepEveryMs, () => this.sweep());
  }

  onApplicationBootstrap(): void {
    if (this.options.roles.has('worker') || this.options.roles.has('scheduler')) this.pulse.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.pulse.stop();
  }

  private async sweep(): Promise<void> {
    const { times, retentionDays } = this.options.settings;
    const lost = await this.database.transaction('system', recoverLost);
    if (lost > 0) this.logger.warn(`${lost} runs lost their worker`);
    const queued = await this.database.transaction('system', (sql) => recoverQueued(sql, times.patienceMs));
    if (queued > 0) this.logger.log(`${queued} runs have lain in the queue for long; handed on again`);
    for (let batch = 0, forgotten = 1; forgotten > 0 && batch < batchesPerBeat; batch += 1)
      forgotten = await this.database.transaction('system', (sql) => forgetOld(sql, retentionDays));
  }
}

import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { enqueue } from '../jobs/enqueue.js';
import { Pulse } from '../jobs/pulse.js';
import { Configuration } from '../platform/configuration/configuration.js';
import { Database } from '../platform/database/database.js';
import { SweepOld } from './retention.jobs.js';
import { secondsToNight } from './retention.repository.js';

const everyMs = 3_600_000;

/**
 * Sees to it that the next night's sweep always waits, in processes with the role `scheduler`. One that was missed is
 * due when the service is there again; any number of schedulers make one run.
 */
@Injectable()
export class RetentionScheduler implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly pulse = new Pulse('Retention', everyMs, async () => void (await this.schedule()));

  constructor(
    private readonly configuration: Configuration,
    private readonly database: Database,
  ) {}

  onApplicationBootstrap(): void {
    if (this.configuration.has('scheduler')) this.pulse.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.pulse.stop();
  }

  /** @returns id of the run that waits for the night, or that is at it */
  schedule(): Promise<string> {
    return this.database.transaction('system', async (sql) =>
      enqueue(
        sql,
        SweepOld,
        {},
        {
          ...{ orgId: null, delaySeconds: await secondsToNight(sql) },
          dedupe: { key: 'retention.sweep', until: 'finished' },
        },
      ),
    );
  }
}

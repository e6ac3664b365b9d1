import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { enqueue } from '../jobs/enqueue.js';
import { PollingLoop } from '../jobs/polling-loop.js';
import { Configuration } from '../platform/configuration/configuration.js';
import { Database } from '../platform/database/database.js';
import { DeleteExpired } from './retention.jobs.js';
import { secondsToNextNight } from './retention.repository.js';

const intervalMs = 3_600_000;

/**
 * Keeps a run for the next night enqueued, in processes with the role `scheduler`. A missed run is made up when the
 * service is back; several schedulers make one run.
 */
@Injectable()
export class RetentionScheduler implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop = new PollingLoop('Retention', intervalMs, async () => void (await this.schedule()));

  constructor(
    private readonly configuration: Configuration,
    private readonly database: Database,
  ) {}

  onApplicationBootstrap(): void {
    if (this.configuration.has('scheduler')) this.loop.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.loop.stop();
  }

  /** @returns id of the open run */
  schedule(): Promise<string> {
    return this.database.transaction('system', async (sql) =>
      enqueue(
        sql,
        DeleteExpired,
        {},
        {
          orgId: null,
          delaySeconds: await secondsToNextNight(sql),
          dedupe: { key: 'retention.sweep', until: 'finished' },
        },
      ),
    );
  }
}

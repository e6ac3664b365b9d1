import { Injectable } from '@nestjs/common';
import { enqueue } from '../jobs/enqueue.js';
import { Scheduler } from '../jobs/scheduler.js';
import { DeleteExpired } from './retention.jobs.js';
import { secondsToNextNight } from './retention.repository.js';

/**
 * Keeps a run for the next night enqueued, in processes with the role `scheduler`. A missed run is made up when the
 * service is back; several schedulers make one run.
 */
@Injectable()
export class RetentionScheduler extends Scheduler {
  protected readonly intervalMs = 3_600_000;

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

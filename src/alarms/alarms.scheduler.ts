import { Injectable } from '@nestjs/common';
import { enqueueAll } from '../jobs/enqueue.js';
import { Scheduler } from '../jobs/scheduler.js';
import { channelJobs, SendAlarms } from './alarms.jobs.js';
import { dueChannels } from './messages.repository.js';

const batchSize = 1_000;

/** Enqueues the channels whose time has come. */
@Injectable()
export class AlarmsScheduler extends Scheduler {
  protected readonly intervalMs = 5_000;

  /** @returns ids of the jobs */
  schedule(): Promise<string[]> {
    return this.database.transaction('system', async (sql) => {
      const due = await dueChannels(sql, batchSize);
      return due.length === 0 ? [] : enqueueAll(sql, SendAlarms, channelJobs(due));
    });
  }
}

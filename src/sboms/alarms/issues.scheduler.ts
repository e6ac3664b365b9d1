import { Injectable } from '@nestjs/common';
import { channelJobs } from '../../alarms/alarms.jobs.js';
import { dueIssueChannels } from '../../alarms/issues/issues.repository.js';
import { enqueueAll } from '../../jobs/enqueue.js';
import { Scheduler } from '../../jobs/scheduler.js';
import { SyncIssues } from '../sboms.jobs.js';

const batchSize = 1_000;

/** Enqueues the trackers whose issues are due. */
@Injectable()
export class IssuesScheduler extends Scheduler {
  protected readonly intervalMs = 5_000;

  /** @returns ids of the jobs */
  schedule(): Promise<string[]> {
    return this.database.transaction('system', async (sql) => {
      const due = await dueIssueChannels(sql, batchSize);
      return due.length === 0 ? [] : enqueueAll(sql, SyncIssues, channelJobs(due));
    });
  }
}

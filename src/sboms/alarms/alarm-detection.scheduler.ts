import { Injectable } from '@nestjs/common';
import { enqueue } from '../../jobs/enqueue.js';
import { Scheduler } from '../../jobs/scheduler.js';
import { DetectAlarms } from '../sboms.jobs.js';
import { hasAlarmChecks } from './detection.repository.js';

/** Enqueues the look for alarms. */
@Injectable()
export class AlarmDetectionScheduler extends Scheduler {
  protected readonly intervalMs = 5_000;

  /** @returns id of the job; null if there is nothing to look at */
  schedule(): Promise<string | null> {
    return this.database.transaction('system', async (sql) =>
      (await hasAlarmChecks(sql))
        ? enqueue(sql, DetectAlarms, {}, { orgId: null, dedupe: { key: 'alarms', until: 'finished' } })
        : null,
    );
  }
}

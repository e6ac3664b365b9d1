import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { enqueue } from '../../jobs/enqueue.js';
import { PollingLoop } from '../../jobs/polling-loop.js';
import { Configuration } from '../../platform/configuration/configuration.js';
import { Database } from '../../platform/database/database.js';
import { DetectAlarms } from '../sboms.jobs.js';
import { hasAlarmChecks } from './detection.repository.js';

const intervalMs = 5_000;

/** Queues the look for alarms, in processes with the role `scheduler`. */
@Injectable()
export class AlarmDetectionScheduler implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop = new PollingLoop('Alarms', intervalMs, async () => void (await this.queue()));

  constructor(
    private readonly configuration: Configuration,
    private readonly database: Database,
  ) {}

  onApplicationBootstrap(): void {
    if (this.configuration.roles.has('scheduler')) this.loop.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.loop.stop();
  }

  /** @returns id of the job; null if there is nothing to look at */
  queue(): Promise<string | null> {
    return this.database.transaction('system', async (sql) =>
      (await hasAlarmChecks(sql))
        ? enqueue(sql, DetectAlarms, {}, { orgId: null, dedupe: { key: 'alarms', until: 'finished' } })
        : null,
    );
  }
}

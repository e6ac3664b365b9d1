import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { dueIssueChannels } from '../../alarms/issues/issues.repository.js';
import { enqueueAll } from '../../jobs/enqueue.js';
import { PollingLoop } from '../../jobs/polling-loop.js';
import { Configuration } from '../../platform/configuration/configuration.js';
import { Database } from '../../platform/database/database.js';
import { SyncIssues } from '../sboms.jobs.js';

const intervalMs = 5_000;
const batchSize = 1_000;

/** Queues the trackers whose issues are due, in processes with the role `scheduler`. */
@Injectable()
export class IssuesScheduler implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop = new PollingLoop('Issues', intervalMs, async () => void (await this.queue()));

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

  /** @returns ids of the jobs */
  queue(): Promise<string[]> {
    return this.database.transaction('system', async (sql) => {
      const due = await dueIssueChannels(sql, batchSize);
      if (due.length === 0) return [];
      return enqueueAll(
        sql,
        SyncIssues,
        due.map(({ id, org_id }) => ({
          orgId: org_id,
          payload: { channel_id: id },
          subject: { kind: 'alarm channel', id },
          dedupe: { key: id, until: 'finished' } as const,
        })),
      );
    });
  }
}

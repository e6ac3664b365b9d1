import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { enqueueAll } from '../jobs/enqueue.js';
import { Pulse } from '../jobs/pulse.js';
import { Configuration } from '../platform/configuration/configuration.js';
import { Database } from '../platform/database/database.js';
import { DueRepository } from './due.repository.js';
import { MonitorSbom } from './monitoring.jobs.js';

const everyMs = 60_000;

/** Runs written down in one transaction. */
const batchSize = 1_000;

/** Enqueues what is due, in processes with the role `scheduler`; any number of them may run. */
@Injectable()
export class MonitoringScheduler implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Monitoring');
  private readonly pulse = new Pulse('Monitoring', everyMs, async () => void (await this.schedule()));

  constructor(
    private readonly configuration: Configuration,
    private readonly database: Database,
    private readonly due: DueRepository,
  ) {}

  onApplicationBootstrap(): void {
    if (this.configuration.roles.has('scheduler')) this.pulse.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.pulse.stop();
  }

  /** @returns how many runs were enqueued */
  async schedule(): Promise<number> {
    let enqueued = 0;
    for (let batch = batchSize; batch === batchSize; enqueued += batch) batch = await this.scheduleBatch();
    if (enqueued > 0) this.logger.log(`${enqueued} runs are due`);
    return enqueued;
  }

  private scheduleBatch(): Promise<number> {
    return this.database.transaction('system', async (sql) => {
      if (!(await this.due.lock(sql))) return 0;
      const runs = await this.due.claimSboms(sql, batchSize);
      if (runs.length === 0) return 0;
      const jobIds = await enqueueAll(
        sql,
        MonitorSbom,
        runs.map((run) => ({
          ...{ orgId: run.org_id, teamId: run.team_id, subject: { kind: 'sbom', id: run.subject_id } },
          payload: { run_id: run.id, sbom_id: run.subject_id },
        })),
      );
      await this.due.setJobs(sql, runs, jobIds);
      return runs.length;
    });
  }
}

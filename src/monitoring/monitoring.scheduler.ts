import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { enqueueAll } from '../jobs/enqueue.js';
import { PollingLoop } from '../jobs/polling-loop.js';
import { Configuration } from '../platform/configuration/configuration.js';
import { Database } from '../platform/database/database.js';
import type { Sql } from '../platform/database/sql.js';
import {
  claimDueSboms,
  claimDueProjects,
  tryLockScheduler,
  setRunJobs,
  type DueMonitoringRun,
} from './due-runs.repository.js';
import { MonitorProject, MonitorSbom } from './monitoring.jobs.js';

const intervalMs = 60_000;

/** Runs inserted in one transaction; each batch queries all subjects. */
const batchSize = 5_000;

/** Enqueues due runs in processes with the role `scheduler`; there may be several. */
@Injectable()
export class MonitoringScheduler implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Monitoring');
  private readonly loop = new PollingLoop('Monitoring', intervalMs, async () => void (await this.schedule()));

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

  /** @returns number of runs that were enqueued */
  async schedule(): Promise<number> {
    let enqueued = 0;
    for (const scheduleBatch of [() => this.scheduleSboms(), () => this.scheduleProjects()])
      for (let batch = batchSize; batch === batchSize; enqueued += batch) batch = await scheduleBatch();
    if (enqueued > 0) this.logger.log(`${enqueued} due runs were enqueued`);
    return enqueued;
  }

  private scheduleSboms(): Promise<number> {
    return this.scheduleBatch(
      (sql) => claimDueSboms(sql, batchSize),
      (sql, runs) =>
        enqueueAll(
          sql,
          MonitorSbom,
          runs.map((run) => ({ ...ownerOf(run, 'sbom'), payload: { run_id: run.id, sbom_id: run.subject_id } })),
        ),
    );
  }

  private scheduleProjects(): Promise<number> {
    return this.scheduleBatch(
      (sql) => claimDueProjects(sql, batchSize),
      (sql, runs) =>
        enqueueAll(
          sql,
          MonitorProject,
          runs.map((run) => ({ ...ownerOf(run, 'project'), payload: { run_id: run.id, project_id: run.subject_id } })),
        ),
    );
  }

  private scheduleBatch(
    claim: (sql: Sql) => Promise<DueMonitoringRun[]>,
    enqueueRuns: (sql: Sql, runs: readonly DueMonitoringRun[]) => Promise<string[]>,
  ): Promise<number> {
    return this.database.transaction('system', async (sql) => {
      if (!(await tryLockScheduler(sql))) return 0;
      const runs = await claim(sql);
      if (runs.length > 0) await setRunJobs(sql, runs, await enqueueRuns(sql, runs));
      return runs.length;
    });
  }
}

const ownerOf = (run: DueMonitoringRun, kind: string) => ({
  orgId: run.org_id,
  teamId: run.team_id,
  subject: { kind, id: run.subject_id },
});

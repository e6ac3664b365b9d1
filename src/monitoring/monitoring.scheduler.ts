import { Injectable, Logger } from '@nestjs/common';
import { enqueueAll } from '../jobs/enqueue.js';
import { Scheduler } from '../jobs/scheduler.js';
import type { Sql } from '../platform/database/sql.js';
import {
  claimDueSboms,
  claimDueProjects,
  tryLockScheduler,
  setRunJobs,
  type DueMonitoringRun,
} from './due-runs.repository.js';
import { MonitorProject, MonitorSbom } from './monitoring.jobs.js';

/** Runs inserted in one transaction; each batch queries all subjects. */
const batchSize = 5_000;

/** Enqueues due runs in processes with the role `scheduler`; there may be several. */
@Injectable()
export class MonitoringScheduler extends Scheduler {
  private readonly logger = new Logger('Monitoring');
  protected readonly intervalMs = 60_000;

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

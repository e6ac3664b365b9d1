import { Injectable } from '@nestjs/common';
import type { JobContext } from '../jobs/job-context.js';
import type { Sql } from '../platform/database/sql.js';
import { markPending } from '../sboms/components/components.repository.js';
import { SbomResolver } from '../sboms/resolving/sbom-resolver.js';
import { queueScoring } from '../sboms/sboms.pipeline.js';
import { publishEvent } from '../webhooks/webhook-events.js';
import { changesOf } from './entry-changes.js';
import { insertChanges, firstChanges } from './monitoring-changes.repository.js';
import { finishMonitoringRun, type FinishedMonitoringRun } from './monitoring-runs.repository.js';

/** Of one event; `getChanges` lists all changes. */
const maxPublishedChanges = 100;

/** Resolves all entries of an SBOM again and records what has changed. Selections of people stay. */
@Injectable()
export class SbomRescan {
  constructor(private readonly resolver: SbomResolver) {}

  /** Finishes the run. */
  async rescan(context: JobContext, runId: string, sbomId: string): Promise<void> {
    await context.transaction((sql) => markPending(sql, sbomId, null));
    const progress = await this.resolver.resolve(context, sbomId, (sql, resolved) =>
      insertChanges(sql, runId, resolved.flatMap(changesOf)),
    );
    await context.transaction(async (sql) => {
      const sbom = await this.resolver.withUpdatedCounts(sql, context, sbomId, progress);
      if (sbom) await queueScoring(sql, sbom);
      const finished = await finishMonitoringRun(sql, runId, progress.lookedAt);
      if (finished && finished.changes > 0) await this.publishChanges(sql, finished, sbomId);
      await context.complete(sql, {
        result: { run_id: runId, looked_at: progress.lookedAt, changes: finished?.changes ?? 0 },
      });
    });
  }

  private async publishChanges(
    sql: Sql,
    { changes: change_count, ...run }: FinishedMonitoringRun,
    sbom_id: string,
  ): Promise<void> {
    const changes = await firstChanges(sql, run.run_id, maxPublishedChanges);
    await publishEvent(sql, run.org_id, 'monitor.changed', [{ ...run, sbom_id, change_count, changes }]);
  }
}

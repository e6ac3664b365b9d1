import { Injectable } from '@nestjs/common';
import type { JobContext } from '../jobs/job-context.js';
import type { Sql } from '../platform/database/sql.js';
import { recordSuccess } from '../sboms/monitoring-states.repository.js';
import { SbomResolver } from '../sboms/resolving/sbom-resolver.js';
import { queueScoring } from '../sboms/sboms.pipeline.js';
import { publishEvent } from '../webhooks/webhook-events.js';
import { changesOf } from './entry-changes.js';
import { insertChanges, firstChanges } from './monitoring-changes.repository.js';
import { recordRescan, type RescannedRun } from './monitoring-runs.repository.js';

/** Of one event; `getChanges` lists all changes. */
const maxPublishedChanges = 100;

/** Resolves all entries of an SBOM again and records what has changed. Selections of people stay. */
@Injectable()
export class SbomRescan {
  constructor(private readonly resolver: SbomResolver) {}

  /** @param isWhole whether it finishes the run; what a run that fails has found is recorded all the same */
  async rescan(context: JobContext, runId: string, sbomId: string, isWhole = true): Promise<void> {
    const progress = await this.resolver.rescan(context, sbomId, (sql, resolved) =>
      insertChanges(sql, runId, resolved.flatMap(changesOf)),
    );
    await context.transaction(async (sql) => {
      const sbom = await this.resolver.withUpdatedCounts(sql, context, sbomId, progress);
      if (sbom) await queueScoring(sql, sbom);
      const run = await recordRescan(sql, runId, progress.lookedAt, isWhole);
      if (run && isWhole) await recordSuccess(sql, { id: run.subject_id, org_id: run.org_id });
      // An attempt whose worker died after a rescan that finishes no run is made again: what it published is known.
      if (run && run.changes > run.published) await this.publishChanges(sql, run, sbomId);
      if (!isWhole) return;
      await context.complete(sql, {
        result: { run_id: runId, looked_at: progress.lookedAt, changes: run?.changes ?? 0 },
      });
    });
  }

  private async publishChanges(
    sql: Sql,
    { changes: change_count, published: _, ...run }: RescannedRun,
    sbom_id: string,
  ): Promise<void> {
    const changes = await firstChanges(sql, run.run_id, maxPublishedChanges);
    await publishEvent(sql, run.org_id, 'monitor.changed', [{ ...run, sbom_id, change_count, changes }]);
  }
}

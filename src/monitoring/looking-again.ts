import { Injectable } from '@nestjs/common';
import type { JobContext } from '../jobs/job-context.js';
import type { Sql } from '../platform/database/sql.js';
import { ComponentsRepository } from '../sboms/components/components.repository.js';
import { SbomResolver } from '../sboms/resolving/sbom-resolver.js';
import { afterEntriesResolved } from '../sboms/sboms.pipeline.js';
import { announce } from '../webhooks/webhook-events.js';
import { changesOf } from './changes.js';
import { ChangesRepository } from './changes.repository.js';
import { RunsRepository, type FinishedRun } from './runs.repository.js';

/** Changes that an event lists; `getChanges` has them all. */
const mostTold = 100;

/** Resolves every entry of an SBOM again and records what came out different. What people selected stays. */
@Injectable()
export class LookingAgain {
  constructor(
    private readonly components: ComponentsRepository,
    private readonly resolver: SbomResolver,
    private readonly runs: RunsRepository,
    private readonly changes: ChangesRepository,
  ) {}

  /** Ends the run. */
  async look(context: JobContext, runId: string, sbomId: string): Promise<void> {
    await context.transaction((sql) => this.components.markPending(sql, sbomId, null));
    const progress = await this.resolver.resolve(context, sbomId, (sql, resolved) =>
      this.changes.insert(sql, runId, resolved.flatMap(changesOf)),
    );
    await context.transaction(async (sql) => {
      const sbom = await this.resolver.settled(sql, context, sbomId, progress);
      if (sbom) await afterEntriesResolved(sql, sbom, null);
      const finished = await this.runs.finish(sql, runId, progress.lookedAt);
      if (finished && finished.changes > 0) await this.announce(sql, finished, sbomId);
      await context.complete(sql, {
        result: { run_id: runId, looked_at: progress.lookedAt, changes: finished?.changes ?? 0 },
      });
    });
  }

  private async announce(sql: Sql, { changes: change_count, ...run }: FinishedRun, sbom_id: string): Promise<void> {
    const changes = await this.changes.first(sql, run.run_id, mostTold);
    await announce(sql, run.org_id, 'monitor.changed', [{ ...run, sbom_id, change_count, changes }]);
  }
}

import type { JobContext } from '../jobs/job-context.js';
import { Handles, type JobHandler } from '../jobs/handler.js';
import { ComponentsRepository } from '../sboms/components/components.repository.js';
import { SbomResolver } from '../sboms/resolving/sbom-resolver.js';
import { afterEntriesResolved } from '../sboms/sboms.pipeline.js';
import { changesOf } from './changes.js';
import { ChangesRepository } from './changes.repository.js';
import { MonitorSbom, type MonitorSbomPayload } from './monitoring.jobs.js';
import { RunsRepository } from './runs.repository.js';

/** Resolves every entry again and records what came out different. What people selected stays. */
@Handles(MonitorSbom)
export class MonitorSbomHandler implements JobHandler<MonitorSbomPayload> {
  constructor(
    private readonly components: ComponentsRepository,
    private readonly resolver: SbomResolver,
    private readonly runs: RunsRepository,
    private readonly changes: ChangesRepository,
  ) {}

  async handle(context: JobContext, { run_id, sbom_id }: MonitorSbomPayload): Promise<void> {
    await context.transaction((sql) => this.components.markPending(sql, sbom_id, null));
    const progress = await this.resolver.resolve(context, sbom_id, (sql, resolved) =>
      this.changes.insert(sql, run_id, resolved.flatMap(changesOf)),
    );
    await context.transaction(async (sql) => {
      const sbom = await this.resolver.settled(sql, context, sbom_id, progress);
      if (sbom) await afterEntriesResolved(sql, sbom, null);
      const finished = await this.runs.finish(sql, run_id, progress.lookedAt);
      await context.complete(sql, {
        result: { run_id, looked_at: progress.lookedAt, changes: finished?.changes ?? 0 },
      });
    });
  }
}

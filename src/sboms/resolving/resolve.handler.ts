import { LiveCatalog } from '../../catalog/live/live-catalog.js';
import { Handles, type JobHandler } from '../../jobs/handlers.js';
import type { JobContext } from '../../jobs/job-context.js';
import { recordWholeResolution } from '../monitoring-states.repository.js';
import { ResolveSbom, type ResolvePayload } from '../sboms.jobs.js';
import { queueScoring, queueLiveLookup } from '../sboms.pipeline.js';
import { entryCountOf } from '../sboms.view.js';
import { SbomResolver } from './sbom-resolver.js';

@Handles(ResolveSbom)
export class ResolveHandler implements JobHandler<ResolvePayload> {
  constructor(
    private readonly resolver: SbomResolver,
    private readonly live: LiveCatalog,
  ) {}

  async handle(context: JobContext, { sbom_id }: ResolvePayload): Promise<void> {
    const progress = await this.resolver.resolve(context, sbom_id);
    await context.transaction(async (sql) => {
      const sbom = await this.resolver.withUpdatedCounts(sql, context, sbom_id, progress);
      const result = sbom && {
        sbom_id,
        resolved: sbom.resolved_count,
        partially_resolved: sbom.partial_count,
        unresolved: sbom.unresolved_count,
      };
      if (sbom?.project_id === null && progress.lookedAt >= entryCountOf(sbom)) await recordWholeResolution(sql, sbom);
      if (sbom) await queueScoring(sql, sbom);
      if (sbom && this.live.enabled) await queueLiveLookup(sql, sbom);
      await context.complete(sql, { result: { looked_at: progress.lookedAt, ...result } });
    });
  }
}

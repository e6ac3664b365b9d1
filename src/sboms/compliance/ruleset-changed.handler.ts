import { enqueueAll } from '../../jobs/enqueue.js';
import { Handles, type JobHandler } from '../../jobs/handlers.js';
import type { JobContext } from '../../jobs/job-context.js';
import { RulesetChanged, type RulesetChangedPayload } from '../../rulesets/rulesets.jobs.js';
import { ScoreSbom } from '../sboms.jobs.js';
import { jobOptionsOf } from '../sboms.pipeline.js';
import { sbomsToAssess } from './compliance.repository.js';

/** Queues scoring for every SBOM that was not assessed by the ruleset as it is now. */
@Handles(RulesetChanged)
export class RulesetChangedHandler implements JobHandler<RulesetChangedPayload> {
  async handle(context: JobContext, { ruleset_id }: RulesetChangedPayload): Promise<void> {
    await context.transaction(async (sql) => {
      const sboms = await sbomsToAssess(sql, ruleset_id);
      const runs = sboms.map((sbom) => ({
        ...jobOptionsOf(sbom),
        payload: { sbom_id: sbom.id },
        dedupe: { key: sbom.id, until: 'started' } as const,
      }));
      if (runs.length > 0) await enqueueAll(sql, ScoreSbom, runs);
      await context.complete(sql, { result: { ruleset_id, sboms: sboms.length } });
    });
  }
}

import { Handles, type JobHandler } from '../../jobs/handler.js';
import type { JobContext } from '../../jobs/job-context.js';
import { ScoreSbom, type ScorePayload } from '../sboms.jobs.js';
import { ComponentScorer } from './component-scorer.js';
import { SbomScorer } from './sbom-scorer.js';

@Handles(ScoreSbom)
export class ScoreHandler implements JobHandler<ScorePayload> {
  constructor(
    private readonly scorer: SbomScorer,
    private readonly componentScorer: ComponentScorer,
  ) {}

  async handle(context: JobContext, { sbom_id }: ScorePayload): Promise<void> {
    const scored = await this.scorer.score(context, sbom_id);
    await context.transaction(async (sql) => {
      await this.componentScorer.updateFigures(sql, sbom_id);
      await context.complete(sql, { result: { sbom_id, scored } });
    });
  }
}

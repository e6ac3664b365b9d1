import { Handles, type JobHandler } from '../../jobs/handler.js';
import type { JobContext } from '../../jobs/job-context.js';
import { BillFiller } from '../../sboms/importing/bill-filler.js';
import { AnalyzeProject, type AnalyzePayload } from './analyses.jobs.js';
import { ProjectAnalyzer } from './project-analyzer.service.js';

/** The analysis of one project, as somebody asked for it. */
@Handles(AnalyzeProject)
export class AnalyzeHandler implements JobHandler<AnalyzePayload> {
  constructor(
    private readonly analyzer: ProjectAnalyzer,
    private readonly bills: BillFiller,
  ) {}

  async handle(context: JobContext, { analysis_id }: AnalyzePayload): Promise<void> {
    await this.analyzer.analyze(context, analysis_id, async (sql, analyzed) => {
      if (analyzed.sbom_id) await this.bills.follow(sql, context, analyzed.sbom_id);
      await context.complete(sql, { partial: analyzed.warning_count > 0, result: analyzed });
    });
  }
}

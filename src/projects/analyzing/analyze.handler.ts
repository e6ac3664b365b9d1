import { Handles, type JobHandler } from '../../jobs/handlers.js';
import type { JobContext } from '../../jobs/job-context.js';
import { SbomImporter } from '../../sboms/importing/sbom-importer.js';
import { AnalyzeProject, type AnalyzePayload } from './analyses.jobs.js';
import { ProjectAnalyzer } from './project-analyzer.service.js';

/** Analyses one project on request. */
@Handles(AnalyzeProject)
export class AnalyzeHandler implements JobHandler<AnalyzePayload> {
  constructor(
    private readonly analyzer: ProjectAnalyzer,
    private readonly importer: SbomImporter,
  ) {}

  async handle(context: JobContext, { analysis_id }: AnalyzePayload): Promise<void> {
    await this.analyzer.analyze(context, analysis_id, async (sql, analyzed) => {
      if (analyzed.sbom_id) await this.importer.queueNextStage(sql, analyzed.sbom_id);
      await context.complete(sql, {
        partial: analyzed.warning_count > 0 || analyzed.unread_count > 0,
        result: analyzed,
      });
    });
  }
}

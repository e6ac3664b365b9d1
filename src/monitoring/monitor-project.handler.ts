import { LostLeaseError, type JobContext } from '../jobs/job-context.js';
import { decideRetry } from '../jobs/retry-policy.js';
import { Handles, type JobHandler } from '../jobs/handlers.js';
import { AnalysesService } from '../projects/analyzing/analyses.service.js';
import { ProjectAnalyzer } from '../projects/analyzing/project-analyzer.service.js';
import { findSbomsOfProjects } from '../sboms/project-sboms.repository.js';
import { insertPackageChanges } from './monitoring-changes.repository.js';
import { SbomRescan } from './sbom-rescan.js';
import { MonitorProject, type MonitorProjectPayload } from './monitoring.jobs.js';

/**
 * Analyses the project again, then rescans its SBOM. Changed packages are recorded as well. Where the source cannot be
 * analysed, the run fails, but what the last analysis found is rescanned: it is still in use.
 */
@Handles(MonitorProject)
export class MonitorProjectHandler implements JobHandler<MonitorProjectPayload> {
  constructor(
    private readonly analyses: AnalysesService,
    private readonly analyzer: ProjectAnalyzer,
    private readonly sbomRescan: SbomRescan,
  ) {}

  async handle(context: JobContext, { run_id, project_id }: MonitorProjectPayload): Promise<void> {
    const analysis = await context.transaction((sql) => this.analyses.ofRun(sql, run_id, project_id, context.runId));
    let sbomId = analysis.sbom_id;
    // An earlier attempt may have finished the analysis.
    if (analysis.status !== 'finished' && analysis.status !== 'partial')
      try {
        await this.analyzer.analyze(context, run_id, async (sql, analyzed) => {
          sbomId = analyzed.sbom_id;
          if (sbomId !== null) await insertPackageChanges(sql, run_id, sbomId);
        });
      } catch (error) {
        await this.rescanLast(context, { run_id, project_id }, error);
        throw error;
      }
    await this.sbomRescan.rescan(context, run_id, sbomId!);
  }

  /** Once for a run: not before a further attempt of the analysis. */
  private async rescanLast(
    context: JobContext,
    { run_id, project_id }: MonitorProjectPayload,
    error: unknown,
  ): Promise<void> {
    if (context.signal.aborted || error instanceof LostLeaseError) return;
    if (decideRetry(error, context.attempt, MonitorProject.retry).kind === 'retry') return;
    const [sbom] = await context.transaction((sql) => findSbomsOfProjects(sql, [project_id]));
    if (sbom) await this.sbomRescan.rescan(context, run_id, sbom.id, false);
  }
}

import { Injectable } from '@nestjs/common';
import type { BomWarning } from '../../model/document.js';
import { CallerError, notFound } from '../../model/errors.js';
import type { JobContext } from '../../jobs/job-context.js';
import type { Sql } from '../../platform/database/sql.js';
import { newId } from '../../platform/identifiers/uuid.js';
import { SbomImporter } from '../../sboms/importing/sbom-importer.js';
import type { SbomReader } from '../../sboms/importing/sbom-readers.js';
import { stagedWarnings, type StagingEnd } from '../../sboms/importing/staging.js';
import { replaceGaps } from '../../sboms/gaps/gaps.repository.js';
import { upsertProjectSbom } from '../../sboms/project-sboms.repository.js';
import { updateSbomCounts } from '../../sboms/sboms.repository.js';
import type { SbomRow } from '../../sboms/sboms.view.js';
import { findProjectForUpdate } from '../projects.repository.js';
import type { ProjectRow } from '../projects.view.js';
import { isLatestAnalysis, finishAnalysis, type AnalysisResult } from './analyses.repository.js';
import type { GapReason } from '../../trees/gap.js';
import type { TreeReport } from '../../trees/tree-report.js';
import { snapshotPackages, recordDifferences } from './differences.repository.js';
import { refetchingAfter, withRefetching } from './refetching.js';
import { keepStaleComponents } from './stale-components.repository.js';
import type { StartedAnalysis } from './analysis-start.js';

/** Maximum number of warnings stored with an analysis. */
const maxStoredWarnings = 100;

/** Gaps that say nothing of what a file named before: its content counts no more, or was read as far as it goes. */
const settledReasons: ReadonlySet<GapReason> = new Set(['limit', 'computed', 'not_merged']);

/** Files that exist and could not be read, or not to their end, and submodules that could not be fetched. */
const unreadPaths = ({ gaps }: TreeReport) => ({
  paths: gaps.filter(({ reason }) => !settledReasons.has(reason)).map(({ path }) => path),
  folders: gaps.filter(({ reason, kind }) => reason === 'not_fetched' && kind === 'submodule').map(({ path }) => path),
});

/**
 * The project as it is now, with the branch that was analysed: its team, ruleset and name may have changed since the
 * start. Locked, so that it changes only after the result is visible.
 *
 * @throws CallerError 404 if it is deleted
 */
export async function lockAnalyzedProject(sql: Sql, { id, branch }: ProjectRow): Promise<ProjectRow> {
  const project = await findProjectForUpdate(sql, id);
  if (!project) throw notFound('project');
  return { ...project, branch };
}

/** Writes the SBOMs of projects from the results of their analyses. */
@Injectable()
export class ProjectSbomWriter {
  constructor(private readonly importer: SbomImporter) {}

  /** Replaces the content of the SBOM of the project and records the differences. */
  async write(
    context: JobContext,
    started: StartedAnalysis,
    { reader, revision }: { reader: SbomReader; revision: string },
    onWritten: (sql: Sql, project: ProjectRow) => Promise<void>,
  ): Promise<void> {
    await this.importer.import(context, started.project.org_id, reader, async (sql, staged) => {
      const project = await lockAnalyzedProject(sql, started.project);
      await this.replace(sql, { ...started, project }, { revision, staged });
      await onWritten(sql, project);
    });
  }

  private async replace(
    sql: Sql,
    { analysis, project, isOtherBranch, last }: StartedAnalysis,
    { revision, staged }: { revision: string; staged: StagingEnd },
  ): Promise<void> {
    const sbom = await this.projectSbom(sql, project, isOtherBranch);
    if (!(await isLatestAnalysis(sql, analysis.id, sbom.id)))
      throw new CallerError(409, 'A newer analysis of the project has finished: this one was discarded');
    const read = staged.report as TreeReport;
    const failures = last?.revision === revision ? last.fetch_failures : 0;
    const refetching = await refetchingAfter(sql, read.gaps, failures);
    const report = { ...read, gaps: withRefetching(read.gaps, refetching) };
    await snapshotPackages(sql, sbom.id);
    const stale = await keepStaleComponents(sql, sbom.id, unreadPaths(report));
    const areGapsChanged = await replaceGaps(sql, sbom, report.gaps);
    await this.importer.replace(sql, { sbomId: sbom.id, orgId: project.org_id, importId: analysis.id });
    if (areGapsChanged) await updateSbomCounts(sql, sbom.id);
    const differences = last && (await recordDifferences(sql, analysis, sbom.id));
    const warnings = await sql.query<{ data: BomWarning }>(`${stagedWarnings} LIMIT $maxStoredWarnings`, {
      maxStoredWarnings,
    });
    const entries = await sql.one<{ n: number }>('SELECT count(*)::int AS n FROM matched');
    const result: AnalysisResult = {
      ...report,
      stale,
      sbom_id: sbom.id,
      revision,
      refetching,
      components: entries?.n ?? 0,
      differences,
      warnings: warnings.map(({ data }) => ({ path: data.place, message: data.message })),
      warning_count: staged.warning_count,
    };
    await finishAnalysis(sql, analysis.id, result);
  }

  /** Locks the row, so that results for one project and branch are published one after the other. */
  private projectSbom(sql: Sql, project: ProjectRow, isOtherBranch: boolean): Promise<SbomRow> {
    const owner = { projectId: project.id, otherBranch: isOtherBranch ? project.branch : null };
    return upsertProjectSbom(sql, owner, {
      id: newId(),
      org_id: project.org_id,
      team_id: project.team_id,
      ruleset_id: project.ruleset_id,
      name: project.name,
      version: project.branch,
      supplier: '',
      contact_name: project.poc_name,
      contact_email: project.poc_email,
      monitor_frequency: project.should_monitor && !isOtherBranch ? 'daily' : 'never',
    });
  }
}

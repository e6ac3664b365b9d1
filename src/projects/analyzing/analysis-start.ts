import { Injectable } from '@nestjs/common';
import { CallerError, notFound } from '../../model/errors.js';
import { Configuration } from '../../platform/configuration/configuration.js';
import type { Sql } from '../../platform/database/sql.js';
import { checkSource } from '../project-source.js';
import { ProjectSecrets } from '../project-secrets.js';
import { findProject } from '../projects.repository.js';
import type { ProjectRow } from '../projects.view.js';
import { findAnalysis, startAnalysis, findLastAnalysis, type LastAnalysis } from './analyses.repository.js';
import type { PathGlobs } from '../../trees/path-selection.js';
import type { AnalysisRow } from './analyses.view.js';

/** Input of an analysis, read once at its start. */
export interface StartedAnalysis {
  readonly analysis: AnalysisRow;
  /** With the branch of this analysis. */
  readonly project: ProjectRow;
  readonly secrets: { readonly deploy_key: string | null; readonly password: string | null };
  /** Of another branch than that of the project: its SBOM is not the project's. */
  readonly isOtherBranch: boolean;
  /** It wrote the SBOM that this one will write, from the same branch. */
  readonly last: LastAnalysis | null;
}

/** Which paths of its source count. */
export const pathsOf = ({ include_paths, exclude_paths }: ProjectRow): PathGlobs => ({
  include: include_paths,
  exclude: exclude_paths,
});

/** Settings that change what is read; those that are off are left out, as analyses before them did. */
function fetchedParts({ merge_sboms, fetch_submodules, fetch_lfs }: ProjectRow): object {
  return { ...(merge_sboms && { merge_sboms }), ...(fetch_submodules && { fetch_submodules }), ...(fetch_lfs && { fetch_lfs }) }; // prettier-ignore
}

/**
 * Reads the input of an analysis. The source is checked again, because the allowlist may have changed since it was
 * saved.
 */
@Injectable()
export class AnalysisStart {
  constructor(
    private readonly configuration: Configuration,
    private readonly secrets: ProjectSecrets,
  ) {}

  /**
   * @param isRequested by somebody, not by monitoring
   * @throws CallerError 404 if the project is deleted, 422 if its source is not allowed
   */
  async start(sql: Sql, analysisId: string, isRequested: boolean): Promise<StartedAnalysis> {
    const analysis = await findAnalysis(sql, analysisId);
    const stored = analysis && (await findProject(sql, analysis.project_id));
    if (!analysis || !stored) throw notFound('project');
    const branch = stored.type === 'git' && analysis.type === 'git' ? analysis.branch : stored.branch;
    const checked = checkSource(stored.type, { source: stored.source, branch }, this.configuration.egressAllowlist);
    const [complaint] = Object.entries(checked.errors ?? {});
    if (complaint) throw new CallerError(422, `The project’s ${complaint.join(' ')}`, { reason: 'address' });
    const project = { ...stored, branch };
    const paths = JSON.stringify({ ...pathsOf(project), ...fetchedParts(project) });
    await startAnalysis(sql, analysisId, { ...project, paths });
    const isOtherBranch = branch !== stored.branch;
    return {
      analysis,
      project,
      isOtherBranch,
      last: await findLastAnalysis(sql, project.id, { ...project, paths, isOtherBranch, isRequested }),
      secrets: {
        deploy_key: await this.secrets.read(sql, project, 'deploy_key'),
        password: await this.secrets.read(sql, project, 'password'),
      },
    };
  }
}

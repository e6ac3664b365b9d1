import { Injectable } from '@nestjs/common';
import { invalid, notFound } from '../../model/errors.js';
import { enqueue } from '../../jobs/enqueue.js';
import type { Actor } from '../../organizations/access/actor.js';
import { Database } from '../../platform/database/database.js';
import type { Sql } from '../../platform/database/sql.js';
import { newId } from '../../platform/identifiers/uuid.js';
import { isBranch } from '../project-source.js';
import { findProjectForUpdate, findProject } from '../projects.repository.js';
import type { ProjectRow } from '../projects.view.js';
import type { AnalyzeProjectBody } from './analyses.dto.js';
import type { AnalysisView, DifferenceView, AnalysisRow } from './analyses.view.js';
import { AnalyzeProject } from './analyses.jobs.js';
import { analysisPage, findAnalysis, insertAnalysis, findOpenAnalysis } from './analyses.repository.js';
import { analysisView } from './analyses.view.js';
import { differencePage } from './differences.repository.js';

interface AnalysesPage<T> {
  readonly rows: T[];
  readonly total: number;
}

/** Analyses of projects. */
@Injectable()
export class AnalysesService {
  constructor(private readonly database: Database) {}

  /** Requests an analysis, or returns the unfinished one that will read the same source. */
  async request(actor: Actor, { project_id, team_id, branch }: AnalyzeProjectBody): Promise<AnalysisView> {
    return this.database.transaction(actor.tenancy, async (sql) => {
      const project = requireTeam(actor.authorize(await findProjectForUpdate(sql, project_id), 'project'), team_id);
      const chosen = requestedBranch(project, branch ?? '');
      return analysisView(await this.start(sql, { ...project, branch: chosen }, actor.userId));
    });
  }

  async get(
    actor: Actor,
    id: string,
    of: { team_id?: string | null; project_id?: string | null },
  ): Promise<AnalysisView> {
    return this.database.transaction(actor.tenancy, async (sql) => {
      const row = await this.authorizedAnalysis(sql, actor, id);
      if (of.project_id && row.project_id !== of.project_id.toLowerCase()) throw notFound('analysis');
      if (of.team_id && row.team_id !== of.team_id.toLowerCase()) throw notFound('analysis');
      return analysisView(row);
    });
  }

  /** Newest first. */
  async list(
    actor: Actor,
    { project_id, team_id }: { project_id: string; team_id?: string | null },
    paging: { offset: number; limit: number },
  ): Promise<AnalysesPage<AnalysisView>> {
    return this.database.transaction(actor.tenancy, async (sql) => {
      const project = requireTeam(actor.authorize(await findProject(sql, project_id), 'project'), team_id);
      const { rows, total } = await analysisPage(sql, project.id, paging);
      return { rows: rows.map(analysisView), total };
    });
  }

  async listDifferences(
    actor: Actor,
    id: string,
    paging: { offset: number; limit: number },
  ): Promise<AnalysesPage<DifferenceView>> {
    return this.database.transaction(actor.tenancy, async (sql) => {
      const { id: analysisId } = await this.authorizedAnalysis(sql, actor, id);
      return differencePage(sql, analysisId, paging);
    });
  }

  /** The analysis of a monitoring run, with the id of the run; created if it does not exist. */
  async ofRun(sql: Sql, runId: string, projectId: string, jobId: string): Promise<AnalysisRow> {
    const existing = await findAnalysis(sql, runId);
    if (existing) return existing;
    const project = await findProject(sql, projectId);
    if (!project) throw notFound('project');
    const { org_id, type, source, branch } = project;
    await insertAnalysis(sql, {
      id: runId,
      org_id,
      project_id: projectId,
      job_id: jobId,
      type,
      source,
      branch,
    });
    return (await findAnalysis(sql, runId))!;
  }

  private async start(sql: Sql, project: ProjectRow, actorId: string): Promise<AnalysisRow> {
    const open = await findOpenAnalysis(sql, project.id, project);
    if (open) return open;
    const id = newId();
    const job_id = await enqueue(
      sql,
      AnalyzeProject,
      { analysis_id: id },
      { orgId: project.org_id, teamId: project.team_id, actorId, subject: { kind: 'project', id: project.id } },
    );
    const { org_id, type, source, branch } = project;
    await insertAnalysis(sql, { id, org_id, project_id: project.id, job_id, type, source, branch });
    return (await findAnalysis(sql, id))!;
  }

  private async authorizedAnalysis(sql: Sql, actor: Actor, id: string): Promise<AnalysisRow> {
    return actor.authorize(await findAnalysis(sql, id), 'analysis');
  }
}

function requireTeam(project: ProjectRow, teamId: string | null | undefined): ProjectRow {
  if (teamId && project.team_id !== teamId.toLowerCase()) throw notFound('project');
  return project;
}

function requestedBranch({ type, branch }: ProjectRow, wanted: string): string {
  if (wanted === '' || wanted === branch) return branch;
  if (type !== 'git' || !isBranch(wanted))
    throw invalid('Invalid request: branch cannot be analysed', {
      branch: type === 'git' ? 'must be a valid branch name' : 'is allowed for projects of type git only',
    });
  return wanted;
}

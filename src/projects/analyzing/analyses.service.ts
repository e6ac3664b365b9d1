import { Injectable } from '@nestjs/common';
import { invalid, notFound } from '../../model/errors.js';
import { joinRuns } from '../../jobs/outbox.repository.js';
import { enqueue, enqueueAll, type EnqueueOptions } from '../../jobs/enqueue.js';
import type { Actor } from '../../organizations/access/actor.js';
import { TeamsService } from '../../organizations/teams/teams.service.js';
import { Database } from '../../platform/database/database.js';
import type { Sql } from '../../platform/database/sql.js';
import { newId } from '../../platform/identifiers/uuid.js';
import { isBranch } from '../project-source.js';
import { findProjectForUpdate, findProject } from '../projects.repository.js';
import type { ProjectRow } from '../projects.view.js';
import type { GetAnalysesQuery, GetAnalysisDifferencesQuery, GetLatestAnalysesQuery } from './analyses.dto.js';
import type { AnalysisView, DifferenceView, AnalysisRow } from './analyses.view.js';
import { AnalyzeProject } from './analyses.jobs.js';
import {
  analysisPage,
  findActiveProjectsForUpdate,
  findAnalysis,
  findLatestAnalysis,
  findOpenAnalyses,
  findOpenAnalysis,
  insertAnalyses,
  latestAnalysisPage,
  type AnalyzableProject,
  type NewAnalysis,
} from './analyses.repository.js';
import { analysisView } from './analyses.view.js';
import { differencePage } from './differences.repository.js';

interface AnalysisRequest {
  readonly project_id: string;
  readonly team_id?: string | null;
  /** Another branch than that of the project. */
  readonly branch?: string | null;
}

interface AnalysesPage<T> {
  readonly rows: T[];
  readonly total: number;
}

/** Analyses of projects. */
@Injectable()
export class AnalysesService {
  constructor(
    private readonly database: Database,
    private readonly teams: TeamsService,
  ) {}

  /** Requests an analysis, or returns the unfinished one that will read the same source. */
  async request(actor: Actor, { project_id, team_id, branch }: AnalysisRequest): Promise<AnalysisView> {
    return this.database.transaction(actor.tenancy, async (sql) => {
      const project = requireTeam(actor.authorize(await findProjectForUpdate(sql, project_id), 'project'), team_id);
      const chosen = requestedBranch(project, branch ?? '');
      return analysisView(await this.start(sql, { ...project, branch: chosen }, actor.userId));
    });
  }

  /** Requests an analysis of every active project of the team; where one is open that reads the same, it counts. */
  async requestAll(actor: Actor, teamId: string): Promise<string[]> {
    const team = await this.teams.authorizedTeam(actor, teamId);
    return this.database.transaction(actor.tenancy, async (sql) => {
      const projects = await findActiveProjectsForUpdate(sql, team.id);
      const findOpen = () => findOpenAnalyses(sql, projects.map(({ id }) => id)); // prettier-ignore
      await joinRuns(sql, [...(await findOpen()).values()].map(({ job_id }) => job_id), actor.userId); // prettier-ignore
      // Some may have been cancelled while they were joined.
      const open = await findOpen();
      const others = projects.filter(({ id }) => !open.has(id)).map((project) => ({ ...project, analysisId: newId() }));
      const jobs = await enqueueAll(
        sql,
        AnalyzeProject,
        others.map((project) => ({
          ...jobOptionsOf(project, actor.userId),
          payload: { analysis_id: project.analysisId },
        })),
      );
      await insertAnalyses(sql, others.map((project, index) => newAnalysis(project.analysisId, project, jobs[index]!))); // prettier-ignore
      const created = new Map(others.map(({ id, analysisId }) => [id, analysisId]));
      return projects.map(({ id }) => (open.get(id)?.id ?? created.get(id))!);
    });
  }

  /** The latest analysis of the project's own branch. @throws CallerError 404 if there is none */
  async latest(actor: Actor, of: { project_id: string; team_id?: string | null }): Promise<AnalysisView> {
    return this.database.transaction(actor.tenancy, async (sql) => {
      const project = requireTeam(actor.authorize(await findProject(sql, of.project_id), 'project'), of.team_id);
      const row = await findLatestAnalysis(sql, project.id);
      if (!row) throw notFound('analysis');
      return analysisView(row);
    });
  }

  async latestOfTeam(actor: Actor, query: GetLatestAnalysesQuery): Promise<AnalysesPage<AnalysisView>> {
    const team = await this.teams.authorizedTeam(actor, query.team_id);
    return this.database.transaction(actor.tenancy, async (sql) => {
      const wanted = { teamId: team.id, status: query.status || null, projectIds: query.project_ids ?? null };
      const { rows, total } = await latestAnalysisPage(sql, wanted, query);
      return { rows: rows.map(analysisView), total };
    });
  }

  async get(
    actor: Actor,
    id: string,
    of: { team_id?: string | null; project_id?: string | null },
  ): Promise<AnalysisView> {
    return this.database.transaction(actor.tenancy, async (sql) => {
      const row = await this.authorizedAnalysis(sql, actor, id);
      if (of.project_id && row.project_id !== of.project_id) throw notFound('analysis');
      if (of.team_id && row.team_id !== of.team_id) throw notFound('analysis');
      return analysisView(row);
    });
  }

  /** Newest first. */
  async list(actor: Actor, query: GetAnalysesQuery): Promise<AnalysesPage<AnalysisView>> {
    return this.database.transaction(actor.tenancy, async (sql) => {
      const project = requireTeam(actor.authorize(await findProject(sql, query.project_id), 'project'), query.team_id);
      const filter = { projectId: project.id, status: query.status || null };
      const { rows, total } = await analysisPage(sql, filter, query);
      return { rows: rows.map(analysisView), total };
    });
  }

  async listDifferences(actor: Actor, query: GetAnalysisDifferencesQuery): Promise<AnalysesPage<DifferenceView>> {
    return this.database.transaction(actor.tenancy, async (sql) => {
      const { id: analysisId } = await this.authorizedAnalysis(sql, actor, query.id);
      return differencePage(sql, { analysisId, kind: query.kind || null }, query);
    });
  }

  /** The analysis of a monitoring run, with the id of the run; created if it does not exist. */
  async ofRun(sql: Sql, runId: string, projectId: string, jobId: string): Promise<AnalysisRow> {
    const existing = await findAnalysis(sql, runId);
    if (existing) return existing;
    const project = await findProject(sql, projectId);
    if (!project) throw notFound('project');
    await insertAnalyses(sql, [newAnalysis(runId, project, jobId)]);
    return (await findAnalysis(sql, runId))!;
  }

  private async start(sql: Sql, project: ProjectRow, actorId: string): Promise<AnalysisRow> {
    const findOpen = () => findOpenAnalysis(sql, project.id, project);
    await joinRuns(sql, [(await findOpen())?.job_id ?? null], actorId);
    // It may have been cancelled while it was joined.
    const open = await findOpen();
    if (open) return open;
    const id = newId();
    const jobId = await enqueue(sql, AnalyzeProject, { analysis_id: id }, jobOptionsOf(project, actorId));
    await insertAnalyses(sql, [newAnalysis(id, project, jobId)]);
    return (await findAnalysis(sql, id))!;
  }

  private async authorizedAnalysis(sql: Sql, actor: Actor, id: string): Promise<AnalysisRow> {
    return actor.authorize(await findAnalysis(sql, id), 'analysis');
  }
}

const jobOptionsOf = (project: AnalyzableProject, actorId: string): EnqueueOptions => ({
  orgId: project.org_id,
  teamId: project.team_id,
  actorId,
  subject: { kind: 'project', id: project.id },
});

const newAnalysis = (id: string, project: AnalyzableProject, jobId: string): NewAnalysis => ({
  id,
  org_id: project.org_id,
  project_id: project.id,
  job_id: jobId,
  type: project.type,
  source: project.source,
  branch: project.branch,
});

function requireTeam(project: ProjectRow, teamId: string | null | undefined): ProjectRow {
  if (teamId && project.team_id !== teamId) throw notFound('project');
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

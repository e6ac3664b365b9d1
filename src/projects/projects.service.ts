import { Injectable } from '@nestjs/common';
import { CallerError, invalid, notFound } from '../model/errors.js';
import { cancelRunsOf } from '../jobs/job-runs.repository.js';
import type { Actor } from '../organizations/access/actor.js';
import { holdTeam, teamById } from '../organizations/teams/teams.repository.js';
import { TeamsService } from '../organizations/teams/teams.service.js';
import { Configuration } from '../platform/configuration/configuration.js';
import { requireUnchanged } from '../platform/http/precondition.js';
import { Database } from '../platform/database/database.js';
import type { Sql } from '../platform/database/sql.js';
import { RulesetsService } from '../rulesets/rulesets.service.js';
import { queueScoring } from '../sboms/sboms.pipeline.js';
import { aliasesOf, changedAlias, changedProject } from './project-changes.js';
import { storedSources } from './project-source.js';
import { ProjectSecrets } from './project-secrets.js';
import type { DeleteAliasBody, UpdateAliasBody } from './aliases.dto.js';
import type { AliasBody, CreateProjectBody, DeleteProjectBody, UpdateProjectBody } from './projects.dto.js';
import {
  insertProject,
  findProject,
  findProjects,
  findUsedRulesets,
  findProjectForUpdate,
  updateProject,
  applyProjectRuleset,
  findProjectBySource,
  projectPage,
  findProjectsForUpdate,
  setProjectStates,
  deleteProject,
  type ProjectFilter,
} from './projects.repository.js';
import {
  projectView,
  type AliasView,
  type ProjectNameView,
  type ProjectRow,
  type ProjectView,
  type RulesetChangeView,
} from './projects.view.js';
import { tagIdsOf } from './tags/tags.repository.js';
import type { Switched } from './projects.view.js';

/** Source projects. */
@Injectable()
export class ProjectsService {
  constructor(
    private readonly configuration: Configuration,
    private readonly database: Database,
    private readonly teams: TeamsService,
    private readonly rulesets: RulesetsService,
    private readonly secrets: ProjectSecrets,
  ) {}

  async create(actor: Actor, body: CreateProjectBody): Promise<ProjectView> {
    const team = await this.teams.authorizedTeam(actor, body.team_id);
    const { fields, secrets } = changedProject(null, body, this.configuration.egressAllowlist);
    return this.database.transaction(actor.tenancy, async (sql) => {
      await holdTeam(sql, team.id);
      const ruleset = await this.rulesets.choose(sql, team, body.ruleset_id ?? null);
      const tag_ids = await tagIdsOf(sql, team, body.tags ?? []);
      const row = { ...fields, team_id: team.id, ruleset_id: ruleset.id, tag_ids };
      const id = await insertProject(sql, team.org_id, row);
      await this.secrets.change(sql, { id, org_id: team.org_id }, secrets);
      return projectView((await findProject(sql, id))!);
    });
  }

  /** Older clients send the whole project, with an `updated_at` that means nothing: only the header counts. */
  async update(actor: Actor, body: UpdateProjectBody, ifMatch: string | null = null): Promise<ProjectView> {
    const { id } = body;
    return this.database.transaction(actor.tenancy, async (sql) => {
      const before = actor.authorize(await findProjectForUpdate(sql, id), 'project');
      requireUnchanged(before, ifMatch);
      const team = await this.targetTeam(sql, actor, before, body.team_id);
      const { fields, secrets } = changedProject(before, body, this.configuration.egressAllowlist);
      const change = await this.rulesetChange(sql, actor, before, { team, id: body.ruleset_id ?? before.ruleset_id });
      const tag_ids = body.tags ? await tagIdsOf(sql, team, body.tags) : before.tag_ids;
      const ruleset_id = change?.new_ruleset_id ?? before.ruleset_id;
      await updateProject(sql, id, { ...fields, team_id: team.id, ruleset_id, tag_ids }, change);
      const sbom = change && (await applyProjectRuleset(sql, id, ruleset_id));
      if (sbom) await queueScoring(sql, sbom);
      await this.secrets.change(sql, before, secrets);
      return projectView((await findProject(sql, id))!);
    });
  }

  async get(actor: Actor, id: string, teamId: string): Promise<ProjectView> {
    return this.database.transaction(actor.tenancy, async (sql) => {
      const row = actor.authorize(await findProject(sql, id), 'project');
      if (row.team_id !== teamId) throw notFound('project');
      return projectView(row);
    });
  }

  /** The team's oldest project with that source. */
  async getByUrl(actor: Actor, url: string, teamId: string): Promise<ProjectView> {
    return this.database.transaction(actor.tenancy, async (sql) =>
      projectView(actor.authorize(await findProjectBySource(sql, teamId, this.formsOf(url)), 'project')),
    );
  }

  async list(
    actor: Actor,
    teamId: string,
    filter: ProjectFilter,
    paging: { offset: number; limit: number; sort?: string | null },
  ): Promise<{ rows: ProjectView[]; total: number }> {
    await this.teams.authorizedTeam(actor, teamId);
    const sources = filter.source === null ? null : this.formsOf(filter.source);
    return this.database.transaction(actor.tenancy, async (sql) => {
      const { rows, total } = await projectPage(sql, teamId, { ...filter, sources }, paging);
      return { rows: rows.map(projectView), total };
    });
  }

  private formsOf(source: string): string[] {
    return storedSources(source, this.configuration.egressAllowlist);
  }

  /** Projects that the actor may not change are reported; the others are changed. */
  async switch(
    actor: Actor,
    ids: readonly string[],
    to: { active: boolean | null; monitored: boolean | null },
  ): Promise<Switched> {
    return this.database.transaction(actor.tenancy, async (sql) => {
      const wanted = [...new Set(ids)];
      const rows = new Map((await findProjectsForUpdate(sql, wanted)).map((row) => [row.id, row]));
      const failed = wanted.flatMap((id) => {
        const message = errorMessageOf(() => actor.authorize(rows.get(id), 'project'));
        return message === null ? [] : [{ id, message }];
      });
      const refused = new Set(failed.map(({ id }) => id));
      const succeeded = wanted.filter((id) => !refused.has(id));
      await setProjectStates(sql, succeeded, to);
      return { succeeded, failed };
    });
  }

  /** Projects that the actor does not see, or of another team, are left out. */
  async names(actor: Actor, ids: readonly string[], teamId: string | null): Promise<ProjectNameView[]> {
    if (teamId !== null) await this.teams.authorizedTeam(actor, teamId);
    const rows = await this.database.transaction(actor.tenancy, (sql) => findProjects(sql, ids));
    return rows
      .filter((row) => actor.roleFor(row.org_id, row.team_id) !== null)
      .filter((row) => teamId === null || row.team_id === teamId)
      .map(({ id, name, aliases: [alias] }) => ({
        id,
        project_id: id,
        name,
        product_name: alias?.name ?? '',
        version: alias?.version ?? '',
        org: alias?.org ?? '',
      }));
  }

  async usedRulesets(actor: Actor, teamId: string): Promise<{ ruleset_id: string }[]> {
    const team = await this.teams.authorizedTeam(actor, teamId);
    return this.database.transaction(actor.tenancy, (sql) => findUsedRulesets(sql, team.id));
  }

  /** An alias that the project has already is answered as it is. */
  async addAlias(
    actor: Actor,
    { projectId: id, teamId }: { projectId: string; teamId: string },
    alias: AliasBody,
  ): Promise<AliasView> {
    return this.database.transaction(actor.tenancy, async (sql) => {
      const row = actor.authorize(await findProjectForUpdate(sql, id), 'project');
      if (row.team_id !== teamId) throw notFound('project');
      const aliases = aliasesOf([...row.aliases, alias], row.aliases);
      await updateProject(sql, id, { ...row, aliases }, null);
      const isAdded = ({ name, org, version }: AliasView): boolean =>
        name === alias.name && org === (alias.org ?? '') && version === (alias.version ?? '');
      return aliases.find(isAdded)!;
    });
  }

  /** @throws CallerError 409 if the project has another alias like that */
  updateAlias(actor: Actor, body: UpdateAliasBody, ifMatch: string | null): Promise<AliasView> {
    return this.changeAliases(actor, body, (alias, others) => {
      requireUnchanged({ updated_at: new Date(alias.updated_at) }, ifMatch, body.updated_at);
      const changed = changedAlias(alias, body, others);
      return { aliases: [...others, changed], answer: changed };
    });
  }

  deleteAlias(actor: Actor, body: DeleteAliasBody, ifMatch: string | null): Promise<AliasView> {
    return this.changeAliases(actor, body, (alias, others) => {
      requireUnchanged({ updated_at: new Date(alias.updated_at) }, ifMatch);
      return { aliases: others, answer: alias };
    });
  }

  private changeAliases(
    actor: Actor,
    { project_id, id }: { project_id: string; id: string },
    change: (alias: AliasView, others: AliasView[]) => { aliases: AliasView[]; answer: AliasView },
  ): Promise<AliasView> {
    return this.database.transaction(actor.tenancy, async (sql) => {
      const row = actor.authorize(await findProjectForUpdate(sql, project_id), 'project');
      const alias = row.aliases.find((one) => one.id === id);
      if (!alias) throw notFound('alias');
      const { aliases, answer } = change(
        alias,
        row.aliases.filter((one) => one !== alias),
      );
      await updateProject(sql, row.id, { ...row, aliases }, null);
      return answer;
    });
  }

  async delete(actor: Actor, { id, team_id }: DeleteProjectBody, ifMatch: string | null): Promise<void> {
    await this.database.transaction(actor.tenancy, async (sql) => {
      actor.authorize(await findProject(sql, id), 'project');
      // Before the lock, because an analysis that publishes its result holds its run while it waits for the project.
      await cancelRunsOf(sql, { kind: 'project', id }, 'The project was deleted');
      const row = actor.authorize(await findProjectForUpdate(sql, id), 'project');
      if (team_id && row.team_id !== team_id) throw notFound('project');
      requireUnchanged(row, ifMatch);
      await deleteProject(sql, id);
    });
  }

  /** The future team of the project: in the same organization and writable by the actor. */
  private async targetTeam(
    sql: Sql,
    actor: Actor,
    { org_id, team_id }: ProjectRow,
    wanted: string | null | undefined,
  ): Promise<{ id: string; org_id: string }> {
    if (!wanted || wanted === team_id) return { id: team_id, org_id };
    const team = await teamById(sql, wanted);
    actor.authorize(team && { org_id: team.org_id, team_id: team.id }, 'team');
    if (team!.org_id !== org_id) throw notFound('team');
    await holdTeam(sql, wanted);
    return team!;
  }

  private async rulesetChange(
    sql: Sql,
    actor: Actor,
    before: ProjectRow,
    to: { team: { org_id: string; id: string }; id: string },
  ): Promise<RulesetChangeView | null> {
    const isNamed = to.id === before.ruleset_id;
    const ruleset = await this.rulesets[isNamed ? 'usable' : 'choose'](sql, to.team, to.id);
    if (ruleset.id === before.ruleset_id) return null;
    const old = await this.rulesets.nameOf(sql, before.ruleset_id);
    return {
      old_ruleset_id: before.ruleset_id,
      old_ruleset_name: old,
      new_ruleset_id: ruleset.id,
      new_ruleset_name: ruleset.name,
      user_id: actor.userId,
      user_name: actor.username,
      created_at: new Date().toISOString(),
    };
  }
}

function errorMessageOf(check: () => unknown): string | null {
  try {
    check();
    return null;
  } catch (error) {
    if (!(error instanceof CallerError)) throw error;
    return error.message;
  }
}

/** The id from the body or, for legacy clients, from the query. */
export function requiredId(field: string, ...given: readonly (string | null | undefined)[]): string {
  const id = given.find((one) => one);
  if (!id) throw invalid(`Invalid request: ${field} is required`, { [field]: 'is required' });
  return id;
}

import { Body, Controller, Get, HttpCode, Post, Put, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import type { Actor } from '../organizations/access/actor.js';
import { ForProjectKeys } from '../organizations/project-keys/for-project-keys.decorator.js';
import { Allow } from '../organizations/access/allow.decorator.js';
import { CurrentActor } from '../organizations/access/current-actor.decorator.js';
import { envelope, listEnvelope, type Envelope } from '../platform/http/envelope.js';
import { FromQuery, WholeFromQuery } from '../platform/http/fields.js';
import { IfMatch } from '../platform/http/precondition.js';
import { AddAliasBody, AddAliasQuery, DeleteAliasBody, UpdateAliasBody } from './aliases.dto.js';
import {
  besideBody,
  BesideBodyQuery,
  CreateProjectBody,
  CreateProjectQuery,
  DeleteProjectBody,
  GetProjectByUrlQuery,
  GetProjectQuery,
  GetProjectsQuery,
  ProjectIdsBody,
  ProjectNamesBody,
  ProjectNamesQuery,
  UpdateProjectBody,
  UpdateProjectsQuery,
  UsedRulesetsQuery,
} from './projects.dto.js';
import { ProjectsService } from './projects.service.js';
import { bothConditions, parseFilterBy } from './filter-by.js';
import { type AliasView, type ProjectNameView, type Switched, ProjectView } from './projects.view.js';

@ApiTags('Projects')
@ApiBearerAuth()
@Controller('v1/project')
export class ProjectsController {
  constructor(private readonly projects: ProjectsService) {}

  /** Creates a source project. */
  @Post('createProject')
  @HttpCode(200)
  @Allow('member')
  @FromQuery('team_id')
  async create(
    @CurrentActor() actor: Actor,
    @Query() _query: CreateProjectQuery,
    @Body() body: CreateProjectBody,
  ): Promise<Envelope<ProjectView>> {
    return envelope(await this.projects.create(actor, body));
  }

  /** One project. */
  @Get('getProject')
  @Allow('viewer')
  @ForProjectKeys({ ids: { project: ['id'] } })
  async get(@CurrentActor() actor: Actor, @Query() query: GetProjectQuery): Promise<Envelope<ProjectView>> {
    return envelope(await this.projects.get(actor, query.id, query.team_id));
  }

  /** The team's project with that source address. */
  @Get('getProjectByUrl')
  @Allow('viewer')
  async getByUrl(@CurrentActor() actor: Actor, @Query() query: GetProjectByUrlQuery): Promise<Envelope<ProjectView>> {
    return envelope(await this.projects.getByUrl(actor, query.url, query.team_id));
  }

  /** The team's projects, newest first. */
  @Get('getProjects')
  @Allow('viewer')
  async list(@CurrentActor() actor: Actor, @Query() query: GetProjectsQuery): Promise<Envelope<ProjectView[]>> {
    const own = { ids: null, teamId: null, source: null, monitored: null };
    const conditions = bothConditions(parseFilterBy(query.filter_by ?? ''), {
      ...own,
      active: query.active ?? null,
      type: query.type || null,
    });
    const filter = { q: query.q || null, tag: query.tag || null, ...conditions };
    return listEnvelope(await this.projects.list(actor, query.team_id, filter, query), query);
  }

  /** Updates a project; missing fields keep their value. */
  @Put('updateProject')
  @Allow('member')
  @FromQuery('id')
  @WholeFromQuery(...besideBody)
  async update(
    @CurrentActor() actor: Actor,
    @Query() _query: BesideBodyQuery,
    @Body() body: UpdateProjectBody,
    @IfMatch() ifMatch: string | null,
  ): Promise<Envelope<ProjectView>> {
    return envelope(await this.projects.update(actor, body, ifMatch));
  }

  /** Monitors, archives or activates many projects; the answer names those that could not be changed, with reasons. */
  @Put('updateProjects')
  @Allow('member')
  async switch(
    @CurrentActor() actor: Actor,
    @Query() { monitor, archive }: UpdateProjectsQuery,
    @Body() { project_ids }: ProjectIdsBody,
  ): Promise<Envelope<Switched>> {
    const to = { active: typeof archive === 'boolean' ? !archive : null, monitored: monitor ?? null };
    const switched = await this.projects.switch(actor, project_ids, to);
    return envelope(switched, { total_count: switched.succeeded.length + switched.failed.length });
  }

  /** Adds a name by which the product of the project is known elsewhere. */
  @Post('addAlias')
  @HttpCode(200)
  @Allow('member')
  @FromQuery('project_id', 'team_id')
  async addAlias(
    @CurrentActor() actor: Actor,
    @Query() _query: AddAliasQuery,
    @Body() body: AddAliasBody,
  ): Promise<Envelope<AliasView>> {
    const { project_id: projectId, team_id: teamId } = body;
    return envelope(await this.projects.addAlias(actor, { projectId, teamId }, body));
  }

  /** Changes an alias of a project; missing fields keep their value. */
  @Post('updateAlias')
  @HttpCode(200)
  @Allow('member')
  async updateAlias(
    @CurrentActor() actor: Actor,
    @Body() body: UpdateAliasBody,
    @IfMatch() ifMatch: string | null,
  ): Promise<Envelope<AliasView>> {
    return envelope(await this.projects.updateAlias(actor, body, ifMatch));
  }

  /** Takes an alias off a project, and answers what it was. */
  @Post('deleteAlias')
  @HttpCode(200)
  @Allow('member')
  async deleteAlias(
    @CurrentActor() actor: Actor,
    @Body() body: DeleteAliasBody,
    @IfMatch() ifMatch: string | null,
  ): Promise<Envelope<AliasView>> {
    return envelope(await this.projects.deleteAlias(actor, body, ifMatch));
  }

  /** Names of projects that you see. */
  @Post('getProjectsNames')
  @HttpCode(200)
  @Allow('viewer')
  async names(@CurrentActor() actor: Actor, @Body() body: ProjectNamesBody): Promise<Envelope<ProjectNameView[]>> {
    const rows = await this.projects.names(actor, body.ids, body.team_id ?? null);
    return envelope(rows, { total_count: rows.length });
  }

  /** Names of projects that you see. */
  @Get('getProjectsNames')
  @Allow('viewer')
  async readNames(
    @CurrentActor() actor: Actor,
    @Query() query: ProjectNamesQuery,
  ): Promise<Envelope<ProjectNameView[]>> {
    const rows = await this.projects.names(actor, query.ids, query.team_id ?? null);
    return envelope(rows, { total_count: rows.length });
  }

  /** Rulesets that projects of the team use. */
  @Get('getUsedRulesetIds')
  @Allow('viewer')
  async usedRulesets(
    @CurrentActor() actor: Actor,
    @Query() { team_id }: UsedRulesetsQuery,
  ): Promise<Envelope<{ ruleset_id: string }[]>> {
    const rows = await this.projects.usedRulesets(actor, team_id);
    return envelope(rows, { total_count: rows.length });
  }

  /** Deletes a project. It is kept in the database and no longer shown; its credentials are deleted at once. */
  @Post('deleteProject')
  @HttpCode(200)
  @Allow('member')
  async delete(
    @CurrentActor() actor: Actor,
    @Body() body: DeleteProjectBody,
    @IfMatch() ifMatch: string | null,
  ): Promise<Envelope<{ id: string }>> {
    await this.projects.delete(actor, body, ifMatch);
    return envelope({ id: body.id });
  }
}

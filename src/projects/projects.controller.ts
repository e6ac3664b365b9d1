import { Body, Controller, Get, HttpCode, Post, Put, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import { invalid } from '../model/errors.js';
import type { Actor } from '../organizations/access/actor.js';
import { Allow } from '../organizations/access/allow.decorator.js';
import { CurrentActor } from '../organizations/access/current-actor.decorator.js';
import { envelope, listEnvelope, type Envelope } from '../platform/http/envelope.js';
import {
  AddAliasQuery,
  AliasBody,
  BesideBodyQuery,
  CreateProjectBody,
  CreateProjectQuery,
  DeleteProjectBody,
  GetProjectByUrlQuery,
  GetProjectQuery,
  GetProjectsQuery,
  ProjectIdsBody,
  UpdateProjectBody,
  UpdateProjectsQuery,
} from './projects.dto.js';
import { ProjectsService, requiredId } from './projects.service.js';
import type { Switched } from './projects.view.js';
import { ProjectView } from './projects.view.js';

@ApiTags('Projects')
@ApiBearerAuth()
@Controller('v1/project')
export class ProjectsController {
  constructor(private readonly projects: ProjectsService) {}

  /** Creates a source project. */
  @Post('createProject')
  @HttpCode(200)
  @Allow('member')
  async create(
    @CurrentActor() actor: Actor,
    @Query() query: CreateProjectQuery,
    @Body() body: CreateProjectBody,
  ): Promise<Envelope<ProjectView>> {
    return envelope(await this.projects.create(actor, requiredId('team_id', body.team_id, query.team_id), body));
  }

  @Get('getProject')
  @Allow('viewer')
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
    const filter = { q: query.q || query.filter_by || null, active: query.active ?? null, type: query.type || null };
    return listEnvelope(await this.projects.list(actor, query.team_id, filter, query), query);
  }

  /** Updates a project; missing fields keep their value. */
  @Put('updateProject')
  @Allow('member')
  async update(
    @CurrentActor() actor: Actor,
    @Query() query: BesideBodyQuery,
    @Body() body: UpdateProjectBody,
  ): Promise<Envelope<ProjectView>> {
    return envelope(await this.projects.update(actor, requiredId('id', body.id, query.id), body));
  }

  /** Monitors, archives or activates many projects; the answer names those that could not be changed, with reasons. */
  @Put('updateProjects')
  @Allow('member')
  async switch(
    @CurrentActor() actor: Actor,
    @Query() { monitor, archive }: UpdateProjectsQuery,
    @Body() { project_ids }: ProjectIdsBody,
  ): Promise<Envelope<Switched>> {
    if (typeof monitor !== 'boolean' && typeof archive !== 'boolean')
      throw invalid('Invalid request: give monitor, archive or both', {
        monitor: 'is required unless archive is given',
        archive: 'is required unless monitor is given',
      });
    const to = { active: typeof archive === 'boolean' ? !archive : null, monitored: monitor ?? null };
    const switched = await this.projects.switch(actor, project_ids, to);
    return envelope(switched, { total_count: switched.succeeded.length + switched.failed.length });
  }

  /** Adds a name by which the product of the project is known elsewhere. */
  @Post('addAlias')
  @HttpCode(200)
  @Allow('member')
  async addAlias(
    @CurrentActor() actor: Actor,
    @Query() query: AddAliasQuery,
    @Body() body: AliasBody,
  ): Promise<Envelope<ProjectView>> {
    return envelope(await this.projects.addAlias(actor, query.project_id, query.team_id, body));
  }

  /** Deletes a project. It is kept in the database and no longer shown; its credentials are deleted at once. */
  @Post('deleteProject')
  @HttpCode(200)
  @Allow('member')
  async delete(@CurrentActor() actor: Actor, @Body() body: DeleteProjectBody): Promise<Envelope<{ id: string }>> {
    await this.projects.delete(actor, body.id, body.team_id ?? null);
    return envelope({ id: body.id });
  }
}

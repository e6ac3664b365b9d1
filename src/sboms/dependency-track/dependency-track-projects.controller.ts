import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Put, Query, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { Actor } from '../../organizations/access/actor.js';
import { Allow } from '../../organizations/access/allow.decorator.js';
import { CurrentActor } from '../../organizations/access/current-actor.decorator.js';
import { writeChunk } from '../../platform/http/envelope.js';
import {
  ChangedProject,
  FindingsQuery,
  NameParameter,
  NewProject,
  ProjectLookupQuery,
  ProjectProperties,
  projectProperties,
  ProjectsQuery,
  UuidParameter,
  ViolationsQuery,
} from './dependency-track.dto.js';
import { DependencyTrackLists, type PagedList } from './dependency-track-lists.service.js';
import { DependencyTrackService } from './dependency-track.service.js';
import { findingView, measuredProjectView, poweredBy, projectView } from './dependency-track.view.js';

const totalHeader = 'X-Total-Count';

/** Projects of Dependency-Track, which are SBOMs here, and what its clients ask of them. */
@ApiExcludeController()
@Controller('api')
export class DependencyTrackProjectsController {
  constructor(
    private readonly service: DependencyTrackService,
    private readonly lists: DependencyTrackLists,
  ) {}

  @Get('v1/project/lookup')
  @Allow('viewer')
  async lookUp(@CurrentActor() actor: Actor, @Query() query: ProjectLookupQuery): Promise<object> {
    return measuredProjectView(await this.service.measured(actor, await this.service.lookUp(actor, query)));
  }

  @Get('v1/project/:uuid')
  @Allow('viewer')
  async project(@CurrentActor() actor: Actor, @Param() { uuid }: UuidParameter): Promise<object> {
    return measuredProjectView(await this.service.measured(actor, await this.service.project(actor, uuid)));
  }

  @Get('v1/project')
  @Allow('viewer')
  async projects(
    @CurrentActor() actor: Actor,
    @Query() query: ProjectsQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<object[]> {
    const { projects, total } = await this.service.projects(actor, query);
    response.setHeader(totalHeader, String(total)).setHeader('X-Powered-By', poweredBy);
    return projects.map(projectView);
  }

  @Get('v1/project/latest/:name')
  @Allow('viewer')
  async latest(@CurrentActor() actor: Actor, @Param() { name }: NameParameter): Promise<object> {
    return measuredProjectView(await this.service.measured(actor, await this.service.latest(actor, name)));
  }

  @Put('v1/project')
  @HttpCode(201)
  @Allow('member')
  async create(@CurrentActor() actor: Actor, @Body() body: NewProject, @Req() request: Request): Promise<object> {
    return withIgnored(projectView(await this.service.create(actor, body)), request);
  }

  @Post('v1/project')
  @HttpCode(200)
  @Allow('member')
  async update(@CurrentActor() actor: Actor, @Body() body: ChangedProject, @Req() request: Request): Promise<object> {
    return withIgnored(projectView(await this.service.change(actor, body.uuid, body)), request);
  }

  @Delete('v1/project/:uuid')
  @HttpCode(204)
  @Allow('member')
  delete(@CurrentActor() actor: Actor, @Param() { uuid }: UuidParameter): Promise<void> {
    return this.service.delete(actor, uuid);
  }

  /** What is not a name or a version is not taken over. */
  @Patch('v1/project/:uuid')
  @HttpCode(200)
  @Allow('member')
  async change(
    @CurrentActor() actor: Actor,
    @Param() { uuid }: UuidParameter,
    @Body() body: ProjectProperties,
    @Req() request: Request,
  ): Promise<object> {
    return withIgnored(projectView(await this.service.change(actor, uuid, body)), request);
  }

  @Get('v1/finding/project/:uuid')
  @Allow('viewer')
  async findings(
    @CurrentActor() actor: Actor,
    @Param() { uuid }: UuidParameter,
    @Query() query: FindingsQuery,
    @Res() response: Response,
  ): Promise<void> {
    await this.lists.withFindings(actor, uuid, query, (found) =>
      streamArray(response, found, (one) => findingView(uuid, one)),
    );
  }

  @Get('v1/violation/project/:uuid')
  @Allow('viewer')
  async violations(
    @CurrentActor() actor: Actor,
    @Param() { uuid }: UuidParameter,
    @Query() query: ViolationsQuery,
    @Res() response: Response,
  ): Promise<void> {
    await this.lists.withViolations(actor, uuid, query, (found) =>
      streamArray(response, found, (violation) => violation),
    );
  }

  /** They are always up to date. */
  @Get('v1/metrics/project/:uuid/refresh')
  @Allow('viewer')
  async refreshMetrics(@CurrentActor() actor: Actor, @Param() { uuid }: UuidParameter): Promise<void> {
    await this.service.project(actor, uuid);
  }

  @Get('v1/metrics/project/:uuid/current')
  @Allow('viewer')
  metrics(@CurrentActor() actor: Actor, @Param() { uuid }: UuidParameter): Promise<object> {
    return this.service.metrics(actor, uuid);
  }
}

/** Says what else the body has and a project does not. */
function withIgnored(project: object, { body }: Request): object {
  const ignored = Object.keys(body as object).filter((name) => !projectProperties.includes(name));
  return { ...project, ...(ignored.length > 0 && { ignored }) };
}

async function streamArray<T>(
  response: Response,
  { total, pages }: PagedList<T>,
  view: (element: T) => object,
): Promise<void> {
  // Clients stop at the first page of a list that does not say how long it is.
  response.setHeader(totalHeader, String(total));
  let separator = '[';
  for await (const page of pages) {
    if (separator === '[') response.setHeader('Content-Type', 'application/json; charset=utf-8');
    await writeChunk(response, separator + page.map((element) => JSON.stringify(view(element))).join(','));
    separator = ',';
  }
  if (separator === '[') response.json([]);
  else response.end(']');
}

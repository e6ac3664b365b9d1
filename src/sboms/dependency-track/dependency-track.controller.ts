import { Body, Controller, Get, HttpCode, Param, Patch, Post, Put, Query, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { Actor } from '../../organizations/access/actor.js';
import { Allow } from '../../organizations/access/allow.decorator.js';
import { CurrentActor } from '../../organizations/access/current-actor.decorator.js';
import { writeChunk } from '../../platform/http/envelope.js';
import { isMultipart } from '../../platform/http/load-shedding.middleware.js';
import { UploadReceiver, type UploadedFile } from '../../platform/http/upload.js';
import { sanitizeInput, validated } from '../../platform/http/validation.js';
import { product } from '../../platform/product.js';
import {
  BomSubmission,
  FindingsQuery,
  maxBomText,
  ProjectLookupQuery,
  ProjectProperties,
  ProjectsQuery,
  UuidParameter,
} from './dependency-track.dto.js';
import { DependencyTrackUploads } from './dependency-track-uploads.service.js';
import { DependencyTrackService } from './dependency-track.service.js';
import { apiVersion, findingView, projectView, teamView } from './dependency-track.view.js';

/** The routes of Dependency-Track that upload actions and plug-ins use, for pipelines that have them already. */
@ApiExcludeController()
@Controller('api')
export class DependencyTrackController {
  constructor(
    private readonly service: DependencyTrackService,
    private readonly uploads: DependencyTrackUploads,
    private readonly receiver: UploadReceiver,
  ) {}

  @Get('version')
  @Allow('public')
  version(): object {
    return {
      version: apiVersion,
      application: product.name,
      framework: { name: product.name, version: product.version },
    };
  }

  @Put('v1/bom')
  @HttpCode(200)
  @Allow('member')
  put(
    @CurrentActor() actor: Actor,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<object> {
    return this.submit(actor, request, response);
  }

  @Post('v1/bom')
  @HttpCode(200)
  @Allow('member')
  post(
    @CurrentActor() actor: Actor,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<object> {
    return this.submit(actor, request, response);
  }

  @Get('v1/bom/token/:uuid')
  @Allow('viewer')
  async bomToken(@CurrentActor() actor: Actor, @Param() { uuid }: UuidParameter): Promise<object> {
    return { processing: await this.service.isProcessing(actor, uuid) };
  }

  @Get('v1/event/token/:uuid')
  @Allow('viewer')
  async eventToken(@CurrentActor() actor: Actor, @Param() { uuid }: UuidParameter): Promise<object> {
    return { processing: await this.service.isProcessing(actor, uuid) };
  }

  @Get('v1/project/lookup')
  @Allow('viewer')
  async lookUp(@CurrentActor() actor: Actor, @Query() query: ProjectLookupQuery): Promise<object> {
    return projectView(await this.service.lookUp(actor, query));
  }

  @Get('v1/project/:uuid')
  @Allow('viewer')
  async project(@CurrentActor() actor: Actor, @Param() { uuid }: UuidParameter): Promise<object> {
    return projectView(await this.service.project(actor, uuid));
  }

  @Get('v1/project')
  @Allow('viewer')
  async projects(
    @CurrentActor() actor: Actor,
    @Query() query: ProjectsQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<object[]> {
    const { projects, total } = await this.service.projects(actor, query);
    response.setHeader('X-Total-Count', String(total));
    return projects.map(projectView);
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
    const changed = projectView(await this.service.change(actor, uuid, body));
    const ignored = Object.keys(request.body as object).filter((name) => name !== 'name' && name !== 'version');
    return { ...changed, ...(ignored.length > 0 && { ignored }) };
  }

  /** Jenkins asks for what the key may do. */
  @Get('v1/team/self')
  @Allow('viewer')
  self(@CurrentActor() actor: Actor): object {
    return teamView(actor);
  }

  @Get('v1/finding/project/:uuid')
  @Allow('viewer')
  findings(
    @CurrentActor() actor: Actor,
    @Param() { uuid }: UuidParameter,
    @Query() query: FindingsQuery,
    @Res() response: Response,
  ): Promise<void> {
    return streamArray(response, this.service.findings(actor, uuid, query), (found) => findingView(uuid, found));
  }

  @Get('v1/violation/project/:uuid')
  @Allow('viewer')
  violations(
    @CurrentActor() actor: Actor,
    @Param() { uuid }: UuidParameter,
    @Query() query: FindingsQuery,
    @Res() response: Response,
  ): Promise<void> {
    return streamArray(response, this.service.violations(actor, uuid, query), (violation) => violation);
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

  /** In a form the document is a file or a text, in JSON it is base64. */
  private async submit(actor: Actor, request: Request, response: Response): Promise<object> {
    const form = isMultipart(request);
    const file = form
      ? await this.receiver.receive({ name: 'bom', maxTextBytes: maxBomText }, request, response, actor.quotaKey)
      : null;
    const submission = await submissionOf(request.body, file !== null);
    const token = await this.uploads.submit(actor, submission, file ?? (await this.textOf(submission, form)));
    const ignored = ignoredFields.filter((name) => submission[name]);
    return { token, ...(ignored.length > 0 && { ignored }) };
  }

  private textOf({ bom }: BomSubmission, isForm: boolean): Promise<UploadedFile> {
    return this.uploads.store(bom!, isForm ? null : true);
  }
}

/** What a submission may say and an SBOM does not have. */
const ignoredFields = [
  ...(['parentUUID', 'parentName', 'parentVersion', 'projectTags', 'isLatest', 'isLatestProjectVersion'] as const),
];

async function streamArray<T>(
  response: Response,
  pages: AsyncIterable<readonly T[]>,
  view: (element: T) => object,
): Promise<void> {
  let separator = '[';
  for await (const page of pages) {
    if (separator === '[') response.setHeader('Content-Type', 'application/json; charset=utf-8');
    await writeChunk(response, separator + page.map((element) => JSON.stringify(view(element))).join(','));
    separator = ',';
  }
  if (separator === '[') response.json([]);
  else response.end(']');
}

/** @throws CallerError 400 that names every wrong field */
function submissionOf(body: unknown, hasFile: boolean): Promise<BomSubmission> {
  sanitizeInput(body, 'the body');
  return validated(BomSubmission, { ...(body as object) }, (submission) => ({
    ...(!hasFile && !submission.bom && { bom: 'is required' }),
    ...(!submission.project && !submission.projectName && { project: 'or projectName is required' }),
  }));
}

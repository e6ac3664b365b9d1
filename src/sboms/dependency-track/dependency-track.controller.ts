import { Controller, Get, HttpCode, Param, Post, Put, Query, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { plainToInstance } from 'class-transformer';
import { validate } from 'class-validator';
import type { Request, Response } from 'express';
import { invalid } from '../../model/errors.js';
import type { Actor } from '../../organizations/access/actor.js';
import { Allow } from '../../organizations/access/allow.decorator.js';
import { CurrentActor } from '../../organizations/access/current-actor.decorator.js';
import { writeChunk } from '../../platform/http/envelope.js';
import { isMultipart } from '../../platform/http/load-shedding.middleware.js';
import { UploadReceiver, type UploadedFile } from '../../platform/http/upload.js';
import { fieldErrors, invalidFields, sanitizeInput } from '../../platform/http/validation.js';
import { product } from '../../platform/product.js';
import { BomSubmission, FindingsQuery, maxBomText, ProjectLookupQuery, UuidParameter } from './dependency-track.dto.js';
import { DependencyTrackUploads } from './dependency-track-uploads.service.js';
import { DependencyTrackService } from './dependency-track.service.js';
import { apiVersion, findingView, projectView } from './dependency-track.view.js';

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

  @Get('v1/finding/project/:uuid')
  @Allow('viewer')
  async findings(
    @CurrentActor() actor: Actor,
    @Param() { uuid }: UuidParameter,
    @Query() query: FindingsQuery,
    @Res() response: Response,
  ): Promise<void> {
    let separator = '[';
    for await (const page of this.service.findings(actor, uuid, query)) {
      if (separator === '[') response.setHeader('Content-Type', 'application/json; charset=utf-8');
      await writeChunk(response, separator + page.map((found) => JSON.stringify(findingView(uuid, found))).join(','));
      separator = ',';
    }
    if (separator === '[') response.json([]);
    else response.end(']');
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
    const submission = await submissionOf(request.body);
    const token = await this.uploads.submit(actor, submission, file ?? (await this.textOf(submission, form)));
    const ignored = (['parentUUID', 'parentName', 'parentVersion'] as const).filter((name) => submission[name]);
    return { token, ...(ignored.length > 0 && { ignored }) };
  }

  private textOf({ bom }: BomSubmission, isForm: boolean): Promise<UploadedFile> {
    if (!bom) throw invalid('Invalid request: bom is required', { bom: 'is required' });
    return this.uploads.store(bom, isForm ? null : true);
  }
}

/** @throws CallerError 400 that names every wrong field */
async function submissionOf(body: unknown): Promise<BomSubmission> {
  sanitizeInput(body, 'the body');
  const submission = plainToInstance(BomSubmission, { ...(body as object) });
  const errors = await validate(submission, { whitelist: true, stopAtFirstError: true, forbidUnknownValues: false });
  if (errors.length > 0) throw invalidFields(fieldErrors(errors));
  return submission;
}

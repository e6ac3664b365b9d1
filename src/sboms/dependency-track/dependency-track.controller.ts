import { Controller, Get, HttpCode, Param, Post, Put, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { FieldErrors } from '../../model/errors.js';
import type { Actor } from '../../organizations/access/actor.js';
import { Allow } from '../../organizations/access/allow.decorator.js';
import { CurrentActor } from '../../organizations/access/current-actor.decorator.js';
import { isMultipart } from '../../platform/http/load-shedding.middleware.js';
import { UploadReceiver, type UploadedFile } from '../../platform/http/upload.js';
import { sanitizeInput, validated } from '../../platform/http/validation.js';
import { product } from '../../platform/product.js';
import { BomSubmission, maxBomText, type NamedProject, UuidParameter, VexSubmission } from './dependency-track.dto.js';
import { DependencyTrackUploads } from './dependency-track-uploads.service.js';
import { DependencyTrackVex } from './dependency-track-vex.service.js';
import { DependencyTrackService } from './dependency-track.service.js';
import { apiVersion, teamView } from './dependency-track.view.js';

/** The routes of Dependency-Track by which actions and plug-ins upload, for pipelines that have them already. */
@ApiExcludeController()
@Controller('api')
export class DependencyTrackController {
  constructor(
    private readonly service: DependencyTrackService,
    private readonly uploads: DependencyTrackUploads,
    private readonly vex: DependencyTrackVex,
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

  /** Jenkins asks for what the key may do. */
  @Get('v1/team/self')
  @Allow('viewer')
  self(@CurrentActor() actor: Actor): object {
    return teamView(actor);
  }

  /** Statements of a VEX document, in any format that importStatements takes. */
  @Put('v1/vex')
  @HttpCode(200)
  @Allow('member')
  putVex(@CurrentActor() actor: Actor, @Req() request: Request, @Res({ passthrough: true }) response: Response) {
    return this.submitVex(actor, request, response);
  }

  @Post('v1/vex')
  @HttpCode(200)
  @Allow('member')
  postVex(@CurrentActor() actor: Actor, @Req() request: Request, @Res({ passthrough: true }) response: Response) {
    return this.submitVex(actor, request, response);
  }

  private async submitVex(actor: Actor, request: Request, response: Response): Promise<object> {
    const form = isMultipart(request);
    const file = form ? await this.received('vex', actor, request, response) : null;
    const vex = file ? { vex: await this.vex.textOf(file) } : {};
    sanitizeInput(request.body, 'the body');
    const submission = await validated(VexSubmission, { ...(request.body as object), ...vex }, missingProject);
    return this.vex.submit(actor, submission, form ? null : true);
  }

  private received(name: string, actor: Actor, request: Request, response: Response): Promise<UploadedFile | null> {
    return this.receiver.receive({ name, maxTextBytes: maxBomText }, request, response, actor.quotaKey);
  }

  /** In a form the document is a file or a text, in JSON it is base64. */
  private async submit(actor: Actor, request: Request, response: Response): Promise<object> {
    const form = isMultipart(request);
    const file = form ? await this.received('bom', actor, request, response) : null;
    const submission = await submissionOf(request.body, file !== null);
    const upload = file ?? (await this.uploads.store(actor, submission, form));
    const token = await this.uploads.submit(actor, submission, upload);
    const ignored = ignoredFields.filter((name) => submission[name]);
    return { token, ...(ignored.length > 0 && { ignored }) };
  }
}

/** What a submission may say and an SBOM does not have. */
const ignoredFields = [
  'parentUUID',
  'parentName',
  'parentVersion',
  'projectTags',
  'isLatest',
  'isLatestProjectVersion',
] as const;

/** @throws CallerError 400 that names every wrong field */
function submissionOf(body: unknown, hasFile: boolean): Promise<BomSubmission> {
  sanitizeInput(body, 'the body');
  return validated(BomSubmission, { ...(body as object) }, (submission) => ({
    ...(!hasFile && !submission.bom && { bom: 'is required' }),
    ...missingProject(submission),
  }));
}

const missingProject = ({ project, projectName }: NamedProject): FieldErrors =>
  project || projectName ? {} : { project: 'or projectName is required' };

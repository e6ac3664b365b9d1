import { Controller, Get, HttpCode, Post, Query, Req, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiBearerAuth, ApiBody, ApiConsumes, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { Actor } from '../../organizations/access/actor.js';
import { ForProjectKeys } from '../../organizations/project-keys/for-project-keys.decorator.js';
import { Allow } from '../../organizations/access/allow.decorator.js';
import { CurrentActor } from '../../organizations/access/current-actor.decorator.js';
import { envelope, type Envelope } from '../../platform/http/envelope.js';
import { UploadReceiver } from '../../platform/http/upload.js';
import { sanitizeInput, validated } from '../../platform/http/validation.js';
import { CheckSbomQuery, UploadSbomFields, UploadSbomQuery } from './upload.dto.js';
import { NamedSboms } from './named-sboms.js';
import { UploadService } from './upload.service.js';
import type { CheckMeta, UploadMeta, UploadView } from './upload.view.js';

const text = { type: 'string' };

@ApiTags('SBOMs')
@ApiBearerAuth()
@Controller('v1/project')
export class UploadController {
  constructor(
    private readonly sboms: NamedSboms,
    private readonly uploader: UploadService,
    private readonly receiver: UploadReceiver,
  ) {}

  /**
   * One call for pipelines: imports a file into the SBOM of that name and version, which is created if there is none, and
   * answers what its ruleset says. With `wait=true` every component is assessed first; 202 means that it is not finished,
   * and `verdict` is `pending` as long as something is not assessed. The same call again changes nothing. A file that is
   * refused leaves no SBOM behind that was created for it.
   */
  @Post('uploadSBOM')
  @HttpCode(200)
  @Allow('member')
  @ForProjectKeys({ ids: {}, isOptional: true })
  @ApiAcceptedResponse({ description: 'It is not finished: the verdict is pending.' })
  @ApiConsumes('multipart/form-data')
  @ApiBody({
    schema: {
      type: 'object',
      required: ['file'],
      properties: {
        file: { type: 'string', format: 'binary', description: 'The SBOM, in any supported format.' },
        name: { ...text, description: 'As in the query.' },
        version: { ...text, description: 'As in the query.' },
        wait: { ...text, enum: ['true', 'false'], description: 'As in the query.' },
      },
    },
  })
  async upload(
    @CurrentActor() actor: Actor,
    @Query() query: UploadSbomQuery,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Envelope<UploadView, UploadMeta>> {
    // What stands in the query is checked before any byte of the file is stored.
    const team = await this.sboms.authorizeUpload(actor, query);
    const file = await this.receiver.receive('file', request, response, team?.org_id ?? actor.quotaKey);
    const fields = await uploadFields(query, request.body);
    const uploaded = await this.uploader.upload(actor, fields, file);
    if (!uploaded.isComplete) response.status(202);
    return envelope(uploaded.view, {
      total_count: uploaded.view.sbom.entry_count,
      job_id: uploaded.jobId,
      warning_count: uploaded.warningCount,
      vulnerability_count: uploaded.vulnerabilityCount,
    });
  }

  /** What the ruleset says of an SBOM, by id or by name and version: the answer of uploadSBOM without an upload. */
  @Get('checkSBOM')
  @Allow('viewer')
  @ForProjectKeys({ ids: { sbom: ['id'] }, isOptional: true })
  @ApiAcceptedResponse({ description: 'It is not finished: the verdict is pending.' })
  async check(
    @CurrentActor() actor: Actor,
    @Query() query: CheckSbomQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Envelope<UploadView, CheckMeta>> {
    const { view, vulnerabilityCount, isComplete } = await this.uploader.check(actor, query);
    if (!isComplete) response.status(202);
    return envelope(view, { total_count: view.sbom.entry_count, vulnerability_count: vulnerabilityCount });
  }
}

/** @throws CallerError 400 that names every wrong field */
function uploadFields(query: UploadSbomQuery, form: unknown): Promise<UploadSbomFields> {
  sanitizeInput(form, 'the form');
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return validated(UploadSbomFields, { ...(form as object), ...Object.fromEntries(given) });
}

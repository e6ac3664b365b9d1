import { Controller, HttpCode, Post, Query, Req, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiBearerAuth, ApiBody, ApiConsumes, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { invalid } from '../../model/errors.js';
import type { Actor } from '../../organizations/access/actor.js';
import { ForProjectKeys } from '../../organizations/project-keys/for-project-keys.decorator.js';
import { Allow } from '../../organizations/access/allow.decorator.js';
import { CurrentActor } from '../../organizations/access/current-actor.decorator.js';
import type { Envelope, JobMeta, Streamed } from '../../platform/http/envelope.js';
import { UploadReceiver } from '../../platform/http/upload.js';
import { ImportSbomQuery } from '../sboms.dto.js';
import type { SbomView } from '../sboms.view.js';
import type { ImportedSbom, ImportMeta } from './imports.view.js';
import { readColumnMapping } from './column-mapping.js';
import { ImportsService, type ImportTarget } from './imports.service.js';

@ApiTags('SBOMs')
@ApiBearerAuth()
@Controller('v1/project')
export class ImportsController {
  constructor(
    private readonly imports: ImportsService,
    private readonly uploads: UploadReceiver,
  ) {}

  /**
   * Imports a file into an SBOM. The format is detected from the content. A repeated import reconciles the entries. The
   * answer shows them as the import left them, or with `wait=true` as they are once every component is assessed.
   */
  @Post('importSBOM')
  @HttpCode(200)
  @Allow('member')
  @ForProjectKeys({ ids: { sbom: ['sbom_id'] } })
  @ApiAcceptedResponse({ description: 'The import goes on as a job; getSBOM shows the entries when it has finished.' })
  @ApiConsumes('multipart/form-data')
  @ApiBody({
    schema: { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } },
  })
  async import(
    @CurrentActor() actor: Actor,
    @Query() query: ImportSbomQuery,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<Streamed<Envelope<ImportedSbom, ImportMeta>, Envelope<SbomView, JobMeta>>> {
    if (query.async && query.wait)
      throw invalid('Invalid request: give async or wait', { wait: 'cannot be combined with async' });
    const target = importTarget(query);
    const { org_id } = await this.imports.authorizeImport(actor, target);
    const mapping = readColumnMapping(query.mapping);
    const upload = await this.uploads.receive('file', request, response, org_id);
    const accepted = await this.imports.accept(actor, target, upload, {
      dryRun: query.dry_run,
      allow_empty: query.allow_empty,
      ...(mapping && { mapping }),
    });
    const until = query.async ? 'accepted' : query.wait && !query.dry_run ? 'assessed' : 'imported';
    await this.imports.answer(actor, accepted, until, response);
  }
}

function importTarget({ sbom_id, org_id, dry_run }: ImportSbomQuery): ImportTarget {
  if (sbom_id && !org_id) return { sbomId: sbom_id };
  if (org_id && !sbom_id && dry_run) return { orgId: org_id };
  throw invalid('Invalid request: give sbom_id, or org_id with dry_run=true', {
    [sbom_id || !org_id ? 'sbom_id' : 'dry_run']: 'give sbom_id, or org_id with dry_run=true',
  });
}

import { Controller, Get, Query, StreamableFile } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Actor } from '../../organizations/access/actor.js';
import { ForProjectKeys } from '../../organizations/project-keys/for-project-keys.decorator.js';
import { Allow } from '../../organizations/access/allow.decorator.js';
import { CurrentActor } from '../../organizations/access/current-actor.decorator.js';
import { listEnvelope, type Envelope } from '../../platform/http/envelope.js';
import { GetImportsQuery, SbomIdQuery } from '../sboms.dto.js';
import { ImportsService } from './imports.service.js';
import type { ImportedFileView } from './imports.view.js';

@ApiTags('SBOMs')
@ApiBearerAuth()
@Controller('v1/project')
export class OriginalController {
  constructor(private readonly imports: ImportsService) {}

  /**
   * The files that were imported into the SBOM, the latest first. Former ones are kept for a while
   * (`ORIGINAL_RETENTION_DAYS`); compareSBOMs compares any two.
   */
  @Get('getImports')
  @Allow('viewer')
  @ForProjectKeys({ ids: { sbom: ['id'] } })
  async imported(@CurrentActor() actor: Actor, @Query() query: GetImportsQuery): Promise<Envelope<ImportedFileView[]>> {
    return listEnvelope(await this.imports.listImports(actor, query), query);
  }

  /** The file that the SBOM was last imported from, unchanged. */
  @Get('getOriginal')
  @Allow('viewer')
  @ForProjectKeys({ ids: { sbom: ['id'] } })
  @ApiOkResponse({ content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } })
  async original(@CurrentActor() actor: Actor, @Query() { id }: SbomIdQuery): Promise<StreamableFile> {
    const { file, bytes } = await this.imports.openOriginal(actor, id);
    return new StreamableFile(bytes, {
      type: 'application/octet-stream',
      length: Number(file.size),
      disposition: `attachment; filename="${safeFileName(file.file_name)}"`,
    });
  }
}

/** Only characters that are safe in headers and file systems. */
function safeFileName(name: string): string {
  const plain = name.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^[.-]+/, '');
  return plain.slice(-100) || 'sbom';
}

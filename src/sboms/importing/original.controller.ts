import { Controller, Get, Query, StreamableFile } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Actor } from '../../organizations/access/actor.js';
import { Allow } from '../../organizations/access/allow.decorator.js';
import { CurrentActor } from '../../organizations/access/current-actor.decorator.js';
import { SbomIdQuery } from '../sboms.dto.js';
import { ImportsService } from './imports.service.js';

@ApiTags('SBOMs')
@ApiBearerAuth()
@Controller('v1/project')
export class OriginalController {
  constructor(private readonly imports: ImportsService) {}

  /** The file that the SBOM was last imported from, unchanged. */
  @Get('getOriginal')
  @Allow('viewer')
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

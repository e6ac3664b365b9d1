import { Controller, Get, Query, StreamableFile } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { ReadStream } from 'node:fs';
import { CallerError, notFound } from '../../model/errors.js';
import type { Actor } from '../../organizations/access/actor.js';
import { Allow } from '../../organizations/access/allow.decorator.js';
import { CurrentActor } from '../../organizations/access/current-actor.decorator.js';
import { Database } from '../../platform/database/database.js';
import { BlobStore } from '../../platform/storage/blob-store.js';
import { SbomIdQuery } from '../sboms.dto.js';
import { findSbom } from '../sboms.repository.js';
import { findOriginalFile } from './imports.repository.js';

@ApiTags('SBOMs')
@ApiBearerAuth()
@Controller('v1/project')
export class OriginalController {
  constructor(
    private readonly database: Database,
    private readonly blobs: BlobStore,
  ) {}

  /** The file that the SBOM was last imported from, unchanged. */
  @Get('getOriginal')
  @Allow('viewer')
  @ApiOkResponse({ content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } })
  async original(@CurrentActor() actor: Actor, @Query() { id }: SbomIdQuery): Promise<StreamableFile> {
    const file = await this.database.transaction(actor.tenancy, async (sql) => {
      const sbom = actor.authorize(await findSbom(sql, id), 'SBOM');
      return findOriginalFile(sql, sbom.id);
    });
    if (!file) throw notFound('imported file');
    return new StreamableFile(await this.open(file.blob), {
      type: 'application/octet-stream',
      length: Number(file.size),
      disposition: `attachment; filename="${safeFileName(file.file_name)}"`,
    });
  }

  private async open(blob: string): Promise<ReadStream> {
    try {
      return await this.blobs.open(blob);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      throw new CallerError(404, 'The imported file is missing from the store; import it again', { reason: 'lost' });
    }
  }
}

/** Only characters that are safe in headers and file systems. */
function safeFileName(name: string): string {
  const plain = name.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^[.-]+/, '');
  return plain.slice(-100) || 'sbom';
}

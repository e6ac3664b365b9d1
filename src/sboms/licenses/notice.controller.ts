import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { gapCount, type Notice } from '../../licenses/notice.js';
import { noticeSpdx } from '../../licenses/write-notice-spdx.js';
import { noticeHtml, noticeText } from '../../licenses/write-notice.js';
import type { Actor } from '../../organizations/access/actor.js';
import { ForProjectKeys } from '../../organizations/project-keys/for-project-keys.decorator.js';
import { Allow } from '../../organizations/access/allow.decorator.js';
import { CurrentActor } from '../../organizations/access/current-actor.decorator.js';
import { envelope, writeChunk, type Envelope, type Streamed, pagePolicy } from '../../platform/http/envelope.js';
import { product } from '../../platform/product.js';
import type { SbomRow } from '../sboms.view.js';
import { NoticeQuery, type NoticeFormat } from './notice.dto.js';
import { NoticeService } from './notice.service.js';
import type { NoticeGapsView } from './notice.view.js';

const mediaTypes: Readonly<Record<Exclude<NoticeFormat, 'json'>, string>> = {
  text: 'text/plain; charset=utf-8',
  html: 'text/html; charset=utf-8',
  spdx: 'text/spdx; charset=utf-8',
};

/** Components without a licence that the JSON answer names. */
const maxListed = 1_000;

/** Small chunks are put together: each write costs a system call. */
const chunkSize = 65_536;

@ApiTags('Licences')
@ApiBearerAuth()
@Controller('v1/report')
export class NoticeController {
  constructor(private readonly notices: NoticeService) {}

  /**
   * The attribution document (NOTICE) of an SBOM: its components with licence and copyright, and every licence text once,
   * that of the file before that of the SPDX list. Files that were not read, components without a known licence and
   * licences without a text come first; with format=json nothing else is answered.
   */
  @Get('getNotice')
  @Allow('viewer')
  @ForProjectKeys({ ids: { sbom: ['id'] } })
  @ApiOkResponse({
    description: 'The document.',
    content: {
      'text/plain': { schema: { type: 'string' } },
      'text/html': { schema: { type: 'string' } },
      'text/spdx': { schema: { type: 'string' } },
    },
  })
  async get(
    @CurrentActor() actor: Actor,
    @Query() query: NoticeQuery,
    @Res() response: Response,
  ): Promise<Streamed<Envelope<NoticeGapsView>>> {
    const { sbom, notice } = await this.notices.notice(actor, query.id);
    const format = (query.format || 'text') as NoticeFormat;
    if (format === 'json') {
      response.json(envelope(gapsView(sbom, notice)));
      return;
    }
    response.setHeader('Content-Type', mediaTypes[format]);
    response.setHeader('Content-Security-Policy', pagePolicy);
    let text = '';
    for (const chunk of chunksOf(format, sbom, notice)) {
      text += chunk;
      if (text.length < chunkSize) continue;
      await writeChunk(response, text);
      text = '';
    }
    response.end(text);
  }
}

function chunksOf(format: Exclude<NoticeFormat, 'json'>, sbom: SbomRow, notice: Notice): Iterable<string> {
  if (format === 'text') return noticeText(notice, sbom);
  if (format === 'html') return noticeHtml(notice, sbom);
  return noticeSpdx(notice, sbom, {
    namespace: `urn:stocktake:notice:${sbom.id}:${sbom.revision}`,
    created: sbom.updated_at.toISOString(),
    tool: `${product.name}-${product.version}`,
  });
}

const gapsView = (sbom: SbomRow, notice: Notice): NoticeGapsView => ({
  id: sbom.id,
  components: notice.components.length,
  texts: notice.texts.length,
  complete: notice.components.length > 0 && gapCount(notice) === 0,
  without_license_count: notice.withoutLicense.length,
  without_license: notice.withoutLicense.slice(0, maxListed).map(({ title }) => title),
  without_copyright_count: notice.withoutCopyright.length,
  unread_file_count: notice.unreadFiles,
  without_text: notice.withoutText.map(({ license, components }) => ({ license, components: components.length })),
});

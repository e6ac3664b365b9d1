import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { xlsxMediaType } from '../../formats/writing/workbook.js';
import type { Actor } from '../../organizations/access/actor.js';
import { Allow } from '../../organizations/access/allow.decorator.js';
import { CurrentActor } from '../../organizations/access/current-actor.decorator.js';
import { envelope, writeChunk, type Envelope, type Streamed, pagePolicy } from '../../platform/http/envelope.js';
import { qualityLetter } from '../../quality/quality-letter.js';
import { qualityLetterHtml } from '../../quality/quality-letter-html.js';
import { QualityQuery } from './quality.dto.js';
import { QualityService } from './quality.service.js';
import type { QualityView } from './quality.view.js';

const letterContent = {
  'text/markdown': { schema: { type: 'string' } },
  'text/html': { schema: { type: 'string' } },
  [xlsxMediaType]: { schema: { type: 'string', format: 'binary' } },
};

@ApiTags('SBOMs')
@ApiBearerAuth()
@Controller('v1/report')
export class QualityController {
  constructor(private readonly quality: QualityService) {}

  /**
   * How good the file of an SBOM is as it was delivered: each requirement of NTIA, FDA, OpenChain Telco, CISA and BSI
   * with what misses it and how to mend it. What the format has no field for is `not_checked`, and not met.
   */
  @Get('getQuality')
  @Allow('viewer')
  @ApiOkResponse({ description: 'The requirements.', content: letterContent })
  async get(
    @CurrentActor() actor: Actor,
    @Query() query: QualityQuery,
    @Res() response: Response,
  ): Promise<Streamed<Envelope<QualityView>>> {
    if (query.format === 'xlsx') return this.workbook(actor, query, response);
    if (query.format !== 'markdown' && query.format !== 'html') {
      response.json(envelope(await this.quality.quality(actor, query)));
      return;
    }
    const view = await this.quality.letter(actor, query);
    if (query.format === 'markdown') response.type('text/markdown').send(qualityLetter(view, view.standards));
    else
      response
        .setHeader('Content-Security-Policy', pagePolicy)
        .type('text/html')
        .send(qualityLetterHtml(view, view.standards));
  }

  private workbook(actor: Actor, query: QualityQuery, response: Response): Promise<void> {
    return this.quality.withWorkbook(actor, query, async (chunks) => {
      response.setHeader('Content-Type', xlsxMediaType);
      response.setHeader('Content-Disposition', 'attachment; filename="corrections.xlsx"');
      for await (const chunk of chunks) await writeChunk(response, chunk);
      response.end();
    });
  }
}

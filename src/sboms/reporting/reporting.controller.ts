import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { xlsxMediaType } from '../../formats/writing/workbook.js';
import type { Actor } from '../../organizations/access/actor.js';
import { ForProjectKeys } from '../../organizations/project-keys/for-project-keys.decorator.js';
import { Allow } from '../../organizations/access/allow.decorator.js';
import { CurrentActor } from '../../organizations/access/current-actor.decorator.js';
import { envelope, writeChunk, type Envelope, type Streamed, pagePolicy } from '../../platform/http/envelope.js';
import { fileNameOf } from '../file-name.js';
import { Id, QueryFlag, Text } from '../../platform/http/fields.js';
import { reportHtml } from './report-html.js';
import type { SbomReport } from './report-data.js';
import { reportCsv, reportXlsx } from './report-rows.js';
import { ReportingService, type ReportSource } from './reporting.service.js';

const mediaTypes = {
  html: 'text/html; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  xlsx: xlsxMediaType,
  json: 'application/json; charset=utf-8',
} as const;
type ReportFormat = keyof typeof mediaTypes;

/** For openapi.json; JSON is described by the return type. */
const reportContent = {
  'text/html': { schema: { type: 'string' } },
  'text/csv': { schema: { type: 'string' } },
  [mediaTypes.xlsx]: { schema: { type: 'string', format: 'binary' } },
};

export class SbomReportQuery {
  @Id({ description: 'The SBOM.' })
  id!: string;

  @Text({ optional: true, oneOf: Object.keys(mediaTypes), description: 'Default: html.' })
  format?: string;

  @QueryFlag({ optional: true, description: 'true: report when every component is assessed, or when that takes long.' })
  wait?: boolean | null;
}

@ApiTags('SBOMs')
@ApiBearerAuth()
@Controller('v1/report')
export class ReportingController {
  constructor(private readonly reporting: ReportingService) {}

  /**
   * A report for people. html is one page with totals, the worst components, reasons, recommended actions, licences and
   * the risk over time; json has the same content; csv and xlsx have one row per component.
   */
  @Get('getSBOMReport')
  @Allow('viewer')
  @ForProjectKeys({ ids: { sbom: ['id'] } })
  @ApiOkResponse({ description: 'The report.', content: reportContent })
  async report(
    @CurrentActor() actor: Actor,
    @Query() query: SbomReportQuery,
    @Res() response: Response,
  ): Promise<Streamed<Envelope<SbomReport>>> {
    const format = (query.format || 'html') as ReportFormat;
    await this.reporting.withReport(actor, query, async (source) => {
      response.setHeader('Content-Type', mediaTypes[format]);
      response.setHeader('Content-Security-Policy', pagePolicy);
      const disposition = format === 'html' || format === 'json' ? 'inline' : 'attachment';
      response.setHeader('Content-Disposition', `${disposition}; filename="${fileNameOf(source.sbom)}.${format}"`);
      for await (const chunk of chunksOf(source, format)) await writeChunk(response, chunk);
      response.end();
    });
  }
}

async function* chunksOf(source: ReportSource, format: ReportFormat): AsyncIterable<string | Uint8Array> {
  if (format === 'csv') yield* reportCsv(source.sbom, source.components());
  else if (format === 'xlsx') yield* reportXlsx(source.sbom, source.components());
  else if (format === 'html') yield reportHtml(await source.summary());
  else yield JSON.stringify(envelope(await source.summary()));
}

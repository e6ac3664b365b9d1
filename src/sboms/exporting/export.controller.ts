import { Body, Controller, HttpCode, Post, Query, Req, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiNotModifiedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { LossLog } from '../../formats/losses.js';
import type { Actor } from '../../organizations/access/actor.js';
import { ForProjectKeys } from '../../organizations/project-keys/for-project-keys.decorator.js';
import { Allow } from '../../organizations/access/allow.decorator.js';
import { CurrentActor } from '../../organizations/access/current-actor.decorator.js';
import { writeChunk, type Envelope, type Streamed } from '../../platform/http/envelope.js';
import { ExportService, type SbomExport } from './export.service.js';
import { ReportBody, ExportQuery } from '../sboms.dto.js';
import { sendDocument } from './send-document.js';
import { documentContent, documentHeaders, type ExportMeta } from './export-target.js';

/** The document: an object for JSON, text for the other text encodings, base64 for XLSX. */
type ExportedDocument = Envelope<Record<string, unknown> | string, ExportMeta>;

@ApiTags('SBOMs')
@ApiBearerAuth()
@Controller('v1/report')
export class ExportController {
  constructor(private readonly reports: ExportService) {}

  /** One or several SBOMs as a document of a standard format: in `data`, or with download=true as a file. */
  @Post('getSBOM')
  @HttpCode(200)
  @Allow('viewer')
  @ForProjectKeys({
    ids: { sbom: ['sbom_id', 'sbom_ids'], project: ['project_ids', 'ids'] },
    without: ['include_dependencies'],
  })
  @ApiOkResponse({
    description:
      'The document in an envelope; with download=true, or where Accept names its media type, the document itself.',
    content: documentContent,
    headers: documentHeaders,
  })
  @ApiNotModifiedResponse({ description: 'The document is the one of `If-None-Match`.' })
  async getSbom(
    @CurrentActor() actor: Actor,
    @Query() query: ExportQuery,
    @Body() body: ReportBody,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<Streamed<ExportedDocument>> {
    await this.reports.withExport(actor, query, body, async (report) => {
      response.setHeader('ETag', report.etag);
      response.vary('Accept');
      if (isKnown(request, report)) response.status(304).end();
      else if (query.download || acceptsMediaType(request, report)) await sendDocument(response, report);
      else await sendInEnvelope(response, report);
    });
  }
}

/** A tag of a compressed answer is weak (RFC 9110, 13.1.2). */
const isKnown = ({ headers }: Request, { etag }: SbomExport): boolean =>
  (headers['if-none-match'] ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);

const acceptsMediaType = (request: Request, { format }: SbomExport): boolean => {
  const [mediaType = ''] = format.mediaType.split(';');
  return (
    mediaType !== 'application/json' && (request.headers.accept ?? '').toLowerCase().includes(mediaType.toLowerCase())
  );
};

/** `data` holds JSON documents as they are, text documents as a string and spreadsheets as base64. */
async function sendInEnvelope(response: Response, report: SbomExport): Promise<void> {
  const losses = new LossLog();
  const isJson = report.format.encoding === 'JSON';
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  await writeChunk(response, isJson ? '{"data":' : '{"data":"');
  const chunks = report.chunks(losses);
  for await (const text of isJson ? chunks : asStringContent(chunks)) await writeChunk(response, text);
  const { format, specVersion } = report;
  const meta = {
    total_count: 1,
    offset: 0,
    sbom_type: format.family,
    encoding: format.encoding,
    spec_version: specVersion,
  };
  await writeChunk(response, `${isJson ? '' : '"'},"meta":${JSON.stringify({ ...meta, losses: losses.list })}}`);
  response.end();
}

async function* asStringContent(chunks: AsyncIterable<string | Uint8Array>): AsyncIterable<string> {
  let rest = Buffer.alloc(0);
  for await (const chunk of chunks) {
    if (typeof chunk === 'string') {
      yield JSON.stringify(chunk).slice(1, -1);
      continue;
    }
    // Base64 encodes groups of three bytes; the rest is kept for the next chunk.
    const bytes = Buffer.concat([rest, chunk]);
    const complete = bytes.length - (bytes.length % 3);
    yield bytes.subarray(0, complete).toString('base64');
    rest = bytes.subarray(complete);
  }
  if (rest.length > 0) yield rest.toString('base64');
}

import { Body, Controller, HttpCode, Post, Query, Req, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { Actor } from '../../organizations/access/actor.js';
import { Allow } from '../../organizations/access/allow.decorator.js';
import { CurrentActor } from '../../organizations/access/current-actor.decorator.js';
import { write } from '../../platform/http/streamed-json.js';
import { ReportBody, ReportQuery } from './report.dto.js';
import { ReportService, type Loss, type Report } from './report.service.js';

/** Up to this many entries a raw download is written once beforehand, to say in a header what it leaves out. */
const countLossesUpTo = 1_000;

/** Header, or for large documents trailer, with the losses of a raw download as JSON. */
const lossesHeader = 'Stocktake-Losses';

@ApiTags('SBOMs')
@ApiBearerAuth()
@Controller('v1/report')
export class ReportController {
  constructor(private readonly reports: ReportService) {}

  /** One or several SBOMs as a document of a standard format: in `data`, or with download=true as a file. */
  @Post('getSBOM')
  @HttpCode(200)
  @Allow('viewer')
  async getSbom(
    @CurrentActor() actor: Actor,
    @Query() query: ReportQuery,
    @Body() body: ReportBody,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await this.reports.withReport(actor, query, body, async (report) => {
      response.setHeader('ETag', report.etag);
      response.setHeader('Vary', 'Accept');
      if (request.headers['if-none-match'] === report.etag) response.status(304).end();
      else if (query.download || asksFor(request, report)) await sendRaw(response, report);
      else await sendInEnvelope(response, report);
    });
  }
}

const asksFor = (request: Request, { format }: Report): boolean => {
  const [mediaType = ''] = format.mediaType.split(';');
  return (
    mediaType !== 'application/json' && (request.headers.accept ?? '').toLowerCase().includes(mediaType.toLowerCase())
  );
};

class LossCount {
  private readonly counts = new Map<string, number>();
  readonly add = (what: string): void => void this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  get list(): Loss[] {
    return [...this.counts].sort().map(([what, count]) => ({ what, count }));
  }
}

async function sendRaw(response: Response, report: Report): Promise<void> {
  response.setHeader('Content-Type', report.format.mediaType);
  response.setHeader('Content-Disposition', `attachment; filename="${report.fileName}"`);
  const isSmall = report.entryCount <= countLossesUpTo;
  if (isSmall) response.setHeader(lossesHeader, JSON.stringify(await lossesOf(report)));
  else response.setHeader('Trailer', lossesHeader);
  const losses = new LossCount();
  for await (const chunk of report.chunks(losses.add)) await write(response, chunk);
  if (!isSmall) response.addTrailers({ [lossesHeader]: JSON.stringify(losses.list) });
  response.end();
}

async function lossesOf(report: Report): Promise<Loss[]> {
  const losses = new LossCount();
  for await (const _chunk of report.chunks(losses.add));
  return losses.list;
}

/** JSON documents stand in `data` as they are, texts as a string, spreadsheets in base64. */
async function sendInEnvelope(response: Response, report: Report): Promise<void> {
  const losses = new LossCount();
  const isJson = report.format.encoding === 'JSON';
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  await write(response, isJson ? '{"data":' : '{"data":"');
  const chunks = report.chunks(losses.add);
  for await (const text of isJson ? chunks : asStringContent(chunks)) await write(response, text);
  const { format, specVersion } = report;
  const meta = {
    total_count: 1,
    offset: 0,
    sbom_type: format.family,
    encoding: format.encoding,
    spec_version: specVersion,
  };
  await write(response, `${isJson ? '' : '"'},"meta":${JSON.stringify({ ...meta, losses: losses.list })}}`);
  response.end();
}

async function* asStringContent(chunks: AsyncIterable<string | Uint8Array>): AsyncIterable<string> {
  let rest = Buffer.alloc(0);
  for await (const chunk of chunks) {
    if (typeof chunk === 'string') {
      yield JSON.stringify(chunk).slice(1, -1);
      continue;
    }
    // Base64 goes by three bytes: what is over waits for the next chunk.
    const bytes = Buffer.concat([rest, chunk]);
    const whole = bytes.length - (bytes.length % 3);
    yield bytes.subarray(0, whole).toString('base64');
    rest = bytes.subarray(whole);
  }
  if (rest.length > 0) yield rest.toString('base64');
}

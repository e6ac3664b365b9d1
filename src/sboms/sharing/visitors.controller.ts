import { Controller, Get, Header, Query, Req, Res, UseFilters } from '@nestjs/common';
import { ApiBasicAuth, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Allow } from '../../organizations/access/allow.decorator.js';
import { envelope, writeChunk, type Envelope, type Streamed } from '../../platform/http/envelope.js';
import { fileNameOf } from '../file-name.js';
import { sharedFileNames, sharedFiles, type SharedFileName } from './share-contents.js';
import { sharePage, sharePolicy } from './share-page.js';
import { passwordOf } from './share-password.js';
import { SharedFiles } from './shared-files.js';
import { SharedFileQuery, SharePageQuery } from './shares.dto.js';
import type { VisitorView } from './shares.view.js';
import { VisitorErrorFilter } from './visitor-error.filter.js';
import { VisitorsService, type SharedSbom, type Visitor } from './visitors.service.js';

const contentTypes = [...new Set(sharedFileNames.map((name) => sharedFiles[name].mediaType))];

/** For people without an account. The link is a secret: it goes into no cache, no index and to no other site. */
@ApiTags('Sharing')
@ApiBasicAuth('basic')
@Controller('v1/share')
@UseFilters(VisitorErrorFilter)
export class VisitorsController {
  constructor(
    private readonly visitors: VisitorsService,
    private readonly files: SharedFiles,
  ) {}

  /**
   * What the link of a share shows, without a token: a page, or with format=json the same as data. A link that does not
   * exist, has ended, was revoked or is used up is always the same 404.
   */
  @Get('getShare')
  @Allow('public')
  @ApiOkResponse({ description: 'The page.', content: { 'text/html': { schema: { type: 'string' } } } })
  @Header('Cache-Control', 'no-store')
  @Header('X-Robots-Tag', 'noindex')
  @Header('Referrer-Policy', 'no-referrer')
  async page(
    @Query() query: SharePageQuery,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<Streamed<Envelope<VisitorView>>> {
    const view = await this.visitors.page(query, visitorOf(request));
    response.setHeader('Content-Security-Policy', sharePolicy);
    if (query.format === 'json') response.json(envelope(view));
    else response.type('text/html; charset=utf-8').send(sharePage(view));
  }

  /** One file of a share, without a token: the SBOM, VEX, report or NOTICE as it is now. */
  @Get('getSharedFile')
  @Allow('public')
  @ApiOkResponse({
    description: 'The file.',
    content: Object.fromEntries(contentTypes.map((type) => [type, { schema: { type: 'string' } }])),
  })
  @Header('Cache-Control', 'no-store')
  @Header('X-Robots-Tag', 'noindex')
  @Header('Referrer-Policy', 'no-referrer')
  async file(
    @Query() query: SharedFileQuery,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<Streamed<void>> {
    const visitor = visitorOf(request);
    const shared = await this.visitors.file(query, visitor);
    response.setHeader('Content-Security-Policy', sharePolicy);
    if (visitor.reads) {
      const mayGoOn = this.visitors.watch(shared);
      await this.files.write(shared, query.file, {
        start: async () => {
          await this.visitors.countDownload(shared, query.file);
          describeFile(response, shared, query.file);
        },
        chunk: (chunk) => writeChunk(response, chunk, mayGoOn),
      });
    } else describeFile(response, shared, query.file);
    response.end();
  }
}

function describeFile(response: Response, shared: SharedSbom, file: SharedFileName): void {
  const { mediaType } = sharedFiles[file];
  const disposition = mediaType.startsWith('text/html') ? 'inline' : 'attachment';
  response.setHeader('Content-Type', mediaType);
  response.setHeader('Content-Disposition', `${disposition}; filename="${fileNameOf(shared.sbom)}.${file}"`);
}

const visitorOf = (request: Request): Visitor => ({
  password: passwordOf(request.headers.authorization),
  address: request.ip ?? '',
  reads: request.method !== 'HEAD',
});

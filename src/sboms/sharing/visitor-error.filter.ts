import { Catch, Logger, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { asHeadAnswer, errorResponse } from '../../platform/http/error.filter.js';
import { messagePage, sharePolicy } from './share-page.js';

/** Errors as a page where a browser asks: whoever opens a link is a person, and needs a sentence. */
@Catch()
export class VisitorErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger('Sharing');

  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    const { status, body, headers, isBug } = asHeadAnswer(errorResponse(error), request);
    if (isBug) this.logger.error(`request ${String(request.id)} failed`, error);
    if (response.headersSent) return void response.destroy();
    response.status(status).set(headers).vary('Accept');
    if (request.accepts(['json', 'html']) !== 'html')
      return void response.json({ ...body, request_id: String(request.id) });
    response
      .set('Content-Security-Policy', sharePolicy)
      .type('text/html; charset=utf-8')
      .send(messagePage(body.message));
  }
}

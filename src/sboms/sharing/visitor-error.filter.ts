import { Catch, Logger, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { asHeadAnswer, errorResponse, sendError } from '../../platform/http/error.filter.js';
import { messagePage, sharePolicy } from './share-page.js';

/** Errors as a page where a browser asks: whoever opens a link is a person, and needs a sentence. */
@Catch()
export class VisitorErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger('Sharing');

  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    const answer = asHeadAnswer(errorResponse(error), request);
    if (answer.isBug) this.logger.error(`request ${String(request.id)} failed`, error);
    sendError(answer, request, response, (body) => {
      response.vary('Accept');
      if (request.accepts(['json', 'html']) !== 'html') return response.json(body);
      return response
        .set('Content-Security-Policy', sharePolicy)
        .type('text/html; charset=utf-8')
        .send(messagePage(body));
    });
  }
}

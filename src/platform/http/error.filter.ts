import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { answerFor } from './error-answer.js';
import type { RouteTable } from './route-table.js';

/** Writes the one error body; bugs are logged whole, and nothing of them leaves but the request id. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(
    private readonly logger: Logger,
    private readonly routes: RouteTable,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    this.answer(error, request, response);
  }

  answer(error: unknown, request: Request, response: Response): void {
    const { status, body, headers, unexpected } = this.routed(error, request);
    if (unexpected) this.logger.error({ err: error, request_id: request.id }, 'request failed');
    if (response.headersSent) {
      // A stream broke half-way: the only honest sign left is a broken connection.
      response.destroy();
      return;
    }
    response
      .status(status)
      .set(headers)
      .json({ ...body, request_id: String(request.id) });
  }

  /** "No such route" becomes 405 where the path has other methods. */
  private routed(error: unknown, request: Request): ReturnType<typeof answerFor> {
    const answer = answerFor(error);
    if (!(error instanceof HttpException) || answer.status !== 404) return answer;
    const allowed = this.routes.methodsOf(request.path);
    if (allowed.length === 0)
      return { ...answer, body: { ...answer.body, message: `There is no ${request.path.slice(0, 200)}` } };
    const Allow = allowed.join(', ');
    const message = `${request.method} is not allowed here; allowed: ${Allow}`;
    return { status: 405, body: { message, code: 405 }, headers: { Allow }, unexpected: false };
  }
}

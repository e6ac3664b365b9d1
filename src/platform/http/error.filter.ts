import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { errorResponse } from './error-response.js';
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
    this.send(error, request, response);
  }

  send(error: unknown, request: Request, response: Response): void {
    const { status, body, headers, isBug: unexpected } = this.withAllowedMethods(error, request);
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
  private withAllowedMethods(error: unknown, request: Request): ReturnType<typeof errorResponse> {
    const answer = errorResponse(error);
    if (!(error instanceof HttpException) || answer.status !== 404) return answer;
    const allowed = this.routes.methodsOf(request.path);
    if (allowed.length === 0)
      return { ...answer, body: { ...answer.body, message: `There is no ${request.path.slice(0, 200)}` } };
    const Allow = allowed.join(', ');
    const message = `${request.method} is not allowed here; allowed: ${Allow}`;
    return { status: 405, body: { message, code: 405 }, headers: { Allow }, isBug: false };
  }
}

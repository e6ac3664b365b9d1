import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import type { RouteTable } from './routes.js';
import { CallerError, TransientError, type FieldErrors } from '../../model/errors.js';

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

/** The error body of every endpoint (api-decisions, "Error body"). */
export interface ErrorBody {
  message: string;
  code: number;
  fields?: FieldErrors;
  reason?: string;
  place?: string;
  request_id: string;
}

export interface ErrorResponse {
  readonly status: number;
  readonly body: Omit<ErrorBody, 'request_id'>;
  readonly headers: Record<string, string>;
  /** A bug: to be logged whole. */
  readonly isBug: boolean;
}

interface DocumentError {
  readonly name: 'FormatError';
  readonly reason: string;
  readonly message: string;
  readonly place: string;
}

/** body-parser, multer and the router mark the caller's faults with a status of their own. */
interface HttpLibraryError {
  readonly status?: number;
  readonly statusCode?: number;
  readonly type?: string;
  readonly name?: string;
}

/** The one place where errors become answers: the caller's fault, a document we cannot read, away for now, or a bug. */
export function errorResponse(error: unknown): ErrorResponse {
  if (error instanceof CallerError) {
    const { fields, retryAfterSeconds, reason, place } = error.details;
    const headers: Record<string, string> =
      retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) };
    return responseOf(
      error.status,
      error.message,
      { ...(fields && { fields }), ...(reason && { reason }), ...(place && { place }) },
      headers,
    );
  }
  if (error instanceof TransientError)
    return responseOf(
      503,
      `${error.message}; try again shortly`,
      {},
      { 'Retry-After': String(error.retryAfterSeconds) },
    );
  if (isDocumentError(error)) {
    const place = error.place ? { place: error.place } : {};
    const status = error.reason === 'limit' || error.reason === 'ratio' ? 413 : 422;
    return responseOf(status, error.place ? `${error.message} (at ${error.place})` : error.message, {
      reason: error.reason,
      ...place,
    });
  }
  if (error instanceof HttpException) return responseOf(error.getStatus(), error.message);
  const status = (error as HttpLibraryError | null)?.status ?? (error as HttpLibraryError | null)?.statusCode ?? 500;
  if (status >= 400 && status < 500)
    return responseOf(status, clientErrorMessage(status, error as Error & HttpLibraryError));
  return { ...responseOf(500, 'Something went wrong on our side; it is logged under the request id'), isBug: true };
}

function responseOf(
  status: number,
  message: string,
  more: Partial<ErrorBody> = {},
  headers: Record<string, string> = {},
): ErrorResponse {
  return { status, body: { message, code: status, ...more }, headers, isBug: status === 500 };
}

/** By shape, not class: the room `formats` stands to the right of this one. */
function isDocumentError(error: unknown): error is DocumentError {
  return error instanceof Error && error.name === 'FormatError' && 'reason' in error && 'place' in error;
}

function clientErrorMessage(status: number, error: Error & HttpLibraryError): string {
  if (error.type === 'entity.parse.failed') return `The body is not valid JSON: ${error.message}`;
  if (error.type === 'entity.too.large') return 'The body is too large';
  if (error.type === 'request.aborted') return 'The request ended before its body was complete';
  return status === 400 ? `Invalid request: ${error.message}` : error.message;
}

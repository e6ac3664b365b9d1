import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { idMessage } from './fields.js';
import type { RouteTable } from './routes.js';
import { CallerError, TransientError, type FieldErrors } from '../../model/errors.js';

/** Thrown in place of carrying out a request that was carried out before; the answer is sent as it is. */
export class ReplayedAnswer extends Error {
  constructor(
    readonly status: number,
    readonly body: unknown,
  ) {
    super('answered before');
  }
}

/** Writes the error body of every endpoint. Bugs are logged in full; the client gets only the request id. */
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
    if (error instanceof ReplayedAnswer) {
      response.status(error.status).set('Idempotency-Replayed', 'true').json(error.body);
      return;
    }
    const answer = asHeadAnswer(this.withAllowedMethods(error, request), request);
    if (answer.isBug) this.logger.error({ err: error, request_id: request.id }, 'request failed');
    sendError(answer, request, response, (body) => response.json(body));
  }

  /** A 404 becomes a 405 if the path has other methods. */
  private withAllowedMethods(error: unknown, request: Request): ReturnType<typeof errorResponse> {
    const answer = errorResponse(error);
    if (!(error instanceof HttpException) || answer.status !== 404) return answer;
    const allowed = this.routes.methodsOf(request.path);
    if (allowed.length === 0)
      return { ...answer, body: { ...answer.body, message: `There is no endpoint ${request.path.slice(0, 200)}` } };
    const Allow = allowed.join(', ');
    const message = `${request.method} is not allowed for this endpoint; use ${Allow}`;
    return responseOf(405, message, {}, { Allow });
  }
}

export function sendError(
  { status, body, headers }: ErrorResponse,
  request: Request,
  response: Response,
  write: (body: ErrorBody) => unknown,
): void {
  // The status is sent: only a broken connection can still tell the client.
  if (response.headersSent) return void response.destroy();
  response.status(status).set(headers);
  write({ ...body, request_id: String(request.id) });
}

/** HEAD asks whether something exists; what has no proper id does not. */
export function asHeadAnswer(answer: ErrorResponse, { method }: Request): ErrorResponse {
  const complaints = Object.values(answer.body.fields ?? {});
  const isNoId = complaints.length > 0 && complaints.every((complaint) => complaint === idMessage);
  return method === 'HEAD' && answer.status === 400 && isNoId ? { ...answer, status: 404 } : answer;
}

/** The error body of every endpoint. */
export interface ErrorBody {
  message: string;
  code: number;
  fields?: FieldErrors;
  /** Why, for programs. */
  reason: string;
  place?: string;
  present?: object;
  request_id: string;
}

export interface ErrorResponse {
  readonly status: number;
  readonly body: Omit<ErrorBody, 'request_id'>;
  readonly headers: Record<string, string>;
  /** To be logged in full. */
  readonly isBug: boolean;
}

interface DocumentError {
  readonly name: 'FormatError';
  readonly reason: string;
  readonly message: string;
  readonly place: string;
}

/** body-parser, multer and the router give client errors a status. */
interface HttpLibraryError {
  readonly status?: number;
  readonly statusCode?: number;
  readonly type?: string;
  readonly name?: string;
}

/** Maps errors to responses: client error, unreadable document, temporarily unavailable, or bug. */
export function errorResponse(error: unknown): ErrorResponse {
  if (error instanceof CallerError) {
    const { fields, retryAfterSeconds, reason, place, present, authenticate } = error.details;
    const headers: Record<string, string> = {
      ...(retryAfterSeconds !== undefined && { 'Retry-After': String(retryAfterSeconds) }),
      ...(authenticate && { 'WWW-Authenticate': authenticate }),
    };
    return responseOf(
      error.status,
      error.message,
      { ...(fields && { fields }), ...(reason && { reason }), ...(place && { place }), ...(present && { present }) },
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
  return { ...responseOf(500, 'Internal error; the log has the details under the request id'), isBug: true };
}

function responseOf(
  status: number,
  message: string,
  more: Partial<ErrorBody> = {},
  headers: Record<string, string> = {},
): ErrorResponse {
  const body = { message, code: status, reason: reasonOf(status), ...more };
  return { status, body, headers, isBug: status === 500 };
}

/** The reason of an error that names none of its own. */
const reasons: Readonly<Record<number, string>> = {
  400: 'invalid_request',
  401: 'token_invalid',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  408: 'request_timeout',
  409: 'conflict',
  412: 'precondition_failed',
  413: 'too_large',
  415: 'unsupported_media_type',
  422: 'unreadable',
  429: 'rate_limited',
  503: 'unavailable',
};

export const reasonOf = (status: number): string =>
  reasons[status] ?? (status < 500 ? 'invalid_request' : 'internal_error');

/** By shape, because `platform` may not import `formats`. */
function isDocumentError(error: unknown): error is DocumentError {
  return error instanceof Error && error.name === 'FormatError' && 'reason' in error && 'place' in error;
}

function clientErrorMessage(status: number, error: Error & HttpLibraryError): string {
  if (error.type === 'entity.parse.failed') return `The body is not valid JSON: ${error.message}`;
  if (error.type === 'entity.too.large') return 'The body is too large';
  if (error.type === 'request.aborted') return 'The request was aborted before its body was complete';
  return status === 400 ? `Invalid request: ${error.message}` : error.message;
}

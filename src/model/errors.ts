/**
 * The three kinds of error. The code that throws decides the kind.
 *
 * - `CallerError`: the caller's fault. Its message says what to do and is shown unchanged. Never retried.
 * - `TransientError`: something is unavailable for now. Retried by jobs, 503 with `Retry-After` over HTTP.
 * - Anything else is a bug: logged completely, shown to the caller only as 500 with the request id.
 */

/** HTTP statuses of a caller's fault. */
export type CallerErrorStatus = 400 | 401 | 403 | 404 | 405 | 408 | 409 | 412 | 413 | 415 | 422 | 429;

/** What is wrong with fields of a request or a document, by path. */
export type FieldErrors = Record<string, string>;

export interface CallerErrorDetails {
  readonly fields?: FieldErrors;
  readonly retryAfterSeconds?: number;
  /** For programs; each status has one that applies where none is given. */
  readonly reason?: string;
  /** Line or JSON pointer in a document. */
  readonly place?: string;
  /** What is there now, where it is not what the caller has seen. */
  readonly present?: object;
  /** What the caller has to prove, for the header WWW-Authenticate of a 401. */
  readonly authenticate?: string;
}

export class CallerError extends Error {
  override readonly name = 'CallerError';

  constructor(
    readonly status: CallerErrorStatus,
    message: string,
    readonly details: CallerErrorDetails = {},
  ) {
    super(message);
  }
}

export class TransientError extends Error {
  override readonly name = 'TransientError';

  constructor(
    message: string,
    readonly retryAfterSeconds = 5,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

export const invalid = (message: string, fields?: FieldErrors): CallerError =>
  new CallerError(400, message, fields ? { fields } : {});

/** Also for a resource of another organization: the two must be indistinguishable. */
export const notFound = (what: string): CallerError => new CallerError(404, `No such ${what}`);

/** The caller may see the resource but lacks the role; otherwise `notFound`. */
export const forbidden = (message: string): CallerError => new CallerError(403, message);

/**
 * The three kinds of error (design: "one error path"). Whoever throws decides the kind; nobody else guesses it.
 *
 * - `CallerError`: the caller's fault. Its message says what to do; it is shown as it is. Never retried.
 * - `TransientError`: the outside world is away for now. Retried by jobs, 503 with `Retry-After` over HTTP.
 * - Anything else is a bug: logged whole, shown to the caller as a bare 500 with the request id.
 */

/** HTTP statuses that a caller's fault can have. */
export type CallerErrorStatus = 400 | 401 | 403 | 404 | 405 | 408 | 409 | 413 | 415 | 422 | 429;

/** What is wrong with each field of a request or a document, by the path of the field. */
export type FieldErrors = Record<string, string>;

export class CallerError extends Error {
  override readonly name = 'CallerError';

  constructor(
    readonly status: CallerErrorStatus,
    message: string,
    readonly details: { fields?: FieldErrors; retryAfterSeconds?: number; reason?: string; place?: string } = {},
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

/** Also the answer for a thing of another organization: the two must be indistinguishable. */
export const notFound = (what: string): CallerError => new CallerError(404, `No such ${what}`);

/** A known caller who lacks the role; for things he may see (of others, `notFound`). */
export const forbidden = (message: string): CallerError => new CallerError(403, message);

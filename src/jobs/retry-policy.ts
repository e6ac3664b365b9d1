import { CallerError, TransientError } from '../model/errors.js';
import type { RetryPolicy } from './job.js';

/** Why a run or an attempt failed: for the user to read, and one word for programs. */
export interface FailureReason {
  readonly message: string;
  readonly code: string;
}

/** What follows when an attempt has failed. `bug` errors are logged whole; the user reads only that there is one. */
export type FailureDecision = FailureReason & { readonly bug: boolean } & (
    { readonly kind: 'retry'; readonly delaySeconds: number } | { readonly kind: 'fail' }
  );

const maxReasonLength = 2_000;

/** @param attempt the one that failed, from 1 */
export function decideRetry(
  error: unknown,
  attempt: number,
  retry: RetryPolicy,
  random = Math.random,
): FailureDecision {
  if (isPermanent(error))
    return { kind: 'fail', message: toStorableText(withLocation(error)), code: reasonCodeOf(error), bug: false };
  const bug = !(error instanceof TransientError);
  const cause = bug ? 'Something went wrong on our side; it is logged under the job id' : toStorableText(error.message);
  const word = bug ? 'internal' : 'unavailable';
  if (attempt >= retry.attempts) {
    const times = attempt === 1 ? '' : ` (tried ${attempt} times)`;
    return { kind: 'fail', message: `${cause}${times}`, code: word, bug };
  }
  const asked = error instanceof TransientError ? error.retryAfterSeconds : 0;
  return {
    kind: 'retry',
    delaySeconds: Math.max(asked, retryDelaySeconds(attempt, retry, random)),
    message: cause,
    code: word,
    bug,
  };
}

/** Doubles with each attempt up to the longest; half of it is chance, so that what failed together returns spread. */
export function retryDelaySeconds(attempt: number, retry: RetryPolicy, random = Math.random): number {
  const full = Math.min(retry.firstDelaySeconds * 2 ** Math.min(attempt - 1, 30), retry.maxDelaySeconds);
  return full * (0.5 + random() / 2);
}

/** Trying again cannot help: the caller's fault, or an error of a room to the right that says so of itself. */
function isPermanent(error: unknown): error is Error {
  return error instanceof CallerError || (error instanceof Error && 'permanent' in error && error.permanent === true);
}

/** As in the error body of the API: `reason`, where the error has one. */
function reasonCodeOf(error: Error): string {
  const word: unknown = error instanceof CallerError ? error.details.reason : (error as { reason?: unknown }).reason;
  return typeof word === 'string' ? word : 'invalid';
}

/** Documents that we cannot read say where. */
const withLocation = (error: Error): string =>
  'place' in error && typeof error.place === 'string' && error.place !== ''
    ? `${error.message} (at ${error.place})`
    : error.message;

const toStorableText = (message: string): string => replaceUnstorable(message.slice(0, maxReasonLength));

/** PostgreSQL holds neither U+0000 nor half surrogate pairs. */
const replaceUnstorable = (text: string): string => text.replaceAll('\0', '\ufffd').toWellFormed();

/** The same for JSON, keys included: JSON.stringify escapes exactly these, and doubles every other backslash. */
export function toStorableJson(value: object): string {
  return JSON.stringify(value).replace(/\\\\|\\u0000|\\ud[89a-f][0-9a-f]{2}/g, (escape) =>
    escape === '\\\\' ? escape : '\\ufffd',
  );
}

import { CallerError, TransientError } from '../model/errors.js';
import { storableText } from '../model/text.js';
import type { RetryPolicy } from './job.js';

export interface FailureReason {
  readonly message: string;
  readonly code: string;
}

/** What to do after a failed attempt. Bugs are logged in full; users see only that there was one. */
export type FailureDecision = FailureReason & { readonly bug: boolean } & (
    { readonly kind: 'retry'; readonly delaySeconds: number } | { readonly kind: 'fail' }
  );

/** Of what is sent to services of others: over 12 to 23 hours, as chance has it. */
export const deliveryRetry: RetryPolicy = { attempts: 15, firstDelaySeconds: 10, maxDelaySeconds: 6 * 3_600 };

const maxReasonLength = 2_000;

/** @param attempt number of the failed attempt, from 1 */
export function decideRetry(
  error: unknown,
  attempt: number,
  retry: RetryPolicy,
  random = Math.random,
): FailureDecision {
  if (isPermanent(error))
    return { kind: 'fail', message: toStorableText(withLocation(error)), code: reasonCodeOf(error), bug: false };
  const bug = !(error instanceof TransientError);
  const cause = bug ? 'Internal error; the log has the details under the job id' : toStorableText(error.message);
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

/** Doubles with each attempt up to the maximum. Half of it is random, so that runs that failed together are spread. */
export function retryDelaySeconds(attempt: number, retry: RetryPolicy, random = Math.random): number {
  const full = Math.min(retry.firstDelaySeconds * 2 ** Math.min(attempt - 1, 30), retry.maxDelaySeconds);
  return full * (0.5 + random() / 2);
}

/** Errors that a retry cannot help: those of the caller, and those that say so of themselves. */
function isPermanent(error: unknown): error is Error {
  return error instanceof CallerError || (error instanceof Error && 'permanent' in error && error.permanent === true);
}

/** The `reason` of the API's error body. */
function reasonCodeOf(error: Error): string {
  const word: unknown = error instanceof CallerError ? error.details.reason : (error as { reason?: unknown }).reason;
  return typeof word === 'string' ? word : 'refused';
}

/** Of unreadable documents. */
const withLocation = (error: Error): string =>
  'place' in error && typeof error.place === 'string' && error.place !== ''
    ? `${error.message} (at ${error.place})`
    : error.message;

const toStorableText = (message: string): string => storableText(message.slice(0, maxReasonLength));

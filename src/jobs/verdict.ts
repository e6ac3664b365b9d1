import { CallerError, TransientError } from '../model/errors.js';
import type { RetryPolicy } from './job.js';

/** What follows when an attempt has failed. `bug` errors are logged whole; the user reads only that there is one. */
export type Verdict =
  | { readonly kind: 'retry'; readonly delaySeconds: number; readonly reason: string; readonly bug: boolean }
  | { readonly kind: 'fail'; readonly reason: string; readonly bug: boolean };

const longestReason = 2_000;

/** @param attempt the one that failed, from 1 */
export function judge(error: unknown, attempt: number, retry: RetryPolicy, random = Math.random): Verdict {
  if (isPermanent(error)) return { kind: 'fail', reason: readable(withPlace(error)), bug: false };
  const bug = !(error instanceof TransientError);
  const cause = bug ? 'Something went wrong on our side; it is logged under the job id' : readable(error.message);
  if (attempt >= retry.attempts) {
    const times = attempt === 1 ? '' : ` (tried ${attempt} times)`;
    return { kind: 'fail', reason: `${cause}${times}`, bug };
  }
  const asked = error instanceof TransientError ? error.retryAfterSeconds : 0;
  return { kind: 'retry', delaySeconds: Math.max(asked, backOff(attempt, retry, random)), reason: cause, bug };
}

/** Doubles with each attempt up to the longest; half of it is chance, so that what failed together returns spread. */
export function backOff(attempt: number, retry: RetryPolicy, random = Math.random): number {
  const full = Math.min(retry.firstDelaySeconds * 2 ** Math.min(attempt - 1, 30), retry.maxDelaySeconds);
  return full * (0.5 + random() / 2);
}

/** Trying again cannot help: the caller's fault, or an error of a room to the right that says so of itself. */
function isPermanent(error: unknown): error is Error {
  return error instanceof CallerError || (error instanceof Error && 'permanent' in error && error.permanent === true);
}

/** Documents that we cannot read say where. */
const withPlace = (error: Error): string =>
  'place' in error && typeof error.place === 'string' && error.place !== ''
    ? `${error.message} (at ${error.place})`
    : error.message;

const readable = (message: string): string => storable(message.slice(0, longestReason));

/** PostgreSQL holds neither U+0000 nor half surrogate pairs. */
export const storable = (text: string): string => text.replaceAll('\0', '\ufffd').toWellFormed();

export function storableJson(value: object): string {
  return JSON.stringify(value, (_key, part: unknown) => (typeof part === 'string' ? storable(part) : part));
}

import { clearingFirst, type VexStatus } from './vex-words.js';

/**
 * When a statement was made, in milliseconds, to see which of several is the latest. One without a zone is UTC, as in
 * CycloneDX; one without a date is before all others.
 */
export function statementTime(text: string): number {
  const time = Date.parse(/T\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/.test(text) ? `${text}Z` : text);
  return Number.isNaN(time) ? Number.NEGATIVE_INFINITY : time;
}

interface TimedStatement {
  readonly time: number;
  readonly status: VexStatus;
}

/**
 * The earliest first: the last one on a component counts. Of one time, what takes a vulnerability away comes first, so that
 * where they contradict each other it does not count.
 */
export const byTime = (one: TimedStatement, other: TimedStatement): number =>
  one.time === other.time ? clearingFirst(one, other) : one.time < other.time ? -1 : 1;

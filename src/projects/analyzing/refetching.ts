import type { Sql } from '../../platform/database/sql.js';
import type { SourceGap } from '../../trees/gap.js';

/** What could not be fetched for the analyses of one revision. */
export interface Refetching {
  /** How many of them in a row. */
  readonly failures: number;
  /** When monitoring fetches it again. */
  readonly at: Date;
}

const maxDays = 30;

/**
 * Hours until monitoring reads an unchanged source again for what could not be fetched: none after the first failure,
 * then 1, 3, 7, 15 and 29 days, and half a day, because its runs are not a whole day apart.
 */
export const refetchHours = (failures: number): number =>
  failures <= 1 ? 0 : Math.min(2 ** (failures - 1), maxDays) * 24 - 12;

const isNotFetched = ({ reason }: SourceGap): boolean => reason === 'not_fetched';

/**
 * Of an analysis that ends now; null if it fetched all.
 *
 * @param before failures in a row before it, of the same revision
 */
export async function refetchingAfter(
  sql: Sql,
  gaps: readonly SourceGap[],
  before: number,
): Promise<Refetching | null> {
  if (!gaps.some(isNotFetched)) return null;
  const failures = before + 1;
  const row = await sql.one<{ at: Date }>('SELECT clock_timestamp() + make_interval(hours => $hours) AS at', {
    hours: refetchHours(failures),
  });
  return { failures, at: row!.at };
}

/** The gaps, with when what was not fetched is asked for again. */
export function withRefetching(gaps: readonly SourceGap[], refetching: Refetching | null): readonly SourceGap[] {
  if (refetching === null) return gaps;
  const { failures, at } = refetching;
  const time = `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const when =
    failures <= 1
      ? 'The next analysis asks for it again'
      : `It was asked for ${failures} times: monitoring asks again after ${time}, an analysis that is requested at once`;
  return gaps.map((gap) => (isNotFetched(gap) ? { ...gap, message: `${gap.message}. ${when}` } : gap));
}

/**
 * When a statement was made, in milliseconds, to see which of several is the latest. One without a zone is UTC, as in
 * CycloneDX; one without a date is before all others.
 */
export function statementTime(text: string): number {
  const time = Date.parse(/T\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/.test(text) ? `${text}Z` : text);
  return Number.isNaN(time) ? Number.NEGATIVE_INFINITY : time;
}

/** The earliest first; those of one time keep their order. */
export const byTime = (one: { readonly time: number }, other: { readonly time: number }): number =>
  one.time === other.time ? 0 : one.time < other.time ? -1 : 1;

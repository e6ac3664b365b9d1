import { compareParsedVersions, compareToNamedVersion, type ParsedVersion } from './versions.js';

/** One end of an interval of versions. */
export interface Bound {
  readonly version: ParsedVersion;
  readonly inclusive: boolean;
}

/** Versions of one scheme from `low` to `high`; null is unbounded. */
export interface VersionInterval {
  readonly low: Bound | null;
  readonly high: Bound | null;
}

export function intervalContains(interval: VersionInterval, version: ParsedVersion): boolean {
  return isAboveLow(interval.low, version) && isBelowHigh(interval.high, version);
}

function isAboveLow(low: Bound | null, version: ParsedVersion): boolean {
  if (low === null) return true;
  const order = compareToNamedVersion(version, low.version);
  return order > 0 || (order === 0 && low.inclusive);
}

function isBelowHigh(high: Bound | null, version: ParsedVersion): boolean {
  if (high === null) return true;
  const order = compareToNamedVersion(version, high.version);
  return order < 0 || (order === 0 && high.inclusive);
}

/**
 * `intervalContains`, and null for a version that may be meant by an interval whose start comes after its end: its ends
 * are misprinted, or of another order. What comes after both is outside however that is read.
 */
export function mayContain(interval: VersionInterval, version: ParsedVersion): boolean | null {
  const { low, high } = interval;
  if (intervalContains(interval, version)) return true;
  if (low === null || high === null || compareToNamedVersion(version, low.version) > 0) return false;
  return compareParsedVersions(low.version, high.version) > 0 ? null : false;
}

/** The versions in both; may be empty. */
export function intersect(a: VersionInterval, b: VersionInterval): VersionInterval {
  return { low: tighter(a.low, b.low, 1), high: tighter(a.high, b.high, -1) };
}

/** The stricter bound: the higher of two low ones (`direction` 1), the lower of two high ones (-1). */
function tighter(a: Bound | null, b: Bound | null, direction: 1 | -1): Bound | null {
  if (a === null || b === null) return a ?? b;
  const order = compareParsedVersions(a.version, b.version) * direction;
  if (order === 0) return a.inclusive ? b : a;
  return order > 0 ? a : b;
}

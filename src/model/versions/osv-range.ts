import { isComparableVersion } from './declared-version.js';
import { type Bound, intersect, type VersionInterval } from './intervals.js';
import { compareParsedVersions, type ParsedVersion, parseVersion, type VersionSchemeName } from './versions.js';

/** One event of a range of an OSV record (ossf.github.io/osv-schema, `affected[].ranges[].events[]`). */
export interface OsvEvent {
  readonly introduced?: string;
  readonly fixed?: string;
  readonly last_affected?: string;
  readonly limit?: string;
}

/** An interval of affected versions, and the version that ends it where the record names one. */
export interface AffectedInterval extends VersionInterval {
  readonly fixed: string | null;
}

interface Mark {
  readonly kind: 'introduced' | 'fixed' | 'last_affected';
  /** Null is `introduced: 0`: before every version. */
  readonly version: ParsedVersion | null;
}

/**
 * The affected versions as intervals (OSV schema, "Evaluation"): each `introduced` is open until the next `fixed` or
 * `last_affected` in the order of versions, all of it below the `limit`. Where all events are
 * pairs of the two ends of an interval, as in most records, each pair is one interval, which also covers a version that
 * is fixed and introduced. Null where a version is invalid in this scheme.
 */
export function affectedIntervals(scheme: VersionSchemeName, events: readonly OsvEvent[]): AffectedInterval[] | null {
  const marks = marksOf(scheme, events);
  const limit = limitOf(scheme, events);
  if (!marks || limit === undefined) return null;
  const intervals = closedInTurn(arePairs(marks) ? marks : marks.toSorted(compareMarks));
  return limit === null
    ? intervals
    : intervals.map((interval) => ({ ...intersect(interval, { low: null, high: limit }), fixed: interval.fixed }));
}

function arePairs(marks: readonly Mark[]): boolean {
  return marks.every((mark, index) => {
    if (index % 2 === 0) return mark.kind === 'introduced';
    return mark.kind !== 'introduced' && compareMarks(marks[index - 1]!, mark) <= 0;
  });
}

function closedInTurn(marks: readonly Mark[]): AffectedInterval[] {
  const intervals: AffectedInterval[] = [];
  let open: Mark | null = null;
  for (const mark of marks) {
    if (mark.kind === 'introduced') open ??= mark;
    else if (open && mark.version !== null) {
      const fixed = mark.kind === 'fixed' ? mark.version.text : null;
      const isEmpty = fixed !== null && open.version !== null && compareMarks(open, mark) === 0;
      const high = { version: mark.version, inclusive: fixed === null };
      if (!isEmpty) intervals.push({ low: lowOf(open), high, fixed });
      open = null;
    }
  }
  if (open) intervals.push({ low: lowOf(open), high: null, fixed: null });
  return intervals;
}

/** The events in their order; null where a version is invalid. */
function marksOf(scheme: VersionSchemeName, events: readonly OsvEvent[]): Mark[] | null {
  const marks: Mark[] = [];
  for (const event of events) {
    for (const kind of ['introduced', 'fixed', 'last_affected'] as const) {
      const text = event[kind];
      if (text === undefined) continue;
      const fromTheBeginning = kind === 'introduced' && text === '0';
      // Some schemes order any word among versions.
      const version = fromTheBeginning || !isComparableVersion(text) ? null : parseVersion(scheme, text);
      if (version === null && !fromTheBeginning) return null;
      marks.push({ kind, version });
    }
  }
  return marks;
}

/** The highest limit; null where there is none or it is `*`, undefined for an invalid version. */
function limitOf(scheme: VersionSchemeName, events: readonly OsvEvent[]): Bound | null | undefined {
  const texts = events.flatMap(({ limit }) => (limit === undefined ? [] : [limit]));
  if (texts.length === 0 || texts.includes('*')) return null;
  const versions = texts.map((text) => parseVersion(scheme, text));
  if (versions.includes(null)) return undefined;
  const [highest] = (versions as ParsedVersion[]).sort((a, b) => compareParsedVersions(b, a));
  return { version: highest!, inclusive: false };
}

function lowOf(mark: Mark): VersionInterval['low'] {
  return mark.version === null ? null : { version: mark.version, inclusive: true };
}

/** `last_affected` comes after other events of the same version, which keep the record's order. */
function compareMarks(a: Mark, b: Mark): number {
  if (a.version === null || b.version === null) return Number(a.version !== null) - Number(b.version !== null);
  const order = compareParsedVersions(a.version, b.version);
  return order || Number(a.kind === 'last_affected') - Number(b.kind === 'last_affected');
}

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
 * The affected versions as intervals, by the evaluation algorithm of the OSV schema: events in the order of versions,
 * each `introduced` open until the next `fixed` or `last_affected`, all of it below the `limit`. An event whose version
 * this scheme cannot read makes the range unusable: null.
 */
export function affectedIntervals(scheme: VersionSchemeName, events: readonly OsvEvent[]): AffectedInterval[] | null {
  const marks = marksOf(scheme, events);
  const limit = limitOf(scheme, events);
  if (!marks || limit === undefined) return null;
  const intervals: AffectedInterval[] = [];
  let open: Mark | null = null;
  for (const mark of marks) {
    if (mark.kind === 'introduced') open ??= mark;
    else if (open && mark.version !== null) {
      const fixed = mark.kind === 'fixed' ? mark.version.text : null;
      intervals.push({ low: lowOf(open), high: { version: mark.version, inclusive: fixed === null }, fixed });
      open = null;
    }
  }
  if (open) intervals.push({ low: lowOf(open), high: null, fixed: null });
  return limit === null
    ? intervals
    : intervals.map((interval) => ({ ...intersect(interval, { low: null, high: limit }), fixed: interval.fixed }));
}

/** The events in their order; null where one cannot be read. */
function marksOf(scheme: VersionSchemeName, events: readonly OsvEvent[]): Mark[] | null {
  const marks: Mark[] = [];
  for (const event of events) {
    for (const kind of ['introduced', 'fixed', 'last_affected'] as const) {
      const text = event[kind];
      if (text === undefined) continue;
      const fromTheBeginning = kind === 'introduced' && text === '0';
      const version = fromTheBeginning ? null : parseVersion(scheme, text);
      if (version === null && !fromTheBeginning) return null;
      marks.push({ kind, version });
    }
  }
  return marks.sort(compareMarks);
}

/** The highest limit; null where there is none or it is `*`, undefined where it cannot be read. */
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

/** At the same version `fixed` closes before `introduced` opens anew, and `last_affected` closes what opens there. */
const kindRanks = { fixed: 0, introduced: 1, last_affected: 2 } as const;

function compareMarks(a: Mark, b: Mark): number {
  if (a.version === null || b.version === null) return Number(a.version !== null) - Number(b.version !== null);
  return compareParsedVersions(a.version, b.version) || kindRanks[a.kind] - kindRanks[b.kind];
}

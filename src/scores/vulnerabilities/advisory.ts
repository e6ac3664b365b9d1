import type { JsonObject } from '../../model/document.js';
import { filledObjectsOf, objectOf, objectsOf, optionalText, textOf, textsOf } from '../../model/json.js';
import { osvAliases, osvUpstream } from '../../model/osv-names.js';
import { isActionEcosystem, osvPackage } from '../../model/osv-package.js';
import { parsePurl, type Purl, purlKey } from '../../model/purl.js';
import { beginningOf } from '../../model/text.js';
import { intersect } from '../../model/versions/intervals.js';
import { type AffectedInterval, affectedIntervals, type OsvEvent } from '../../model/versions/osv-range.js';
import {
  type ParsedVersion,
  parseVersion,
  schemeForPurlType,
  type VersionSchemeName,
} from '../../model/versions/versions.js';
import { normalizeVersionCase, releaseOf } from './ecosystems.js';
import { hasOpenCommits, type NamedCommits, parseCommits } from './named-commits.js';
import { type ModuleBuild, moduleOfEntry, streamsInTitle } from './module-streams.js';
import { parseVersionRequirement, type VersionRequirement } from './version-requirement.js';
import { parseSeverities, type DeclaredSeverity } from './severity.js';

/** One package of an advisory, with everything that the record declares of its versions. */
export interface AffectedPackage {
  /** `purlKey` of the package. */
  readonly key: string;
  readonly scheme: VersionSchemeName;
  /** The distribution's release, or null. */
  readonly release: string | null;
  /** Affected versions that the record lists one by one. */
  readonly versions: ReadonlySet<string>;
  readonly intervals: readonly AffectedInterval[];
  /** Versions that fix the vulnerability. */
  readonly fixed: readonly ParsedVersion[];
  /** Fixes whose texts the scheme cannot parse. */
  readonly unreadableFixes: ReadonlySet<string>;
  /** Safe versions by the requirements of the Ruby advisory database: all others are affected. Null: not declared. */
  readonly safe: readonly VersionRequirement[] | null;
  /** Versions of which the record says that nobody knows whether they are affected. */
  readonly undecided: readonly VersionRequirement[];
  /** Some version data could not be parsed: a version that is not found affected is then unknown. */
  readonly hasUnreadable: boolean;
  readonly severities: readonly DeclaredSeverity[];
  /** A tag of fewer than three numbers moves to the newest release that starts with it, as those of actions do (v4). */
  readonly hasBranchTags: boolean;
  /** Import paths of the packages of a module of Go that are affected, in lower case; null: the record names none. */
  readonly paths: ReadonlySet<string> | null;
  /** Builds of RPM that it is about, which have fixes of their own; null: of any, or not known. */
  readonly module: ModuleBuild | null;
  /** Null for a package. A repository's versions are tags (without a leading "v" in `versions`) or commits. */
  readonly commits: NamedCommits | null;
}

/** An OSV record (ossf.github.io/osv-schema), parsed once for many components. */
export interface Advisory {
  readonly id: string;
  /** Other names of the same vulnerability. */
  readonly aliases: readonly string[];
  /** Vulnerabilities of others that it passes on: what is exploited of them is exploited here. */
  readonly upstream: readonly string[];
  readonly isWithdrawn: boolean;
  /** Malicious packages have records of their own (MAL-…). */
  readonly isMalicious: boolean;
  readonly published: string | null;
  readonly modified: string | null;
  readonly summary: string;
  readonly packages: readonly AffectedPackage[];
  readonly severities: readonly DeclaredSeverity[];
}

/** Of a summary that is the beginning of a longer text. */
export const maxSummaryLength = 200;

/** Parses a record of any OSV database. Fields of a wrong type are left out. */
export function parseAdvisory(record: JsonObject): Advisory {
  const id = textOf(record.id);
  const streams = streamsInTitle(record);
  return {
    id,
    aliases: osvAliases(record),
    upstream: osvUpstream(record),
    isWithdrawn: optionalText(record.withdrawn) !== undefined,
    isMalicious: id.startsWith('MAL-'),
    published: optionalText(record.published) ?? null,
    modified: optionalText(record.modified) ?? null,
    summary: optionalText(record.summary) ?? beginningOf(textOf(record.details), maxSummaryLength),
    packages: filledObjectsOf(record.affected).flatMap((one) => parseAffected(one, streams)),
    severities: parseSeverities(record),
  };
}

/** The package, and the repositories whose commits the record names. */
function parseAffected(affected: JsonObject, streams: readonly string[]): AffectedPackage[] {
  const named = objectOf(affected.package);
  const ecosystem = textOf(named.ecosystem);
  const purl = osvPackage(ecosystem, textOf(named.name), optionalText(named.purl));
  const parsed = purl && withOpenList(parseAffectedPackage(purl, ecosystem, affected), affected);
  const ownPackage = parsed && (purl.type === 'rpm' ? withModule(parsed, named, streams) : parsed);
  const repositories = [...parseCommits(affected)].flatMap(([key, { commits, isClosed }]): AffectedPackage[] => {
    if (key === ownPackage?.key) return [];
    const { versions, ...declared } = ownPackage
      ? { ...ownPackage, ...withoutVersionOrder }
      : parseAffectedPackage(parsePurl(key, 'repair'), '', affected);
    // Versions that are not listed, and versions after an open end, may be affected or not.
    const hasUnreadable = declared.hasUnreadable || ownPackage !== null || !isClosed;
    return [{ ...declared, key, commits, hasUnreadable, versions: new Set([...versions].map(stripTagPrefix)) }];
  });
  return ownPackage ? [ownPackage, ...repositories] : repositories;
}

function withModule(own: AffectedPackage, named: JsonObject, streams: readonly string[]): AffectedPackage {
  const ends = own.intervals.flatMap(({ low, high }) => [low, high].flatMap((end) => end?.version.text ?? []));
  const versions = [...own.versions, ...own.unreadableFixes, ...own.fixed.map(({ text }) => text), ...ends];
  return { ...own, module: moduleOfEntry(named, versions, streams) };
}

/** A list of versions beside commits without an end, and no ordered range, holds what was released when it was written. */
function withOpenList(own: AffectedPackage, affected: JsonObject): AffectedPackage {
  if (own.intervals.length > 0 || own.safe || !hasOpenCommits(affected)) return own;
  return { ...own, hasUnreadable: true };
}

/** Version ranges of a package do not apply to its repository, which may hold several packages. */
const withoutVersionOrder = {
  scheme: 'generic',
  release: null,
  intervals: [],
  fixed: [],
  safe: null,
  undecided: [],
} as const;

/** "v1.2.3" is the tag of version 1.2.3. */
export const stripTagPrefix = (text: string): string => text.replace(/^v(?=\d)/i, '');

function parseAffectedPackage(purl: Purl, ecosystem: string, affected: JsonObject): AffectedPackage {
  const scheme = schemeOf(purl.type, affected);
  const plain = (version: string): string => normalizeVersionCase(purl.type, version);
  const ranges = parseRanges(scheme, affected);
  const databaseSpecific = parseDatabaseSpecific(scheme, objectOf(affected.database_specific));
  const intervals = [...ranges.intervals, ...databaseSpecific.intervals];
  return {
    key: purlKey(purl),
    scheme,
    release: releaseOf(ecosystem),
    versions: toSharedSet([...textsOf(affected.versions), ...ranges.unreadableStarts].map(plain)),
    intervals,
    fixed: namedFixes(scheme, intervals),
    unreadableFixes: toSharedSet(ranges.unreadableFixes.map(plain)),
    safe: databaseSpecific.safe,
    undecided: [...ranges.later, ...databaseSpecific.undecided],
    hasUnreadable: ranges.hasUnreadable || databaseSpecific.hasUnreadable,
    severities: parseSeverities(affected),
    hasBranchTags: isActionEcosystem(ecosystem),
    paths: affectedPaths(objectOf(affected.ecosystem_specific)),
    module: null,
    commits: null,
  };
}

/** Shares one empty set: most sets are empty, and tens of thousands are in memory. */
const toSharedSet = (texts: readonly string[]): ReadonlySet<string> => (texts.length === 0 ? emptySet : new Set(texts));
const emptySet: ReadonlySet<string> = new Set();

/** Parsed fixes. A `limit` event may end an interval before its fix does. */
function namedFixes(scheme: VersionSchemeName, intervals: readonly AffectedInterval[]): ParsedVersion[] {
  return intervals.flatMap(({ fixed, high }) => {
    if (fixed === null) return [];
    return high?.version.text === fixed ? high.version : (parseVersion(scheme, fixed) ?? []);
  });
}

/** A range's own type SEMVER counts where the ecosystem has no version scheme. */
/** go.dev/doc/security/vuln/database, "ecosystem_specific". */
function affectedPaths({ imports }: JsonObject): ReadonlySet<string> | null {
  const paths = objectsOf(imports).flatMap(({ path }) => (typeof path === 'string' ? path.toLowerCase() : []));
  return paths.length > 0 ? new Set(paths) : null;
}

function schemeOf(type: string, affected: JsonObject): VersionSchemeName {
  const scheme = schemeForPurlType(type);
  return scheme === 'generic' && filledObjectsOf(affected.ranges).some((range) => range.type === 'SEMVER')
    ? 'semver'
    : scheme;
}

/** Without GIT ranges: their events are commits (see `parseCommits`). */
function parseRanges(scheme: VersionSchemeName, affected: JsonObject) {
  const intervals: AffectedInterval[] = [];
  const unreadable: OsvEvent[] = [];
  for (const range of filledObjectsOf(affected.ranges)) {
    if (range.type === 'GIT') continue;
    const events = filledObjectsOf(range.events).map((event): OsvEvent => {
      const texts = Object.entries(event).filter(([, value]) => typeof value === 'string');
      return Object.fromEntries(texts) as OsvEvent;
    });
    const read = affectedIntervals(scheme, events);
    if (read) intervals.push(...read);
    else unreadable.push(...events);
  }
  return {
    ...cutAtLastKnown(scheme, affected, intervals),
    hasUnreadable: unreadable.length > 0,
    unreadableStarts: unreadable.flatMap(({ introduced, last_affected: last }) => introduced ?? last ?? []),
    unreadableFixes: unreadable.flatMap(({ fixed }) => fixed ?? []),
  };
}

/**
 * GitHub's advisories without a fix declare "<= 1.2.3" beside their range (github/advisory-database): what was released
 * later may be affected too.
 */
function cutAtLastKnown(
  scheme: VersionSchemeName,
  affected: JsonObject,
  intervals: AffectedInterval[],
): { intervals: AffectedInterval[]; later: VersionRequirement[] } {
  const lastKnownRange = optionalText(objectOf(affected.database_specific).last_known_affected_version_range);
  const last = lastKnownRange === undefined ? null : parseVersionRequirement(scheme, lastKnownRange);
  const end = last?.interval.high;
  if (!last || !end || intervals.every(({ high }) => high !== null)) return { intervals, later: [] };
  const cut = intervals.map((interval) =>
    interval.high === null ? { ...intersect(interval, last.interval), fixed: interval.fixed } : interval,
  );
  const later = { low: { version: end.version, inclusive: !end.inclusive }, high: null };
  return { intervals: cut, later: [{ interval: later, excluded: [] }] };
}

/**
 * Databases with a notation of their own in place of ranges: the Ruby advisory database (`patched_versions`,
 * `unaffected_versions`) and FriendsOfPHP (`branches[].versions`, all of which must hold); records of the CVE List have
 * `unknown_versions` beside them.
 */
function parseDatabaseSpecific(scheme: VersionSchemeName, fields: JsonObject) {
  const safeTexts = [...textsOf(fields.patched_versions), ...textsOf(fields.unaffected_versions)];
  const hasSafeVersions = 'patched_versions' in fields || 'unaffected_versions' in fields;
  const safe = safeTexts.map((text) => parseVersionRequirement(scheme, text));
  const undecided = textsOf(fields.unknown_versions).map((text) => parseVersionRequirement(scheme, text));
  const branches = filledObjectsOf(fields.branches).map((branch) =>
    parseVersionRequirement(scheme, textsOf(branch.versions).join(',')),
  );
  const intervals = branches
    .filter((branch) => branch !== null)
    .map(({ interval }): AffectedInterval => {
      const { high } = interval;
      return { ...interval, fixed: high && !high.inclusive ? high.version.text : null };
    });
  return {
    intervals,
    safe: hasSafeVersions ? safe.filter((requirement) => requirement !== null) : null,
    undecided: undecided.filter((requirement) => requirement !== null),
    hasUnreadable: [safe, undecided, branches].some((some) => some.includes(null)),
  };
}

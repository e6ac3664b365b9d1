import { groupBy } from '../../model/group-by.js';
import type { Cpe } from '../../model/cpe-name.js';
import { goModule } from '../../model/distribution-names.js';
import { isGoRelease, isPartOfGo } from '../../model/go-paths.js';
import { buildPurl, formatPurl, type Purl, qualifiedName } from '../../model/purl.js';
import { type Bound, intervalContains } from '../../model/versions/intervals.js';
import type { AffectedInterval } from '../../model/versions/osv-range.js';
import { compareParsedVersions, compareToNamedVersion, type ParsedVersion } from '../../model/versions/versions.js';
import { type Advisory, type AffectedPackage, stripTagPrefix } from './advisory.js';
import { advisorySubjects, type SourcePackage } from './advisory-subjects.js';
import { comparableVersion, isSameRelease, releaseOfPurl } from './ecosystems.js';
import { affected, type Assessment, notAffected, unknown } from './assessment.js';
import { assessCommit } from './named-commits.js';
import { isSameModule } from './module-streams.js';
import { parseVersionCached } from './version-cache.js';
import { meetsRequirement } from './version-requirement.js';

/** Entries of an advisory whose versions are compared with the same. */
export interface MatchedEntries {
  /** Null: the component's own version is compared. */
  readonly source: SourcePackage | null;
  /** Path of the module of Go that they are about, which may hold the component. */
  readonly module: string | null;
  readonly entries: readonly AffectedPackage[];
}

/** Where a component is assessed: at its own version and that of its source package, or with one of both replaced. */
export interface AssessedVersion {
  readonly own: string;
  /** The component's CPE, which may state an update of the version. */
  readonly cpe?: Cpe;
  /** A version of the source package of that name, in place of the one that the component was built from. */
  readonly replaced?: { readonly source: string; readonly version: string };
}

/**
 * Entries of an advisory for the package, and for its distribution's release where both declare one. Where it has none for
 * that release, those for parts of it: tools name openEuler 22.03 without the service pack that advisories name.
 */
export function affectedPackagesOf(purl: Purl, advisory: Advisory): MatchedEntries[] {
  const subjects = new Map(advisorySubjects(purl).map((subject) => [subject.key, subject]));
  const release = releaseOfPurl(purl);
  const named = advisory.packages.filter((one) => subjects.has(one.key));
  const ofRelease = named.filter((one) => !one.release || !release || isSameRelease(one.release, release));
  const matched = ofRelease.length > 0 ? ofRelease : named.filter((one) => isSameRelease(release!, one.release!));
  const comparedWith = ({ key }: AffectedPackage): SourcePackage | string | null => {
    const { source, module } = subjects.get(key)!;
    return source ?? module;
  };
  return [...groupBy(matched, comparedWith)].map(([compared, entries]) =>
    typeof compared === 'string'
      ? { source: null, module: compared, entries }
      : { source: compared, module: null, entries },
  );
}

/**
 * Assesses a version by the entries of one advisory (`affectedPackagesOf`, at least one). A record may list one package
 * several times, or the component beside its source: one affected entry suffices.
 */
export function assessPackage(purl: Purl, at: AssessedVersion, matched: readonly MatchedEntries[]): Assessment {
  if (matched.length === 1) return assessMatched(purl, at, matched[0]!);
  const assessments = matched.map((some) => assessMatched(purl, at, some));
  return ofOneModule(decide(purl, matched, assessments), assessments);
}

/** Without the module where something else that the assessments are about may be affected, too. */
export function ofOneModule(decided: Assessment, all: readonly Assessment[]): Assessment {
  const { module, ...others } = decided;
  if (module === undefined || all.every((one) => one.status === 'not_affected' || one.module === module))
    return decided;
  return others;
}

function decide(purl: Purl, matched: readonly MatchedEntries[], assessments: readonly Assessment[]): Assessment {
  const own = assessments[matched.findIndex(({ source, module }) => source === null && module === null)];
  const affecting = assessments.find(({ status }) => status === 'affected');
  if (affecting) return own?.status === 'affected' ? own : affecting;
  // An RPM advisory that lists binary packages need not be read by a source whose epoch is not known.
  if (own && purl.type === 'rpm') return own;
  return assessments.find(({ status }) => status === 'unknown') ?? assessments[0]!;
}

function assessMatched(purl: Purl, at: AssessedVersion, { source, module, entries }: MatchedEntries): Assessment {
  if (module !== null) return assessInModule(purl, at, { module, entries });
  if (source === null) {
    if (at.own === '') return unknown('The version of the component is not known');
    return assessBuild(purl, comparableVersion(purl, at.own), entries);
  }
  const compared = replacedVersion(source, at);
  const assessment = assessSource(purl, compared, entries);
  if (assessment.status === 'not_affected') return assessment;
  const words = `source package ${source.name} ${compared.version}`.trim();
  return { ...assessment, reason: `${assessment.reason} (${words})`, source: source.name };
}

/** A package has the version of its module. Its path may as well be that of a module of its own, with other versions. */
function assessInModule(
  purl: Purl,
  { own }: AssessedVersion,
  { module, entries }: { readonly module: string; readonly entries: readonly AffectedPackage[] },
): Assessment {
  const concerning = entries.filter(({ paths }) => paths?.has(qualifiedName(purl)) ?? true);
  if (concerning.length === 0) return notAffected(`The advisory names other packages of the module ${module}`);
  if (own === '') return { ...unknown('The version of the component is not known'), module };
  if (isPartOfGo(module) && !isGoRelease(own)) return notAffected(`Version ${own} is none of Go`);
  const assessment = assessEntries(purl, comparableVersion(purl, own), concerning);
  if (assessment.status === 'not_affected') return assessment;
  if (concerning.every(({ paths }) => paths !== null)) return { ...assessment, module };
  const condition = `${assessment.reason}, if it is a package of the module ${module}`;
  return { ...unknown(`${condition}: ${moduleAdvice(module)}`), module };
}

/** What a person can do about it. */
const moduleAdvice = (module: string): string =>
  `the advisory does not name the packages that it is about; if the program does not use them (govulncheck shows it), make a statement on ${formatPurl(buildPurl({ type: 'golang', ...goModule(module) }))}, which holds for its packages`;

const replacedVersion = (source: SourcePackage, { replaced }: AssessedVersion): SourcePackage =>
  replaced?.source === source.name ? { ...source, version: replaced.version, hasEpoch: true } : source;

/** Where the epoch is not known, each that the entries name is possible, and none. */
function assessSource(
  purl: Purl,
  { version, hasEpoch }: SourcePackage,
  entries: readonly AffectedPackage[],
): Assessment {
  if (version === '') return unknown('The version of the source package is not known');
  const epochs = hasEpoch ? [] : epochsOf(entries);
  const assessments = [version, ...epochs.map((epoch) => `${epoch}:${version}`)].map((text) =>
    assessBuild(purl, text, entries),
  );
  const [first] = assessments;
  return assessments.every(({ status }) => status === first!.status)
    ? first!
    : unknown('It depends on the epoch of the source package, which is not known');
}

function epochsOf(entries: readonly AffectedPackage[]): string[] {
  const texts = entries.flatMap(({ versions, intervals, fixed }) => [
    ...versions,
    ...intervals.flatMap(({ low, high }) => [low?.version.text ?? '', high?.version.text ?? '']),
    ...fixed.map((one) => one.text),
  ]);
  return [...new Set(texts.flatMap((text) => /^(\d+):/.exec(text)?.[1] ?? []))];
}

/** A package of RPM by the entries that are about builds for its module. */
function assessBuild(purl: Purl, text: string, entries: readonly AffectedPackage[]): Assessment {
  if (purl.type !== 'rpm') return assessEntries(purl, text, entries);
  const isSame = ({ module }: AffectedPackage): boolean | null => module === null || isSameModule(purl, text, module);
  const ofModule = entries.filter((one) => isSame(one) !== false);
  if (ofModule.length === 0) return notAffected('The advisory is about builds for another stream of its module');
  const assessment = assessEntries(purl, text, ofModule);
  const open = ofModule.find((one) => isSame(one) === null)?.module?.streams;
  if (open === undefined || assessment.status !== 'affected') return assessment;
  return unknown(`${assessment.reason}, if it was built for the module ${open.join(' or ')}, which is not declared`);
}

function assessEntries(purl: Purl, text: string, entries: readonly AffectedPackage[]): Assessment {
  if (entries.length === 1) {
    const assessment = assessVersion(text, entries[0]!);
    return assessment.status === 'affected' && isNamedFix(text, entries) ? namedFix(text) : assessment;
  }
  const assessments = entries.map((entry) => assessVersion(text, entry));
  if (assessments.every(({ status }) => status === 'not_affected')) return assessments[0]!;
  const affecting = assessments.filter(({ status }) => status === 'affected');
  if (affecting.length > 0 && isNamedFix(text, entries)) return namedFix(text);
  const releases = new Set(entries.map(({ release }) => release));
  if (releases.size > 1 && !isReleaseKnown(purl, entries) && new Set(assessments.map(({ status }) => status)).size > 1)
    return unknown('It depends on the release of the distribution, which is not known');
  if (affecting.length === 1) return affecting[0]!;
  if (affecting.length > 0)
    return { ...affecting[0]!, fixedIn: [...new Set(affecting.flatMap(({ fixedIn }) => fixedIn))] };
  return assessments.find(({ status }) => status === 'unknown') ?? assessments[0]!;
}

/** Whether the release that the package declares is one of the entries'; they may be for parts of it. */
function isReleaseKnown(purl: Purl, entries: readonly AffectedPackage[]): boolean {
  const actual = releaseOfPurl(purl);
  return actual !== null && entries.every(({ release }) => release === null || isSameRelease(release, actual));
}

const namedFix = (text: string): Assessment => notAffected(`Version ${text} is named as the fixed one`);

/**
 * Records with several ranges for a package often start each of them at 0, so that the fix of one branch is inside the
 * range of the next. A version named as a fix is fixed, unless an entry starts with it again or lists it as affected.
 */
function isNamedFix(text: string, affectedPackages: readonly AffectedPackage[]): boolean {
  const equals = (one: ParsedVersion): boolean => {
    const version = parseVersionCached(one.scheme, text);
    return version !== null && compareToNamedVersion(version, one) === 0;
  };
  return (
    affectedPackages.some(({ fixed }) => fixed.some(equals)) &&
    !affectedPackages.some(
      ({ versions, intervals }) =>
        versions.has(text) || intervals.some(({ low }) => low !== null && equals(low.version)),
    )
  );
}

/** OSV schema, "Evaluation": the version is listed, inside a range, or not among the safe versions. */
export function assessVersion(declared: string, statement: AffectedPackage): Assessment {
  const text = statement.commits ? stripTagPrefix(declared) : declared;
  const commitAssessment =
    statement.commits && !statement.versions.has(text) ? assessCommit(text, statement.commits) : null;
  if (commitAssessment) return commitAssessment;
  const version = parseVersionCached(statement.scheme, text);
  const isMoving = version !== null && statement.hasBranchTags && branchTag.test(text) && !statement.versions.has(text);
  if (isMoving && isSplit(version, statement))
    return unknown(`${text} is the newest of its releases, some of which are affected: name one, such as ${text}.0.0`);
  if (version)
    for (const one of statement.intervals) if (intervalContains(one, version)) return assessInsideInterval(one);
  if (statement.versions.has(text) || (version && isListed(version, statement)))
    return affected(`Version ${text} is listed as affected`, laterFixes(version, statement));
  if (statement.unreadableFixes.has(text)) return namedFix(text);
  if (!version) return unknown(`"${text}" is no version that ${statement.scheme} can order`);
  if (statement.undecided.some((requirement) => meetsRequirement(requirement, version)))
    return unknown(`The advisory does not say whether version ${text} is affected`);
  if (statement.safe) return assessBySafeVersions(version, statement);
  if (statement.hasUnreadable) return unknown('The advisory states its versions in a way that cannot be read');
  if (statement.intervals.length === 0 && statement.versions.size === 0)
    return unknown('The advisory names no versions');
  if (isDateAmongReleases(text, statement))
    return unknown(`Version ${text} is a date, and the versions of the advisory are not`);
  return outsideAssessment;
}

/** A tag of an action that names a branch: `v4`, `4.1`. */
const branchTag = /^v?\d+(?:\.\d+)?$/i;

/** Whether an interval holds some of the releases that the tag may name, and not all. */
function isSplit(tag: ParsedVersion, { scheme, intervals }: AffectedPackage): boolean {
  const last = parseVersionCached(scheme, `${tag.text}.${'9'.repeat(16)}`)!;
  const isWithin = ({ version }: Bound): boolean =>
    compareParsedVersions(version, tag) > 0 && compareParsedVersions(version, last) < 0;
  return intervals.some(({ low, high }) => [low, high].some((end) => end !== null && isWithin(end)));
}

/** Shared, because this is the most frequent assessment. */
const outsideAssessment = notAffected('The version is outside of the affected versions');

const date = /^v?(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?!\d)/;

/**
 * Maven has early releases under their dates (dom4j 20040902.021138), which its order puts after all later ones; the
 * package managers of other ecosystems choose by their order.
 */
const isDateAmongReleases = (text: string, { scheme, intervals }: AffectedPackage): boolean =>
  scheme === 'maven' &&
  date.test(text) &&
  !intervals.some(({ low, high }) => [low, high].some((end) => end !== null && date.test(end.version.text)));

/** Equality of the scheme (1.0 is 1.0.0). Intervals include nearly all: beside them only the same number is looked at. */
function isListed(version: ParsedVersion, statement: AffectedPackage): boolean {
  const start = statement.intervals.length > 0 ? /\d+/.exec(version.text)![0] : '';
  for (const listed of statement.versions) {
    if (!listed.startsWith(start) && !listed.startsWith(`v${start}`)) continue;
    const parsed = parseVersionCached(statement.scheme, listed);
    if (parsed && compareToNamedVersion(version, parsed) === 0) return true;
  }
  return false;
}

/** Fixes after a version that is listed but outside of every range. */
function laterFixes(version: ParsedVersion | null, statement: AffectedPackage): string[] {
  return statement.intervals.flatMap(({ fixed }) => {
    const parsed = version && fixed !== null ? parseVersionCached(statement.scheme, fixed) : null;
    return parsed && compareParsedVersions(parsed, version!) > 0 ? [fixed!] : [];
  });
}

function assessBySafeVersions(version: ParsedVersion, statement: AffectedPackage): Assessment {
  const safe = statement.safe!;
  if (safe.some((requirement) => meetsRequirement(requirement, version)))
    return notAffected(`Version ${version.text} is among the patched or unaffected versions`);
  if (statement.hasUnreadable) return unknown('The advisory states its versions in a way that cannot be read');
  const fixes = safe.flatMap(({ interval: { low } }) =>
    low?.inclusive && compareParsedVersions(low.version, version) > 0 ? [low.version.text] : [],
  );
  return affected(`Version ${version.text} is not among the patched or unaffected versions`, fixes);
}

/** Cached, because all versions inside an interval share one assessment. */
const intervalAssessments = new WeakMap<AffectedInterval, Assessment>();

function assessInsideInterval(interval: AffectedInterval): Assessment {
  const cached = intervalAssessments.get(interval);
  if (cached) return cached;
  const assessment = affected(intervalReason(interval), interval.fixed ? [interval.fixed] : []);
  intervalAssessments.set(interval, assessment);
  return assessment;
}

function intervalReason({ low, high }: AffectedInterval): string {
  const from = low ? `from ${low.version.text}` : 'from the beginning';
  if (!high) return `Affected ${from}, no end is known`;
  return `Affected ${from} ${high.inclusive ? 'up to' : 'before'} ${high.version.text}`;
}

import type { Purl } from '../../model/purl.js';
import { intervalContains } from '../../model/versions/intervals.js';
import type { AffectedInterval } from '../../model/versions/osv-range.js';
import { compareParsedVersions, compareToNamedVersion, type ParsedVersion } from '../../model/versions/versions.js';
import { type Advisory, type AffectedPackage, stripTagPrefix } from './advisory.js';
import { advisoryKeys, comparableVersion, isSameRelease, releaseOfPurl } from './ecosystems.js';
import { affected, type Assessment, notAffected, unknown } from './assessment.js';
import { assessCommit } from './named-commits.js';
import { parseVersionCached } from './version-cache.js';
import { meetsRequirement } from './version-requirement.js';

/** Entries of an advisory for the package, and for its distribution's release where both declare one. */
export function affectedPackagesOf(purl: Purl, advisory: Advisory): AffectedPackage[] {
  const keys = advisoryKeys(purl);
  const release = releaseOfPurl(purl);
  return advisory.packages.filter(
    (one) => keys.includes(one.key) && (!one.release || !release || isSameRelease(one.release, release)),
  );
}

/**
 * Assesses a version by the entries of one advisory (`affectedPackagesOf`, at least one). A record may list one package
 * several times: one affected entry suffices.
 */
export function assessPackage(purl: Purl, version: string, affectedPackages: readonly AffectedPackage[]): Assessment {
  if (version === '') return unknown('The version of the component is not known');
  const text = comparableVersion(purl, version);
  if (affectedPackages.length === 1) {
    const assessment = assessVersion(text, affectedPackages[0]!);
    return assessment.status === 'affected' && isNamedFix(text, affectedPackages) ? namedFix(text) : assessment;
  }
  const assessments = affectedPackages.map((statement) => assessVersion(text, statement));
  if (assessments.every(({ status }) => status === 'not_affected')) return assessments[0]!;
  const affecting = assessments.filter(({ status }) => status === 'affected');
  if (affecting.length > 0 && isNamedFix(text, affectedPackages)) return namedFix(text);
  const releases = new Set(affectedPackages.map((statement) => statement.release));
  if (releases.size > 1 && !releaseOfPurl(purl) && new Set(assessments.map(({ status }) => status)).size > 1)
    return unknown('It depends on the release of the distribution, which is not known');
  if (affecting.length === 1) return affecting[0]!;
  if (affecting.length > 0)
    return { ...affecting[0]!, fixedIn: [...new Set(affecting.flatMap(({ fixedIn }) => fixedIn))] };
  return assessments.find(({ status }) => status === 'unknown') ?? assessments[0]!;
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
  if (version)
    for (const one of statement.intervals) if (intervalContains(one, version)) return assessInsideInterval(one);
  if (statement.versions.has(text) || (version && isListed(version, statement)))
    return affected(`Version ${text} is listed as affected`, laterFixes(version, statement));
  if (statement.unreadableFixes.has(text)) return namedFix(text);
  if (!version) return unknown(`"${text}" is no version that ${statement.scheme} can order`);
  if (statement.safe) return assessBySafeVersions(version, statement);
  if (statement.hasUnreadable) return unknown('The advisory states its versions in a way that cannot be read');
  if (statement.intervals.length === 0 && statement.versions.size === 0)
    return unknown('The advisory names no versions');
  return outsideAssessment;
}

/** Shared, because this is the most frequent assessment. */
const outsideAssessment = notAffected('The version is outside of the affected versions');

/** Equality of the scheme (1.0 is 1.0.0). Intervals, where there are any, include the listed versions. */
function isListed(version: ParsedVersion, statement: AffectedPackage): boolean {
  if (statement.intervals.length > 0) return false;
  for (const listed of statement.versions) {
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

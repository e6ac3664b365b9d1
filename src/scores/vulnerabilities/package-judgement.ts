import type { Purl } from '../../model/purl.js';
import { intervalContains } from '../../model/versions/intervals.js';
import type { AffectedInterval } from '../../model/versions/osv-range.js';
import { compareParsedVersions, type ParsedVersion } from '../../model/versions/versions.js';
import { type Advisory, type AffectedPackage, plainTag } from './advisory.js';
import { advisoryKeys, comparableVersion, isSameRelease, releaseOfPurl } from './ecosystems.js';
import { affected, type Judgement, notAffected, unknown } from './judgement.js';
import { judgeCommit } from './named-commits.js';
import { parsedVersion } from './parsed-versions.js';
import { meetsRequirement } from './requirements.js';

/** What an advisory states of the package, of the release of its distribution if it tells one. */
export function statementsOn(purl: Purl, advisory: Advisory): AffectedPackage[] {
  const keys = advisoryKeys(purl);
  const release = releaseOfPurl(purl);
  return advisory.packages.filter(
    (one) => keys.includes(one.key) && (!one.release || !release || isSameRelease(one.release, release)),
  );
}

/**
 * What the statements of one advisory (`statementsOn`, at least one) say of a version. A record may speak of one package
 * several times: one affected statement suffices.
 */
export function judgeStatements(purl: Purl, version: string, statements: readonly AffectedPackage[]): Judgement {
  if (version === '') return unknown('The version of the component is not known');
  const text = comparableVersion(purl, version);
  if (statements.length === 1) {
    const judgement = judgeVersion(text, statements[0]!);
    return judgement.status === 'affected' && isNamedFix(text, statements) ? namedFix(text) : judgement;
  }
  const judgements = statements.map((statement) => judgeVersion(text, statement));
  if (judgements.every(({ status }) => status === 'not_affected')) return judgements[0]!;
  const found = judgements.filter(({ status }) => status === 'affected');
  if (found.length > 0 && isNamedFix(text, statements)) return namedFix(text);
  const releases = new Set(statements.map((statement) => statement.release));
  if (releases.size > 1 && !releaseOfPurl(purl) && new Set(judgements.map(({ status }) => status)).size > 1)
    return unknown('It depends on the release of the distribution, which is not known');
  if (found.length === 1) return found[0]!;
  if (found.length > 0) return { ...found[0]!, fixedIn: [...new Set(found.flatMap(({ fixedIn }) => fixedIn))] };
  return judgements.find(({ status }) => status === 'unknown') ?? judgements[0]!;
}

const namedFix = (text: string): Judgement => notAffected(`Version ${text} is named as the fixed one`);

/**
 * Records with several ranges for a package often begin all of them at 0, so that the fix of one branch lies in the range
 * of the next. What is named as fixed is fixed, unless a statement begins with it anew or lists it.
 */
function isNamedFix(text: string, statements: readonly AffectedPackage[]): boolean {
  const equals = (one: ParsedVersion): boolean => {
    const version = parsedVersion(one.scheme, text);
    return version !== null && compareParsedVersions(one, version) === 0;
  };
  return (
    statements.some(({ fixed }) => fixed.some(equals)) &&
    !statements.some(
      ({ versions, intervals }) =>
        versions.has(text) || intervals.some(({ low }) => low !== null && equals(low.version)),
    )
  );
}

/** One statement about one version (OSV schema, "Evaluation"): listed, in a range, or not among the safe ones. */
export function judgeVersion(stated: string, statement: AffectedPackage): Judgement {
  const text = statement.commits ? plainTag(stated) : stated;
  const ofCommit = statement.commits && !statement.versions.has(text) ? judgeCommit(text, statement.commits) : null;
  if (ofCommit) return ofCommit;
  const version = parsedVersion(statement.scheme, text);
  if (version) for (const one of statement.intervals) if (intervalContains(one, version)) return insideOf(one);
  if (statement.versions.has(text) || (version && isListed(version, statement)))
    return affected(`Version ${text} is listed as affected`, laterFixes(version, statement));
  if (statement.unreadableFixes.has(text)) return namedFix(text);
  if (!version) return unknown(`"${text}" is no version that ${statement.scheme} can order`);
  if (statement.safe) return judgeBySafe(version, statement);
  if (statement.hasUnreadable) return unknown('The advisory states its versions in a way that cannot be read');
  if (statement.intervals.length === 0 && statement.versions.size === 0)
    return unknown('The advisory names no versions');
  return outside;
}

/** Most answers are this one: it is made once. */
const outside = notAffected('The version is outside of the affected versions');

/** By the scheme's own equality (1.0 is 1.0.0); where there are intervals, they say the same and more. */
function isListed(version: ParsedVersion, statement: AffectedPackage): boolean {
  if (statement.intervals.length > 0) return false;
  for (const listed of statement.versions) {
    const parsed = parsedVersion(statement.scheme, listed);
    if (parsed && compareParsedVersions(parsed, version) === 0) return true;
  }
  return false;
}

/** A version may be listed and yet lie in no range: the fixes that come after it count. */
function laterFixes(version: ParsedVersion | null, statement: AffectedPackage): string[] {
  return statement.intervals.flatMap(({ fixed }) => {
    const parsed = version && fixed !== null ? parsedVersion(statement.scheme, fixed) : null;
    return parsed && compareParsedVersions(parsed, version!) > 0 ? [fixed!] : [];
  });
}

function judgeBySafe(version: ParsedVersion, statement: AffectedPackage): Judgement {
  const safe = statement.safe!;
  if (safe.some((requirement) => meetsRequirement(requirement, version)))
    return notAffected(`Version ${version.text} is among the patched or unaffected versions`);
  if (statement.hasUnreadable) return unknown('The advisory states its versions in a way that cannot be read');
  const fixes = safe.flatMap(({ interval: { low } }) =>
    low?.inclusive && compareParsedVersions(low.version, version) > 0 ? [low.version.text] : [],
  );
  return affected(`Version ${version.text} is not among the patched or unaffected versions`, fixes);
}

/** Every version in an interval has the same answer: it is made once. */
const answers = new WeakMap<AffectedInterval, Judgement>();

function insideOf(interval: AffectedInterval): Judgement {
  const known = answers.get(interval);
  if (known) return known;
  const answer = affected(intervalReason(interval), interval.fixed ? [interval.fixed] : []);
  answers.set(interval, answer);
  return answer;
}

function intervalReason({ low, high }: AffectedInterval): string {
  const from = low ? `from ${low.version.text}` : 'from the beginning';
  if (!high) return `Affected ${from}, no end is known`;
  return `Affected ${from} ${high.inclusive ? 'up to' : 'before'} ${high.version.text}`;
}

import { compareCpeValues } from '../../model/cpe-matching.js';
import { type Cpe, cpeAttributes, plainCpeValue } from '../../model/cpe-name.js';
import { isOpenStart, isPlainVersion, isSingleVersion } from '../../model/versions/cve-version.js';
import { withoutPlatform } from '../../model/versions/gem.js';
import { type Bound, mayContain } from '../../model/versions/intervals.js';
import { upstreamVersions } from '../../model/versions/upstream-version.js';
import { compareToNamedVersion, type ParsedVersion, type VersionSchemeName } from '../../model/versions/versions.js';
import { comparedTexts, isLaterUpdate, updatedVersion } from './cpe-updates.js';
import type { CpeCriterion, CveCriteria, CveVersion, Requirement } from './cve-criteria.js';
import { affected, type Assessment, notAffected, unknown } from './assessment.js';
import { parseVersionCached } from './version-cache.js';

/** Attributes besides part, vendor, product and version. An attribute that our CPE leaves open matches any criterion. */
const optionalAttributes = cpeAttributes.slice(cpeAttributes.indexOf('edition'));

/**
 * Whether a criterion applies to the product of a CPE (NIST IR 7696): no attribute is disjoint. A CPE that leaves an
 * attribute open (target software, edition) matches, because the catalogue knows products by vendor and product only.
 */
export function matchesProduct(criterion: CpeCriterion, cpe: Cpe): boolean {
  const namesProduct = (['part', 'vendor', 'product'] as const).every((attribute) => {
    // NVD has names that end with a sign which is a wildcard elsewhere.
    if (criterion.cpe[attribute].toLowerCase() === cpe[attribute].toLowerCase()) return true;
    const relation = compareCpeValues(criterion.cpe[attribute], cpe[attribute]);
    return relation === 'equal' || relation === 'superset';
  });
  return (
    namesProduct &&
    optionalAttributes.every((attribute) => compareCpeValues(criterion.cpe[attribute], cpe[attribute]) !== 'disjoint')
  );
}

/** Criteria of a CVE that apply to the product. */
export const matchingCriteria = (cpe: Cpe, { criteria }: CveCriteria): CpeCriterion[] =>
  criteria.filter((one) => one.isVulnerable && matchesProduct(one, cpe));

/**
 * Assesses a version by the criteria of one CVE (`matchingCriteria`, at least one). `version` is plain text; `scheme` is
 * that of the component's ecosystem, `generic` where it has none; `cpe` is the component's own, for its update.
 */
export function assessCriteria(
  version: string,
  criteria: readonly CpeCriterion[],
  scheme: VersionSchemeName,
  cpe: Cpe | null = null,
): Assessment {
  if (version === '') return unknown('The version of the component is not known');
  const texts = plainVersions(version, scheme).flatMap((text) => comparedTexts(text, cpe));
  const compared = { version, texts, update: cpe?.update ?? null, isSilent: criteria.every(isSilent) };
  const assessments = criteria.map((criterion) => assessCriterion(compared, criterion, scheme));
  const affecting = assessments.filter(({ status }) => status === 'affected');
  if (affecting.length === 1) return affecting[0]!;
  if (affecting.length > 0)
    return { ...affecting[0]!, fixedIn: [...new Set(affecting.flatMap(({ fixedIn }) => fixedIn))] };
  // Where the record says nothing of other versions, the one that is not affected is named.
  const first = compared.isSilent ? 'not_affected' : 'unknown';
  return assessments.find(({ status }) => status === first) ?? assessments[0]!;
}

/** The version as CPEs and CVEs write it; several where it may be one or another. */
function plainVersions(version: string, scheme: VersionSchemeName): readonly string[] {
  if (scheme === 'generic') return upstreamVersions(version);
  // Some records order gems as SemVer, where a platform would be a pre-release.
  return [scheme === 'gem' ? withoutPlatform(version) : version];
}

/** A version in each of its spellings. */
interface ComparedVersion {
  /** As the component has it. */
  readonly version: string;
  readonly texts: readonly string[];
  /** That of the component's CPE; `*`: it may have any update of the version. */
  readonly update: string | null;
  /** No criterion names a version that is affected, or says what holds of those that none names. */
  readonly isSilent: boolean;
}

/**
 * Without a default status the other versions are unknown (CVE JSON 5, `defaultStatus`). Nearly all records leave it out
 * beside the versions that are affected, and mean these alone; one that names none of them has not said so.
 */
const isSilent = ({ versions, defaultStatus }: CpeCriterion): boolean =>
  versions.length > 0 &&
  defaultStatus !== 'affected' &&
  defaultStatus !== 'unaffected' &&
  !versions.some(({ status }) => status === 'affected');

function assessCriterion(compared: ComparedVersion, criterion: CpeCriterion, scheme: VersionSchemeName): Assessment {
  if (criterion.isNegated) return unknown('The CVE names what is not affected, and nothing else');
  const assessments = compared.texts.map((text) => assessVersion(text, criterion, { ...compared, scheme }));
  const assessment = assessments.find(({ status }) => status === 'affected') ?? assessments[0]!;
  if (assessment.status !== 'affected' || criterion.requires.length === 0) return assessment;
  return { ...assessment, reason: `${assessment.reason}, ${criterion.requires.map(requirementText).join(' and ')}` };
}

/** "with microsoft:windows or apple:macos": whether that is there is not known. */
function requirementText({ cpes, count, isAbsent }: Requirement): string {
  const names = [
    ...new Set(
      cpes.map((cpe) =>
        cpe
          .split(/(?<!\\):/)
          .slice(3, 5)
          .join(':'),
      ),
    ),
  ];
  const others = count > cpes.length ? [`${count - cpes.length} others`] : [];
  return `${isAbsent ? 'without' : 'with'} ${[...names, ...others].join(' or ')}`;
}

interface ComparisonRules extends Omit<ComparedVersion, 'texts'> {
  readonly scheme: VersionSchemeName;
}

function assessVersion(text: string, criterion: CpeCriterion, rules: ComparisonRules): Assessment {
  const { scheme } = rules;
  if (criterion.versions.length > 0) return assessCveVersions(text, criterion, rules);
  if (criterion.bounds) return assessBounds(text, criterion.bounds, scheme);
  if (criterion.cpe.version === '*') return affected('Every version is affected');
  if (criterion.cpe.version === '-') return unknown('The CVE does not say which versions are affected');
  return assessNamedVersion(text, criterion.cpe, rules);
}

/** A criterion that names no update is met by each of them, and one that names `-` by none (NIST IR 7696: ANY, NA). */
function assessNamedVersion(text: string, { version, update }: Cpe, rules: ComparisonRules): Assessment {
  const { scheme } = rules;
  const namedVersion = [version, update].map(plainCpeValue).filter(Boolean).join('-');
  if (update === '-' && plainCpeValue(rules.update ?? '') !== '')
    return notAffected(`Only version ${namedVersion} without an update is affected`);
  const wildcard = compareCpeValues(version, text.toLowerCase().replace(/[^a-z0-9_.-]/g, '\\$&'));
  const isNamed = wildcard === 'superset' || [text, rules.version].some((one) => isSameText(namedVersion, one));
  if (isNamed || isSameVersion(namedVersion, text, scheme) || isSameUpdate(namedVersion, text, scheme))
    return affected(`Version ${namedVersion} is affected`);
  const own = updatedVersion(text);
  if (update === '*' && own && isSameVersion(namedVersion, own.base, scheme))
    return affected(`Version ${namedVersion} is affected with any update`);
  const [base, named] = [plainCpeValue(version), plainCpeValue(update)];
  if (rules.update === '*' && named !== '' && isLaterUpdate(base, named) && isSameVersion(base, text, scheme))
    return unknown(`Version ${namedVersion} is affected, and the component does not state its update`);
  if (!parseVersionCached(scheme, text)) return unorderableVersion(text, scheme);
  return notAffected(`Only version ${namedVersion} is affected`);
}

const isSameText = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/**
 * The version, where it can be ordered among the others: nobody knows how `r1234` or `release-2.5` is related to 2.0,
 * which only the order of no known ecosystem would say. Null where it cannot.
 */
function versionAmong(text: string, others: readonly string[], scheme: VersionSchemeName): ParsedVersion | null {
  const isAmong = scheme !== 'generic' || others.every((other) => leadingWord(other) === leadingWord(text));
  return isAmong ? parseVersionCached(scheme, text) : null;
}

/** A "v" before a number only marks a version. */
const leadingWord = (text: string): string =>
  /^(?!v(?:er(?:sion)?)?[\s._-]*\d)[a-z]+/i.exec(text)?.[0].toLowerCase() ?? '';

function assessBounds(
  text: string,
  bounds: NonNullable<CpeCriterion['bounds']>,
  scheme: VersionSchemeName,
): Assessment {
  const { startIncluding, startExcluding, endIncluding, endExcluding } = bounds;
  const low = boundOf(scheme, startIncluding, startExcluding);
  const high = boundOf(scheme, endIncluding, endExcluding);
  const version = versionAmong(
    text,
    Object.values(bounds).filter((one) => one !== undefined),
    scheme,
  );
  if (!version || low === undefined || high === undefined) return unorderableVersion(text, scheme);
  const range = describeRange(
    startIncluding ?? startExcluding,
    endIncluding ?? endExcluding,
    endIncluding !== undefined,
  );
  const contains = mayContain({ low, high }, version);
  if (contains === null) return unknown(`The CVE names affected versions ${range}, which starts after its end`);
  if (!contains) return notAffected(`Version ${text} is outside of the affected versions`);
  return affected(`Affected ${range}`, endExcluding === undefined ? [] : [endExcluding]);
}

/** Null: no bound. Undefined: the scheme cannot parse the bound. */
function boundOf(scheme: VersionSchemeName, including?: string, excluding?: string): Bound | null | undefined {
  const text = including ?? excluding;
  if (text === undefined) return null;
  const version = parseVersionCached(scheme, text);
  return version ? { version, inclusive: including !== undefined } : undefined;
}

const schemeByVersionType: Readonly<Record<string, VersionSchemeName>> = {
  semver: 'semver',
  maven: 'maven',
  python: 'pypi',
  rpm: 'rpm',
};

/** CVE JSON 5, "Version status decision": the entries in order, then the default. */
function assessCveVersions(text: string, criterion: CpeCriterion, rules: ComparisonRules): Assessment {
  const defaultStatus = criterion.defaultStatus === 'affected' ? 'affected' : 'unaffected';
  let isUnreadable = false;
  for (const entry of criterion.versions) {
    const contains = statesVersion(text, entry, rules.scheme);
    if (contains === null && entry.status !== defaultStatus) isUnreadable = true;
    if (contains === false && isBareStart(entry)) isUnreadable = true;
    if (!contains) continue;
    if (entry.status === 'unaffected') return notAffected(`Version ${text} is named as not affected`);
    if (entry.status === 'affected') return affectedBy(entry);
    return unknown(`The CVE does not say whether version ${text} is affected`);
  }
  if (isUnreadable) return unknown('The CVE states its versions in a way that cannot be read');
  if (defaultStatus === 'affected') return affected('All versions are affected but those named as not affected');
  if (rules.isSilent) return unknown(`The CVE does not say whether version ${text} is affected`);
  return notAffected(`Version ${text} is not among the versions that the CVE names`);
}

/** "0" without an end is the start of a range whose end the record leaves out: nobody releases a version 0. */
const isBareStart = ({ version, status, lessThan, lessThanOrEqual }: CveVersion): boolean =>
  status === 'affected' && lessThan === undefined && lessThanOrEqual === undefined && /^v?0$/i.test(version);

function affectedBy({ version, isStartExcluded, lessThan, lessThanOrEqual }: CveVersion): Assessment {
  const end = lessThan ?? lessThanOrEqual;
  if (end === undefined) return affected(`Version ${version} is affected`);
  const start = isOpenStart(version) ? undefined : isStartExcluded ? `after ${version}` : version;
  const fixes = lessThan !== undefined && isPlainVersion(lessThan) ? [lessThan] : [];
  return affected(`Affected ${describeRange(start, end, lessThan === undefined)}`, fixes);
}

/** Letters glued to a number (21.2R3, 9.8p1), and builds that are a fix (Grafana 10.4.17+security-01). */
const noSemver = /^v?[\d.]*\d[a-z]|\+sec/i;

/**
 * `entryContains` in the scheme that the entry's type names. Many records call any version "semver": in what that cannot
 * read, or would take for a pre-release or for nothing, the component's own scheme counts.
 */
function statesVersion(text: string, entry: CveVersion, own: VersionSchemeName): boolean | null {
  const type = entry.versionType ?? '';
  if (type === 'git') return null;
  const declared = Object.hasOwn(schemeByVersionType, type) ? schemeByVersionType[type]! : own;
  if (declared !== 'semver' || own === 'semver') return entryContains(text, entry, declared);
  const texts = [text, entry.version, entry.lessThan ?? entry.lessThanOrEqual ?? ''];
  const contains = texts.some((one) => noSemver.test(one)) ? null : entryContains(text, entry, declared);
  return contains ?? entryContains(text, entry, own);
}

/** Null where the entry or the version cannot be parsed, or the range starts after its end. */
function entryContains(text: string, entry: CveVersion, scheme: VersionSchemeName): boolean | null {
  const { version: start, lessThan, lessThanOrEqual } = entry;
  const end = lessThan ?? lessThanOrEqual;
  if (end === undefined) {
    if (isSameText(start, text)) return true;
    const version = parseVersionCached(scheme, text);
    const named = isSingleVersion(start) ? parseVersionCached(scheme, start) : null;
    return version && named && compareToNamedVersion(version, named) === 0;
  }
  const low = isOpenStart(start) ? null : boundOfRange(scheme, start, !entry.isStartExcluded);
  // `1.2.*` is the end of all 1.2 (CVE JSON 5, "Version ranges").
  const lastOfBranch = end.replace(/\.\*$/, `.${'9'.repeat(16)}`);
  const high = end === '*' ? null : boundOfRange(scheme, lastOfBranch, lessThan === undefined);
  if (low === null && high === null) return true;
  const ends = [low, high].flatMap((one) => one?.version.text ?? []);
  const version = versionAmong(text, ends, scheme);
  const contains = version && mayContain({ low: low ?? null, high: high ?? null }, version);
  // A bound that can be read suffices to say that a version is outside.
  return contains === true && (low === undefined || high === undefined) ? null : contains;
}

/** Undefined where the bound cannot be read: some schemes parse any word. */
function boundOfRange(scheme: VersionSchemeName, text: string, inclusive: boolean): Bound | undefined {
  const version = isPlainVersion(text) ? parseVersionCached(scheme, text) : null;
  return version ? { version, inclusive } : undefined;
}

function isSameVersion(named: string, text: string, scheme: VersionSchemeName): boolean {
  if (isSameText(named, text)) return true;
  const [parsed, version] = [parseVersionCached(scheme, named), parseVersionCached(scheme, text)];
  return parsed !== null && version !== null && compareToNamedVersion(version, parsed) === 0;
}

function isSameUpdate(named: string, text: string, scheme: VersionSchemeName): boolean {
  const [expected, own] = [updatedVersion(named), updatedVersion(text)];
  if (!expected || !own || expected.word !== own.word || Number(expected.number) !== Number(own.number)) return false;
  return isSameVersion(expected.base, own.base, scheme);
}

function describeRange(start: string | undefined, end: string | undefined, isInclusive: boolean): string {
  const from = start && start !== '0' ? `from ${start}` : 'from the beginning';
  return end && end !== '*' ? `${from} ${isInclusive ? 'up to' : 'before'} ${end}` : `${from}, no end is known`;
}

function unorderableVersion(text: string, scheme: VersionSchemeName): Assessment {
  return unknown(`Version "${text}" or the bounds of the affected versions cannot be ordered (${scheme})`);
}

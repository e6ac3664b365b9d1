import { compareCpeValues } from '../../model/cpe-matching.js';
import { type Cpe, type CpeAttribute, plainCpeValue } from '../../model/cpe-name.js';
import { type Bound, intervalContains } from '../../model/versions/intervals.js';
import { compareParsedVersions, type VersionSchemeName } from '../../model/versions/versions.js';
import type { CpeCriterion, CveCriteria, CveVersion } from './cve-criteria.js';
import { affected, type Judgement, notAffected, unknown } from './judgement.js';
import { parsedVersion } from './parsed-versions.js';

/** Attributes besides part, vendor, product and version: what our CPE leaves open is taken to be what the rule means. */
const narrowing: readonly CpeAttribute[] = ['edition', 'language', 'swEdition', 'targetSw', 'targetHw', 'other'];

/**
 * Whether a criterion concerns the product of a CPE at all (NIST IR 7696): no attribute disjoint. A CPE that leaves an
 * attribute open where the criterion names it (target software, edition) counts as concerned: catalogued products are
 * known by vendor and product only.
 */
export function concernsProduct(criterion: CpeCriterion, cpe: Cpe): boolean {
  const named = (['part', 'vendor', 'product'] as const).every((attribute) => {
    const relation = compareCpeValues(criterion.cpe[attribute], cpe[attribute]);
    return relation === 'equal' || relation === 'superset';
  });
  return (
    named && narrowing.every((attribute) => compareCpeValues(criterion.cpe[attribute], cpe[attribute]) !== 'disjoint')
  );
}

/** Those of the criteria of a CVE that concern the product. */
export const concernedCriteria = (cpe: Cpe, { criteria }: CveCriteria): CpeCriterion[] =>
  criteria.filter((one) => one.isVulnerable && concernsProduct(one, cpe));

/**
 * What the criteria of one CVE (`concernedCriteria`, at least one) say of a version. `version` is plain text; `scheme` is
 * the order of the component's ecosystem, `generic` where there is none.
 */
export function judgeConcerned(
  version: string,
  concerned: readonly CpeCriterion[],
  scheme: VersionSchemeName,
): Judgement {
  if (version === '') return unknown('The version of the component is not known');
  const judgements = concerned.map((criterion) => judgeCriterion(version, criterion, scheme));
  const found = judgements.filter(({ status }) => status === 'affected');
  if (found.length === 1) return found[0]!;
  if (found.length > 0) return { ...found[0]!, fixedIn: [...new Set(found.flatMap(({ fixedIn }) => fixedIn))] };
  return judgements.find(({ status }) => status === 'unknown') ?? judgements[0]!;
}

function judgeCriterion(text: string, criterion: CpeCriterion, scheme: VersionSchemeName): Judgement {
  if (criterion.versions.length > 0) return judgeCveVersions(text, criterion, scheme);
  if (criterion.bounds) return judgeBounds(text, criterion.bounds, scheme);
  const { version, update } = criterion.cpe;
  if (version === '*') return affected('Every version is affected');
  if (version === '-') return unknown('The CVE does not say which versions are affected');
  const named = [version, update].map(plainCpeValue).filter(Boolean).join('-');
  const wildcard = compareCpeValues(version, text.toLowerCase().replace(/[^a-z0-9_.-]/g, '\\$&'));
  if (wildcard === 'superset' || sameVersion(named, text, scheme)) return affected(`Version ${named} is affected`);
  return notAffected(`Only version ${named} is affected`);
}

function judgeBounds(text: string, bounds: NonNullable<CpeCriterion['bounds']>, scheme: VersionSchemeName): Judgement {
  const { startIncluding, startExcluding, endIncluding, endExcluding } = bounds;
  const low = boundOf(scheme, startIncluding, startExcluding);
  const high = boundOf(scheme, endIncluding, endExcluding);
  const version = parsedVersion(scheme, text);
  if (!version || low === undefined || high === undefined) return unorderable(text, scheme);
  const range = rangeText(startIncluding ?? startExcluding, endIncluding ?? endExcluding, endIncluding !== undefined);
  if (!intervalContains({ low, high }, version))
    return notAffected(`Version ${text} is outside of the affected versions`);
  return affected(`Affected ${range}`, endExcluding === undefined ? [] : [endExcluding]);
}

/** Null where there is no bound, undefined where it cannot be ordered. */
function boundOf(scheme: VersionSchemeName, including?: string, excluding?: string): Bound | null | undefined {
  const text = including ?? excluding;
  if (text === undefined) return null;
  const version = parsedVersion(scheme, text);
  return version ? { version, inclusive: including !== undefined } : undefined;
}

const schemesOfType: Readonly<Record<string, VersionSchemeName>> = {
  semver: 'semver',
  maven: 'maven',
  python: 'pypi',
  rpm: 'rpm',
};

/** CVE JSON 5, "Version status decision": the entries in turn, then the default. */
function judgeCveVersions(text: string, criterion: CpeCriterion, fallback: VersionSchemeName): Judgement {
  let isUnreadable = false;
  for (const entry of criterion.versions) {
    const type = entry.versionType ?? '';
    const scheme = Object.hasOwn(schemesOfType, type) ? schemesOfType[type]! : fallback;
    const holds = type === 'git' ? null : entryHolds(text, entry, scheme);
    if (holds === null) isUnreadable = true;
    if (!holds) continue;
    if (entry.status === 'unaffected') return notAffected(`Version ${text} is named as not affected`);
    if (entry.status === 'affected') {
      const end = entry.lessThan ?? entry.lessThanOrEqual;
      const fix = entry.lessThan !== undefined && entry.lessThan !== '*' ? [entry.lessThan] : [];
      return affected(
        end ? `Affected ${rangeText(entry.version, end, !entry.lessThan)}` : `Version ${entry.version} is affected`,
        fix,
      );
    }
  }
  if (criterion.defaultStatus === 'affected')
    return affected('All versions are affected but those named as not affected');
  if (isUnreadable) return unknown('The CVE states its versions in a way that cannot be read');
  return notAffected(`Version ${text} is not among the versions that the CVE names`);
}

/** Null where the entry cannot be read. */
function entryHolds(text: string, entry: CveVersion, scheme: VersionSchemeName): boolean | null {
  const start = plainCpeValue(entry.version).trim();
  const end = (entry.lessThan ?? entry.lessThanOrEqual)?.trim();
  if (end === undefined) {
    if (/^(?:\*|all(?: versions)?)$/i.test(entry.version.trim())) return true;
    return /\d/.test(start) ? sameVersion(start, text, scheme) : null;
  }
  const version = parsedVersion(scheme, text);
  const low = /^(?:0|-|\*|)$/.test(entry.version.trim()) ? null : boundOf(scheme, start);
  const high = end === '*' ? null : boundOf(scheme, entry.lessThanOrEqual?.trim(), entry.lessThan?.trim());
  if (!version || low === undefined || high === undefined) return null;
  return intervalContains({ low, high }, version);
}

function sameVersion(named: string, text: string, scheme: VersionSchemeName): boolean {
  if (named.toLowerCase() === text.toLowerCase()) return true;
  const [one, other] = [parsedVersion(scheme, named), parsedVersion(scheme, text)];
  return one !== null && other !== null && compareParsedVersions(one, other) === 0;
}

function rangeText(start: string | undefined, end: string | undefined, isInclusive: boolean): string {
  const from = start && start !== '0' ? `from ${start}` : 'from the beginning';
  return end && end !== '*' ? `${from} ${isInclusive ? 'up to' : 'before'} ${end}` : `${from}, no end is known`;
}

function unorderable(text: string, scheme: VersionSchemeName): Judgement {
  return unknown(`Version "${text}" or the bounds of the affected versions cannot be ordered (${scheme})`);
}

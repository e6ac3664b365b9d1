import { invalid } from '../../model/errors.js';
import { parseVers, rangeContains, schemeOfRange } from '../../model/versions/vers.js';
import { compareVersions, parseVersion, schemeForPurlType } from '../../model/versions/versions.js';
import {
  meetsRequirement,
  parseVersionRequirement,
  type VersionRequirement,
} from '../../scores/vulnerabilities/version-requirement.js';

/** Whether a version is wanted; null where it cannot be known: there is none, or it has no order in its scheme. */
export type VersionFilter = (purlType: string, version: string) => boolean | null;

/** Versions of entries that no package type says the scheme of. */
export const anyType = 'generic';

export const everyVersion: VersionFilter = () => true;

/** Versions equal to one, in the order of the package's type. */
export const equalTo =
  (wanted: string): VersionFilter =>
  (purlType, version) => {
    if (version === '') return null;
    return version === wanted || compareVersions(schemeForPurlType(purlType), plain(version), plain(wanted)) === 0;
  };

export const bothOf =
  (one: VersionFilter, other: VersionFilter): VersionFilter =>
  (purlType, version) => {
    const [first, second] = [one(purlType, version), other(purlType, version)];
    if (first === false || second === false) return false;
    return first === null || second === null ? null : true;
  };

/**
 * Reads a VERS range (`vers:maven/>=2.0|<2.15.0`), which names its scheme, or comparators (`>=2.0 <2.15.0 || 2.17.0`),
 * which mean what the type of each found package says. @throws {CallerError} 400
 */
export function parseVersionFilter(text: string, purlType: string): VersionFilter {
  return /^\s*vers:/i.test(text) ? versFilter(text) : comparatorFilter(text, purlType);
}

function versFilter(text: string): VersionFilter {
  const range = parseVers(text, 'repair');
  const scheme = schemeOfRange(range);
  return (_purlType, version) => {
    if (range.constraints === '*') return rangeContains(range, { scheme, text: version, value: null });
    const parsed = parseVersion(scheme, plain(version));
    return parsed && rangeContains(range, parsed);
  };
}

function comparatorFilter(text: string, purlType: string): VersionFilter {
  const alternatives = text.split('||').map((one) => one.trim());
  const requirementsOf = (type: string): VersionRequirement[] | null => {
    const scheme = schemeForPurlType(type);
    const requirements = alternatives.map((one) => parseVersionRequirement(scheme, one));
    return requirements.every((one) => one !== null) ? requirements : null;
  };
  const isReadable = alternatives.every((one) => comparators.test(one)) && requirementsOf(purlType) !== null;
  if (!isReadable)
    throw invalid('The range is neither VERS (vers:npm/>=1.2.0|<2.0.0) nor comparators (>=1.2.0 <2.0.0 || 3.1.0)');
  const byType = new Map<string, VersionRequirement[] | null>();
  return (type, version) => {
    if (!byType.has(type)) byType.set(type, requirementsOf(type));
    const requirements = byType.get(type)!;
    const parsed = requirements && parseVersion(schemeForPurlType(type), plain(version));
    return parsed ? requirements!.some((one) => meetsRequirement(one, parsed)) : null;
  };
}

/** Without the signs of npm and of wildcards, which `parseVersionRequirement` would take for versions. */
const comparators = /^[^\^*|]+$/;

/** Go writes a "v" that neither CPEs nor ranges have. */
const plain = (version: string): string => version.replace(/^[vV](?=\d)/, '');

import { type Bound, intersect, intervalContains, type VersionInterval } from '../../model/versions/intervals.js';
import {
  compareToNamedVersion,
  type ParsedVersion,
  parseVersion,
  type VersionSchemeName,
} from '../../model/versions/versions.js';

/**
 * A version requirement of an advisory database (`~> 3.2.0, >= 3.2.1`, `>=2.0 <2.3`): comparators separated by commas or
 * white space, all of which must hold.
 */
export interface VersionRequirement {
  readonly interval: VersionInterval;
  /** Versions excluded by `!=`. */
  readonly excluded: readonly ParsedVersion[];
}

const allVersions: VersionInterval = { low: null, high: null };

/** Null where the scheme cannot parse a comparator or a version. */
export function parseVersionRequirement(scheme: VersionSchemeName, text: string): VersionRequirement | null {
  const comparators = [...text.matchAll(/\s*(~>|[<>!=]=?)?\s*([^\s,<>=!~]+)\s*,?/gy)];
  if (comparators.length === 0 || comparators.map(([whole]) => whole).join('').length !== text.length) return null;
  let interval = allVersions;
  const excluded: ParsedVersion[] = [];
  for (const [, operator = '=', versionText] of comparators) {
    const version = parseVersion(scheme, versionText!);
    if (!version) return null;
    if (operator === '!=') excluded.push(version);
    else interval = intersect(interval, intervalOf(scheme, operator, version));
  }
  return { interval, excluded };
}

export function meetsRequirement(requirement: VersionRequirement, version: ParsedVersion): boolean {
  return (
    intervalContains(requirement.interval, version) &&
    !requirement.excluded.some((one) => compareToNamedVersion(version, one) === 0)
  );
}

function intervalOf(scheme: VersionSchemeName, operator: string, version: ParsedVersion): VersionInterval {
  const bound: Bound = { version, inclusive: operator !== '<' && operator !== '>' };
  if (operator.startsWith('<')) return { low: null, high: bound };
  if (operator === '~>') return { low: bound, high: pessimisticEnd(scheme, version) };
  if (operator === '>=' && scheme === 'composer')
    return { low: { ...bound, version: ofComposer(version) }, high: null };
  if (operator.startsWith('>')) return { low: bound, high: null };
  return { low: bound, high: bound };
}

/**
 * In Composer ">=2.0" starts with all pre-releases of 2.0 (composer/semver, `parseConstraint`). That "<2.0" ends before
 * them is not followed: they may lack the fix.
 */
const ofComposer = (version: ParsedVersion): ParsedVersion =>
  plainNumbers.test(version.text)
    ? { ...version, value: parseVersion('composer', `${version.text}-dev`)!.value }
    : version;
const plainNumbers = /^v?\d+(?:\.\d+)*$/i;

/** Ruby's `~> 3.2.0` ends before 3.3 and all its pre-releases; `A` sorts before every pre-release label. */
function pessimisticEnd(scheme: VersionSchemeName, version: ParsedVersion): Bound | null {
  const numbers = /^\d+(?:\.\d+)*/.exec(version.text.trim())?.[0].split('.') ?? [];
  if (numbers.length > 1) numbers.pop();
  const last = numbers.pop();
  if (last === undefined) return null;
  const end = parseVersion(scheme, [...numbers, (BigInt(last) + 1n).toString(), 'A'].join('.'));
  return end && { version: end, inclusive: false };
}

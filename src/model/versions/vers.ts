import { CallerError } from '../errors.js';
import { type Bound, intervalContains, type VersionInterval } from './intervals.js';
import {
  compareParsedVersions,
  compareToNamedVersion,
  type ParsedVersion,
  parseVersion,
  schemeForPurlType,
  type VersionSchemeName,
} from './versions.js';

export type Comparator = '=' | '!=' | '<' | '<=' | '>' | '>=';

export interface VersionConstraint {
  readonly comparator: Comparator;
  readonly version: ParsedVersion;
}

/** A version range of VERS (package-url/vers-spec): signposts in the order of versions, or all versions (`*`). */
export interface VersionRange {
  /** As in the text: a purl type, or `semver`, `generic`, `all`, `none` and the like. */
  readonly type: string;
  readonly constraints: readonly VersionConstraint[] | '*';
}

/** The text is not a version range. */
export class VersError extends CallerError {
  constructor(message: string) {
    super(400, message, { reason: 'vers' });
  }
}

export const maxVersLength = 8000;

/**
 * `strict` takes the canonical form only, as the specification says; `repair` also sorts, and drops white space, empty
 * and repeated constraints.
 */
export type VersMode = 'strict' | 'repair';

/** Reads `vers:type/constraint|constraint…`. @throws {VersError} */
export function parseVers(text: string, mode: VersMode = 'strict'): VersionRange {
  if (text.length > maxVersLength)
    throw new VersError(`Invalid version range: it has more than ${maxVersLength} characters`);
  const whole = mode === 'repair' ? text.replace(/\s+/g, '') : text;
  if (/[^!-~]/.test(whole))
    throw new VersError('Invalid version range: it must be printable ASCII without white space');
  const match = (mode === 'repair' ? /^vers:([a-z][a-z0-9.-]*)\/(.*)$/i : /^vers:([a-z][a-z0-9.-]*)\/(.*)$/).exec(
    whole,
  );
  if (!match) throw new VersError('Invalid version range: write vers:type/constraint|constraint');
  const type = match[1]!.toLowerCase();
  const parts = match[2]!.split('|').filter((part) => part !== '' || mode === 'strict');
  if (parts.includes('*') && parts.length === 1) return { type, constraints: '*' };
  if (parts.includes('*')) throw new VersError('Invalid version range: "*" must be the only constraint');
  if (type === 'all' || type === 'none')
    throw new VersError(`Invalid version range: the only range of type ${type} is vers:${type}/*`);
  const scheme = schemeForPurlType(type);
  const constraints = parts.map((part) => parseConstraint(scheme, part, mode));
  if (constraints.length === 0) throw new VersError('Invalid version range: write a constraint, such as >=1.2.3');
  return { type, constraints: mode === 'strict' ? checkedOrder(constraints) : sorted(constraints) };
}

/** The scheme by which a range orders versions. */
export function schemeOfRange(range: VersionRange): VersionSchemeName {
  return schemeForPurlType(range.type);
}

/** Whether the range holds the version, which was parsed by `schemeOfRange`. */
export function rangeContains({ type, constraints }: VersionRange, version: ParsedVersion): boolean {
  if (constraints === '*') return type !== 'none';
  for (const constraint of constraints) {
    if (compareToNamedVersion(version, constraint.version) !== 0) continue;
    if (constraint.comparator === '!=') return false;
    if (constraint.comparator === '=' || constraint.comparator.endsWith('=')) return true;
  }
  if (constraints.every(({ comparator }) => comparator === '!=')) return true;
  return intervalsOf(constraints).some((interval) => intervalContains(interval, version));
}

/** "Using version range specifiers": what remains without `=` and `!=` is a row of intervals. */
function intervalsOf(constraints: readonly VersionConstraint[]): VersionInterval[] {
  const intervals: VersionInterval[] = [];
  let low: Bound | null = null;
  let high: Bound | null = null;
  for (const { comparator, version } of constraints) {
    if (comparator === '=' || comparator === '!=') continue;
    const bound: Bound = { version, inclusive: comparator.endsWith('=') };
    if (comparator.startsWith('<')) {
      high = bound; // of several in a row the last is the widest
    } else {
      if (high) intervals.push({ low, high });
      if (high || !low) low = bound; // of several in a row the first is the widest
      high = null;
    }
  }
  if (low || high) intervals.push({ low, high });
  return intervals;
}

function parseConstraint(scheme: VersionSchemeName, part: string, mode: VersMode): VersionConstraint {
  const [, comparator, encoded] = /^(!=|<=|>=|<|>|=)?(.*)$/.exec(part)!;
  const text = decode(encoded!);
  if (mode === 'strict' && (encode(text) !== encoded || comparator === '='))
    throw new VersError(
      `Write the constraint "${part}" as "${comparator === '=' ? '' : (comparator ?? '')}${encode(text)}"`,
    );
  const version = parseVersion(scheme, text);
  if (!version) throw new VersError(`Invalid version range: "${text}" is not a version of scheme ${scheme}`);
  return { comparator: (comparator ?? '=') as Comparator, version };
}

/** The specification requires unique versions, but its own test cases repeat a constraint. */
function checkedOrder(constraints: VersionConstraint[]): VersionConstraint[] {
  constraints.forEach((constraint, index) => {
    const before = constraints[index - 1];
    const order = before ? compareParsedVersions(before.version, constraint.version) : -1;
    if (order > 0) throw new VersError('Invalid version range: sort the constraints by version');
    if (order === 0 && before!.comparator !== constraint.comparator)
      throw new VersError(`Invalid version range: version ${constraint.version.text} occurs twice`);
  });
  return constraints;
}

function sorted(constraints: VersionConstraint[]): VersionConstraint[] {
  const ordered = constraints.toSorted((a, b) => compareParsedVersions(a.version, b.version));
  return checkedOrder(
    ordered.filter(
      ({ comparator, version }, index) =>
        index === 0 ||
        comparator !== ordered[index - 1]!.comparator ||
        compareParsedVersions(version, ordered[index - 1]!.version) !== 0,
    ),
  );
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new VersError(`Invalid version range: "${text}" is not percent-encoded; write "%" itself as %25`);
  }
}

/** Encodes characters with a meaning in the syntax and those outside printable ASCII. */
function encode(version: string): string {
  return version.replace(/[^!-~]|[<>=!*|%]/gu, (char) =>
    char === '!' || char === '*' ? `%${char.charCodeAt(0).toString(16).toUpperCase()}` : encodeURIComponent(char),
  );
}

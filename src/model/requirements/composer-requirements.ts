import { compareParsedVersions, parseVersion, type ParsedVersion } from '../versions/versions.js';
import { availableVersions, highestOf, type VersionSelector, type VersionTest } from './published-versions.js';

/**
 * getcomposer.org, "Versions and constraints", as composer/semver (`VersionParser::parseConstraints`) reads them. Takes
 * stable versions, and less stable ones where a single constraint names one. Branches and other stabilities ("@dev") are
 * not understood.
 */
export const composerSelector: VersionSelector = (requirement, published) => {
  const alternatives = requirement.split(/\|\|?/).map((part) => testsOf(part.trim()));
  if (alternatives.includes(null)) return null;
  const least = /^[^,\s@]+$/.test(requirement) ? stabilityOf(requirement) : stable;
  const fitting = availableVersions(published)
    .filter((version) => stabilityOf(version) >= least)
    .flatMap((version) => parseVersion('composer', version) ?? [])
    .filter((version) => alternatives.some((tests) => tests!.every((test) => test(version))));
  return highestOf(fitting)?.text ?? null;
};

/** Least stable first; what is none of these is stable, patches (`-p1`) too. */
const stabilities = [
  /dev$/i,
  /(?<![a-z])a(?:lpha)?[.-]?\d*$/i,
  /(?<![a-z])b(?:eta)?[.-]?\d*$/i,
  /(?<![a-z])rc[.-]?\d*$/i,
];
const stable = stabilities.length;

function stabilityOf(version: string): number {
  const found = stabilities.findIndex((pattern) => pattern.test(version.replace(/\+\S*$/, '')));
  return found < 0 ? stable : found;
}

/** All must hold; null where one is not understood. */
function testsOf(text: string): VersionTest[] | null {
  const hyphen = /^v?(\d[\w.-]*) +- +v?(\d[\w.-]*)$/i.exec(text);
  if (hyphen) return both(hyphenTest(hyphen[1]!, hyphen[2]!));
  const parts = text.replace(/([<>=!^~])\s+/g, '$1').split(/[\s,]+/);
  const tests = parts.map((part) => testOf(part.replace(/@stable$/i, '')));
  return tests.includes(null) ? null : (tests as VersionTest[]);
}

const both = (test: VersionTest | null): VersionTest[] | null => test && [test];

interface Named {
  readonly numbers: readonly string[];
  /** As it stands; a bound without a stability begins with the least stable version of its numbers. */
  readonly exact: ParsedVersion;
  readonly first: ParsedVersion;
  readonly hasStability: boolean;
}

function namedVersion(text: string): Named | null {
  const [, numbers = '', stability = ''] = /^(\d+(?:\.\d+){0,3})([._-]?[a-z][\w.-]*)?$/i.exec(text) ?? [];
  const exact = parseVersion('composer', text);
  const first = stability === '' ? parseVersion('composer', `${numbers}-dev`) : exact;
  return exact && first && { numbers: numbers.split('.'), exact, first, hasStability: stability !== '' };
}

const part = /^(\^|~|>=|<=|<>|!=|==|>|<|=)?v?(\d[\w.-]*)$/i;
const anyVersion = /^v?[x*](?:\.[x*])*$/i;
const wildcard = /^v?(\d+(?:\.\d+){0,2})(?:\.[x*])+$/i;

function testOf(text: string): VersionTest | null {
  if (anyVersion.test(text)) return () => true;
  const [, prefix] = wildcard.exec(text) ?? [];
  if (prefix !== undefined) return rangeTest(namedVersion(prefix), prefix.split('.').length);
  const [, operator = '=', written = ''] = part.exec(text) ?? [];
  const named = namedVersion(written);
  if (!named) return null;
  if (operator === '~') return rangeTest(named, Math.max(1, named.numbers.length - 1));
  if (operator === '^') return rangeTest(named, caretPosition(named.numbers));
  return comparison(operator, named);
}

/** The first number that is not zero, or the last one of those that are given, of the first three. */
function caretPosition([major, minor, patch]: readonly string[]): number {
  if (major !== '0' || minor === undefined) return 1;
  return minor !== '0' || patch === undefined ? 2 : 3;
}

function comparison(operator: string, { exact, first }: Named): VersionTest {
  const order = (version: ParsedVersion): number => compareParsedVersions(version, exact);
  const tests: Readonly<Record<string, VersionTest>> = {
    '=': (version) => order(version) === 0,
    '==': (version) => order(version) === 0,
    '!=': (version) => order(version) !== 0,
    '<>': (version) => order(version) !== 0,
    '<': (version) => compareParsedVersions(version, first) < 0,
    '>=': (version) => compareParsedVersions(version, first) >= 0,
    '<=': (version) => order(version) <= 0,
    '>': (version) => order(version) > 0,
  };
  return tests[operator]!;
}

/** At least a version, and before what comes after its first `kept` numbers. */
function rangeTest(low: Named | null, kept: number): VersionTest | null {
  const high = low && after(low.numbers, kept);
  return (
    high && ((version) => compareParsedVersions(version, low.first) >= 0 && compareParsedVersions(version, high) < 0)
  );
}

/** Of the second version all count that begin with its numbers, where it has fewer than three. */
function hyphenTest(from: string, to: string): VersionTest | null {
  const [low, high] = [namedVersion(from), namedVersion(to)];
  if (!low || !high) return null;
  const isWhole = high.hasStability || high.numbers.length > 2;
  const end = isWhole ? null : after(high.numbers, high.numbers.length);
  const isBelow = (version: ParsedVersion): boolean =>
    end ? compareParsedVersions(version, end) < 0 : compareParsedVersions(version, high.exact) <= 0;
  return isWhole || end ? (version) => compareParsedVersions(version, low.first) >= 0 && isBelow(version) : null;
}

/** The least stable version after all that begin with the first `kept` numbers. */
function after(numbers: readonly string[], kept: number): ParsedVersion | null {
  const next = Number(numbers[kept - 1]) + 1;
  if (!Number.isSafeInteger(next)) return null;
  return parseVersion('composer', `${[...numbers.slice(0, kept - 1), next].join('.')}-dev`);
}

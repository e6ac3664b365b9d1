import {
  compareParsedVersions,
  compareToNamedVersion,
  parseVersion,
  type ParsedVersion,
  type VersionSchemeName,
} from '../versions/versions.js';
import {
  availableVersions,
  highestOf,
  type PublishedVersions,
  type VersionSelector,
  type VersionTest as Test,
} from './published-versions.js';

const isPrerelease: Readonly<Record<'pypi' | 'gem', RegExp>> = {
  pypi: /\d[-_.]?(?:a|b|c|rc|alpha|beta|pre|preview|dev)[-_.]?\d*/i,
  gem: /[a-z]/i,
};

/** pip and RubyGems take a pre-release only where one is asked for; pip not by excluding one, but where nothing else fits. */
function highest(
  scheme: 'pypi' | 'gem',
  published: PublishedVersions,
  { tests, requirement }: { tests: readonly Test[]; requirement: string },
): string | null {
  const fitting = availableVersions(published)
    .flatMap((version) => parseVersion(scheme, version) ?? [])
    .filter((version) => tests.every((test) => test(version)));
  const released = fitting.filter(({ text }) => !isPrerelease[scheme].test(text.replace(/^v/i, '')));
  const asked = scheme === 'pypi' ? requirement.replace(/!=[^,]*/g, '') : requirement;
  const takesAny = isPrerelease[scheme].test(asked) || (scheme === 'pypi' && released.length === 0);
  return highestOf(takesAny ? fitting : released)?.text ?? null;
}

function testsOf(requirement: string, testOf: (operator: string, version: string) => Test | null): Test[] | null {
  const parts = requirement.split(',').map((part) => /^([~^<>=!]{0,3})\s*([\w.*+!-]+)$/.exec(part.trim()));
  const tests = parts.map((part) => part && testOf(part[1]!, part[2]!));
  return tests.every((test) => test !== null) ? tests : null;
}

function comparison(operator: string, bound: ParsedVersion): Test | null {
  const order = (version: ParsedVersion): number => compareToNamedVersion(version, bound);
  const tests: Readonly<Record<string, Test>> = {
    '=': (version) => order(version) === 0,
    '==': (version) => order(version) === 0,
    '!=': (version) => order(version) !== 0,
    '<': (version) => order(version) < 0,
    '<=': (version) => order(version) <= 0,
    '>': (version) => order(version) > 0,
    '>=': (version) => order(version) >= 0,
  };
  return Object.hasOwn(tests, operator) ? tests[operator]! : null;
}

/** At least `low`, and less than what comes after its first `kept` numbers; not its pre-releases either. */
function between(scheme: VersionSchemeName, low: string, kept: number): Test | null {
  const numbers = low.split('.');
  const last = Number(numbers[kept - 1]);
  const from = parseVersion(scheme, low);
  const to = parseVersion(scheme, [...numbers.slice(0, kept - 1), last + 1].join('.'));
  if (!from || !to || !Number.isSafeInteger(last)) return null;
  return (version) =>
    compareParsedVersions(version, from) >= 0 &&
    compareParsedVersions(parseVersion(scheme, releaseOf(version.text)) ?? version, to) < 0;
}

/** The numbers at the start. */
const releaseOf = (text: string): string => /^v?(\d+(?:\.\d+)*)/i.exec(text)?.[1] ?? text;

/** guides.rubygems.org, "Patterns": `~> 1.2.3` allows the last number to grow. */
export const gemSelector: VersionSelector = (requirement, published) => {
  const tests = testsOf(requirement === '' ? '>= 0' : requirement.replaceAll('~>', '~'), (operator, text) => {
    const bound = parseVersion('gem', text);
    if (!bound) return null;
    if (operator !== '~') return comparison(operator === '' ? '=' : operator, bound);
    const count = releaseOf(text).split('.').length;
    return between('gem', text, Math.max(1, count - 1));
  });
  return tests && highest('gem', published, { tests, requirement });
};

/** packaging.python.org, "Version specifiers"; `^` and `~` as Poetry reads them. */
export const pypiSelector: VersionSelector = (requirement, published) => {
  const isAny = requirement === '' || requirement === '*';
  const tests = isAny ? [] : testsOf(requirement, pypiTest);
  return tests && highest('pypi', published, { tests, requirement });
};

function pypiTest(operator: string, text: string): Test | null {
  if (text.endsWith('.*')) return prefixTest(operator, text.slice(0, -2));
  const bound = parseVersion('pypi', text);
  if (!bound || text.includes('*')) return null;
  const numbers = releaseOf(text).split('.');
  if (operator === '~=') return numbers.length < 2 ? null : between('pypi', text, numbers.length - 1);
  if (operator === '~') return between('pypi', text, Math.min(2, numbers.length));
  if (operator === '^') return between('pypi', text, Math.max(1, numbers.findIndex((part) => Number(part) > 0) + 1 || numbers.length)); // prettier-ignore
  if (operator === '===') return (version) => version.text === text;
  const test = comparison(operator === '' ? '==' : operator, bound);
  const isOfBound = (version: ParsedVersion): boolean => equalReleases(version.text, text);
  // Of the release that is the bound neither a pre-release lies below it nor a correction above, unless it is one.
  const of = operator === '<' ? isPrerelease.pypi : operator === '>' ? isCorrection : null;
  if (test === null || of === null || of.test(text)) return test;
  return (version) => test(version) && !(isOfBound(version) && of.test(version.text));
}

/** Post-releases, in all spellings (PEP 440). */
const isCorrection = /post|rev|\dr\d|[._-]r\d|-\d/i;

const equalReleases = (one: string, other: string): boolean =>
  releaseOf(one).replace(/(?:\.0+)+$/, '') === releaseOf(other).replace(/(?:\.0+)+$/, '');

function prefixTest(operator: string, prefix: string): Test | null {
  if (!/^\d+(?:\.\d+)*$/.test(prefix)) return null;
  const count = prefix.split('.').length;
  const starts = ({ text }: ParsedVersion): boolean => {
    const numbers = releaseOf(text).split('.');
    while (numbers.length < count) numbers.push('0');
    return numbers.slice(0, count).join('.') === prefix;
  };
  if (operator === '==' || operator === '') return starts;
  return operator === '!=' ? (version) => !starts(version) : null;
}

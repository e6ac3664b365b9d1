import fc from 'fast-check';
import semver from 'semver';
import { selectVersion } from '../../../src/model/requirements/select-version.js';
import type { PublishedVersions } from '../../../src/model/requirements/published-versions.js';
import { cpuClock } from '../../support/cpu-time.js';

const published = (versions: readonly string[], withdrawn: readonly string[] = []): PublishedVersions => ({
  versions: versions.map((version) => ({ version, isWithdrawn: withdrawn.includes(version) })),
});

const lodash = ['3.10.1', '4.0.0', '4.17.0', '4.17.21', '4.18.0-rc.1', '5.0.0'];

it.each([
  ['npm', '^4.17.0', lodash, '4.17.21'],
  ['npm', '~4.17 || ^3', lodash, '4.17.21'],
  ['npm', '>=3 <4', lodash, '3.10.1'],
  ['npm', '3 - 4', lodash, '4.17.21'],
  ['npm', '*', lodash, '5.0.0'],
  ['npm', '^6', lodash, null],
  ['npm', 'next', lodash, null],
  ['npm', 'github:acme/lodash', lodash, null],
  ['cargo', '1.2', ['1.1.9', '1.2.0', '1.9.3', '2.0.0'], '1.9.3'],
  ['cargo', '0.2.1', ['0.2.0', '0.2.7', '0.3.0'], '0.2.7'],
  ['cargo', '>=1.2, <1.5', ['1.2.0', '1.4.9', '1.5.0'], '1.4.9'],
  ['cargo', '=1.2.0', ['1.2.0', '1.2.1'], '1.2.0'],
  ['cargo', '1.*', ['1.2.0', '1.2.1', '2.0.0'], '1.2.1'],
  ['cargo', '1 || 2', ['1.0.0'], null],
  ['composer', '^1.2', ['v1.1.0', 'v1.9.1', 'v2.0.0'], 'v1.9.1'],
  ['composer', '~1.2', ['1.2.0', '1.9.0', '2.0.0'], '1.9.0'],
  ['composer', '~1.2.3', ['1.2.3', '1.2.9', '1.3.0'], '1.2.9'],
  ['composer', '~1', ['1.0.0', '1.5.0', '2.0.0'], '1.5.0'],
  ['composer', '1.2', ['1.2.0', '1.2.1'], '1.2.0'],
  ['composer', '>1.2', ['1.2.0', '1.2.1'], '1.2.1'],
  ['composer', '1.0.* || ^3.0@stable', ['1.0.7', '2.0.0'], '1.0.7'],
  ['composer', '>=1.0,<1.5', ['1.4', '1.5'], '1.4'],
  ['composer', '>=2.4.6', ['2.4.6', '2.4.6-p3', '2.4.7', '2.4.7-p1'], '2.4.7-p1'],
  ['composer', '*', ['3.1.0.2', '3.1.0.10', '1.0.0'], '3.1.0.10'],
  ['composer', '^1.2.3.4', ['1.2.3.4', '1.2.3.5', '2.0.0.0'], '1.2.3.5'],
  ['composer', '~1.2.3.4', ['1.2.3.5', '1.2.4.0'], '1.2.3.5'],
  ['composer', '0.x', ['0', '0.9', '1.0'], '0.9'],
  ['composer', '^0.3', ['0.3.9', '0.4.0'], '0.3.9'],
  ['composer', '^0.0.3', ['0.0.3', '0.0.4'], '0.0.3'],
  ['composer', '^0.0', ['0.0.9', '0.1.0'], '0.0.9'],
  ['composer', '1.0 - 2.0', ['2.0.9', '2.1.0'], '2.0.9'],
  ['composer', '1.0 - 2', ['2.9', '3.0'], '2.9'],
  ['composer', '1.0 - 2.0.0', ['2.0.0', '2.0.1'], '2.0.0'],
  ['composer', '>=1.0 <2.0 !=1.5', ['1.4', '1.5', '2.0'], '1.4'],
  ['composer', '<>1.5', ['1.4', '1.5'], '1.4'],
  ['composer', '>1.0', ['1.0.0', '1.0.0-p1'], '1.0.0-p1'],
  ['composer', '<2.0', ['1.9', '2.0.0-RC1', '2.0.0-alpha'], '1.9'],
  ['composer', '^1.0', ['1.0.0', '1.1.0-beta2', '1.1.0-RC1'], '1.0.0'],
  ['composer', '^1.1-beta', ['1.0.0', '1.1.0-alpha1', '1.1.0-beta2'], '1.1.0-beta2'],
  ['composer', '^1.1-beta', ['1.1.0-beta2', '1.2.0-alpha1'], '1.1.0-beta2'],
  ['composer', '^1.1-RC1', ['1.1.0-RC2', '1.2.0-beta1', '1.2b3'], '1.1.0-RC2'],
  ['composer', '^0', ['0.9', '1.0'], '0.9'],
  ['composer', '1.0 - 2.0-beta', ['1.9', '2.0.0'], '1.9'],
  ['composer', '<2.0||^3.0-beta', ['1.9', '2.0.0-RC1'], '1.9'],
  ['composer', '>=2.0||^3.0-beta', ['2.0.0-RC1'], '2.0.0-RC1'],
  ['composer', '^2.0||^4.0-beta', ['2.9', '3.0.0-RC1'], '2.9'],
  ['composer', '>=1.0, ^1.1-beta', ['1.1.0-beta2'], null],
  ['composer', '~> 1.2', ['1.2.0'], null],
  ['composer', '1.0.* - 2', ['1.0.0'], null],
  ['composer', 'dev-main', ['1.0.0'], null],
  ['composer', '^1.0@dev', ['1.0.0'], null],
  ['composer', '^1.2.3.4', ['1.2.3'], null],
  ['pypi', '!=1.1rc2', ['1.0', '1.2rc1'], '1.0'],
  ['pypi', '<2.0rc1', ['1.0', '2.0b1'], '2.0b1'],
  ['pypi', '<=2.0rc1', ['1.0', '2.0b1'], '2.0b1'],
  ['pypi', '>1.0a1', ['1.0'], '1.0'],
  ['pypi', '>1.0', ['1.0.post1', '1.0-2', '1.0r3', '1.0.rev4', '1.0+cu118'], null],
  ['pypi', '>1.0.post1', ['1.0.post1', '1.0.post2'], '1.0.post2'],
  ['pypi', '<1.0.post1', ['1.0', '1.0.post1'], '1.0'],
  ['pypi', '>=2.0,<3', ['1.9', '2.0', '2.31.0', '3.0', '3.0rc1'], '2.31.0'],
  ['pypi', '~=1.4.2', ['1.4.1', '1.4.2', '1.4.9', '1.5'], '1.4.9'],
  ['pypi', '~=1.4', ['1.4', '1.9', '2.0', '2.0a1'], '1.9'],
  ['pypi', '==1.4.*', ['1.4', '1.4.3', '1.40'], '1.4.3'],
  ['pypi', '!=1.4.*,<2', ['1.3', '1.4.3', '2.0'], '1.3'],
  ['pypi', '<2', ['1.9', '2.0rc1'], '1.9'],
  ['pypi', '<2', ['2.0rc1'], null],
  ['pypi', '>1.7', ['1.7', '1.7.post1'], null],
  ['pypi', '>=1', ['1.0rc1'], null],
  ['pypi', '>=0.9', ['1.0rc1'], '1.0rc1'],
  ['pypi', '>=1.0rc1', ['1.0rc1', '1.0rc2'], '1.0rc2'],
  ['pypi', '', ['1.0', '1.2', '2.0b1'], '1.2'],
  ['pypi', '^1.2', ['1.1', '1.2', '1.9', '2.0'], '1.9'],
  ['pypi', '^0.2.3', ['0.2.2', '0.2.9', '0.3.0'], '0.2.9'],
  ['pypi', '~1.2', ['1.2', '1.2.9', '1.3'], '1.2.9'],
  ['pypi', '^1.2 || ^2', ['1.2'], null],
  ['pypi', '==1.0', ['0.9', '1.0+local'], '1.0+local'],
  ['pypi', '<=1.0', ['0.9', '1.0+local'], '1.0+local'],
  ['pypi', '!=1.0', ['0.9', '1.0+local'], '0.9'],
  ['pypi', '>1.0', ['0.9', '1.0+local'], null],
  ['pypi', '==1.0+local', ['1.0', '1.0+other'], null],
  ['pypi', '===1.0', ['1.0+local'], null],
  ['pypi', '===1.0+local', ['1.0', '1.0+local'], '1.0+local'],
  ['gem', '~> 1.2', ['1.1', '1.2', '1.9.9', '2.0', '2.0.pre1'], '1.9.9'],
  ['gem', '~> 1.2.3', ['1.2.3', '1.2.9', '1.3.0'], '1.2.9'],
  ['gem', '~> 1', ['1.0', '1.5', '2.0'], '1.5'],
  ['gem', '>= 1.0, < 3, != 2.5', ['1.0', '2.4', '2.5', '3.0'], '2.4'],
  ['gem', '', ['1.0', '1.2.rc1'], '1.0'],
  ['gem', '~> 7.1.0.rc1', ['7.1.0.rc1', '7.1.0', '7.1.5', '7.2.0'], '7.1.5'],
  ['nuget', '[1.0,2.0)', ['0.9', '1.1', '1.5', '2.0'], '1.1'],
  ['nuget', '(1.0,]', ['1.0', '1.1'], '1.1'],
  ['nuget', '1.*', ['1.1', '1.5', '1.6-beta', '2.0'], '1.5'],
  ['nuget', '*', ['1.1', '2.0'], '2.0'],
  ['maven', '[1.0,2.0)', ['0.9', '1.1', '1.5', '2.0'], '1.5'],
  ['maven', '[1.0],[3.0,)', ['1.0', '2.0', '3.1'], '3.1'],
  ['maven', '1.+', ['1.1', '1.12', '2.0'], '1.12'],
  ['maven', '[,]', ['1.0'], null],
  ['maven', 'latest.release', ['1.0'], null],
  ['deb', '>= 1', ['1.0'], null],
])('%s: %j of %j is %j', (type, requirement, versions, expected) => {
  expect(selectVersion(type, requirement, published(versions))).toBe(expected);
  expect(selectVersion(type, requirement, published([...versions].reverse()))).toBe(expected);
});

describe('npm', () => {
  it('takes what `latest` names where it fits, and a deprecated version only where nothing else fits', () => {
    const versions = published(['1.0.0', '1.1.0', '1.2.0'], ['1.2.0']);
    expect(selectVersion('npm', '^1', { ...versions, latest: '1.0.0' })).toBe('1.0.0');
    expect(selectVersion('npm', '^1.1', { ...versions, latest: '1.0.0' })).toBe('1.1.0');
    expect(selectVersion('npm', '^1.2', { ...versions, latest: '1.0.0' })).toBe('1.2.0');
    expect(selectVersion('npm', 'latest', { ...versions, latest: '1.1.0' })).toBe('1.1.0');
  });
});

it.each(['cargo', 'pypi', 'composer', 'gem', 'nuget', 'maven'])('%s takes nothing that was withdrawn', (type) => {
  const requirement = type === 'nuget' || type === 'maven' ? '[1.0.0,2.0.0)' : '>=1.0.0';
  expect(selectVersion(type, requirement, published(['1.0.0', '1.1.0'], ['1.1.0']))).toBe('1.0.0');
  expect(selectVersion(type, requirement, published(['1.1.0'], ['1.1.0']))).toBeNull();
});

const numbers = fc.tuple(fc.nat(3), fc.nat(3), fc.nat(3)).map((parts) => parts.join('.'));

it('a caret of Cargo and Composer means what it means to npm', () => {
  fc.assert(
    fc.property(fc.array(numbers, { minLength: 1, maxLength: 20 }), numbers, (versions, low) => {
      const expected = semver.maxSatisfying(versions, `^${low}`);
      expect(selectVersion('cargo', low, published(versions))).toBe(expected);
      expect(selectVersion('composer', `^${low}`, published(versions))).toBe(expected);
      expect(selectVersion('npm', `^${low}`, published(versions))).toBe(expected);
    }),
  );
});

it('any text is answered in a bounded time, with a version that is published or null', () => {
  const types = fc.constantFrom('npm', 'cargo', 'composer', 'pypi', 'gem', 'nuget', 'maven');
  const text = fc.oneof(
    fc.string({ maxLength: 300 }),
    fc.array(fc.constantFrom('>', '<', '=', '~', '^', '1', '.', '*', ' ', ',', '[', ')', '|', '-', 'a', '999999999999999999')).map((parts) => parts.join('')), // prettier-ignore
  );
  const versions = fc.array(fc.oneof(numbers, fc.string({ maxLength: 20 })), { maxLength: 10 });
  fc.assert(
    fc.property(types, text, versions, (type, requirement, listed) => {
      const spent = cpuClock();
      const found = selectVersion(type, requirement, published(listed));
      expect(found === null || listed.includes(found)).toBe(true);
      expect(spent()).toBeLessThan(500);
    }),
    { numRuns: 2_000 },
  );
});

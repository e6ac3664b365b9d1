import fc from 'fast-check';
import { intervalContains } from '../../../src/model/versions/intervals.js';
import { affectedIntervals, type OsvEvent } from '../../../src/model/versions/osv-range.js';
import {
  maxVersLength,
  parseVers,
  rangeContains,
  schemeOfRange,
  VersError,
  type VersionRange,
} from '../../../src/model/versions/vers.js';
import { parseVersion, type VersionSchemeName } from '../../../src/model/versions/versions.js';

function contains(range: string, version: string): boolean {
  const parsed = parseVers(range);
  return rangeContains(parsed, parseVersion(schemeOfRange(parsed), version)!);
}

const textOf = ({ type, constraints }: VersionRange): string =>
  `vers:${type}/${[...constraints].map((one) => (typeof one === 'string' ? one : one.comparator.replace(/^=$/, '') + one.version.text)).join('|')}`;

describe('vers', () => {
  it.each([
    'vers:npm/1.2.3|>=2.0.0|<5.0.0',
    'vers:gem/>=2.2.0|!=2.2.1|<2.3.0',
    'vers:maven/>=1.0.0-beta1|<=1.7.5|>=7.0.0-M1|<=7.0.7|>=7.1.0|<=7.1.2|>=8.0.0-M1|<=8.0.1',
    'vers:pypi/0.0.0|0.0.1|0.0.2|0.0.3|1.0|2.0pre1',
    'vers:deb/*',
    'vers:all/*',
    'vers:none/*',
    'vers:deb/>=1:2.0%21x',
    'vers:datetime/2024-01-01T00:00:00Z',
  ])('%s is canonical', (text) => {
    expect(parseVers(text)).toEqual(parseVers(text, 'repair'));
  });

  it.each([
    ['vers:npm/>=1.0.0| <2.0.0', 'white space', 'vers:npm/>=1.0.0|<2.0.0'],
    ['VERS:NPM/1.0.0', 'vers:type', 'vers:npm/1.0.0'],
    ['vers:npm/|1.0.0||2.0.0|', 'is not a version', 'vers:npm/1.0.0|2.0.0'],
    ['vers:npm/>=2.0.0|<1.0.0', 'sort the constraints', 'vers:npm/<1.0.0|>=2.0.0'],
    ['vers:npm/=1.0.0', 'Write the constraint', 'vers:npm/1.0.0'],
    ['vers:deb/1%3a2', 'Write the constraint', 'vers:deb/1:2'],
    ['vers:npm/2.0.0|1.0.0|2.0.0', 'sort the constraints', 'vers:npm/1.0.0|2.0.0'],
  ])('%s is refused, and repaired', (text, message, canonical) => {
    expect(() => parseVers(text)).toThrow(message);
    expect(parseVers(text, 'repair')).toEqual(parseVers(canonical));
  });

  it.each([
    ['', 'vers:type'],
    ['npm/1.0.0', 'vers:type'],
    ['vers:npm', 'vers:type'],
    ['vers:npm/', 'vers:npm'],
    ['vers:npm/*|1.0.0', 'must be the only constraint'],
    ['vers:all/1.0.0', 'vers:all/*'],
    ['vers:npm/latest', 'is not a version'],
    ['vers:npm/1.0%2G', 'percent-encoded'],
    ['vers:npm/>=1.0.0|<1.0.0', 'twice'],
    ['vers:datetime/2024-01-01t00:00:00z', 'is not a version'],
    [`vers:npm/${'1.0.0|'.repeat(maxVersLength / 6)}9.9.9`, 'more than'],
  ])('%p is no range', (text, message) => {
    if (message !== 'vers:npm') expect(() => parseVers(text)).toThrow(message);
    expect(() => parseVers(text)).toThrow(VersError);
    expect(() => parseVers(text, 'repair')).toThrow(VersError);
  });

  it.each<[string, string, string]>([
    ['vers:npm/1.2.3|>=2.0.0|<5.0.0', '1.2.3 2.0.0 4.9.9', '1.2.4 5.0.0 0.1.0 2.0.0-rc.1'],
    ['vers:gem/>=2.2.0|!=2.2.1|<2.3.0', '2.2.0 2.2.2', '2.2.1 2.3 2.1'],
    ['vers:pypi/<=1.0.0|>=2.0.0', '0.1 1.0 2.0 3', '1.5 2.0rc1'],
    ['vers:pypi/<=1.3.0|3.0.0', '1.0.0 1.3 3.0', '2.0 3.1'],
    ['vers:pypi/!=1.0', '0.9 1.1', '1.0 1.0.0 1.0+cpu'],
    ['vers:pypi/1.0|<=2.0', '1.0+cpu 2.0+cu118', '2.0.1+cpu'],
    ['vers:pypi/>1.0|<2.0', '1.0.1+cpu', '1.0+cpu 2.0+cpu'],
    ['vers:pypi/>=1.0+cpu|<=2.0+cpu', '1.0+cpu 1.0+cu118 2.0+cpu', '1.0 2.0+cu118'],
    ['vers:pypi/>0.0.0|>=0.0.1|0.0.2|<0.0.3|0.0.4|<0.0.5|>=0.0.6', '0.0.1 0.0.2 0.0.4 7', '0.0.0 0.0.5'],
    ['vers:deb/*', '1.0', ''],
    ['vers:none/*', '', '1.0'],
    [
      'vers:datetime/>=2024-01-01T00:00:00Z',
      '2024-01-01T01:00:00+01:00 2024-01-01T00:00:00.1Z',
      '2023-12-31T23:59:59.9Z',
    ],
    ['vers:lexicographic/>=a', 'aa z', 'A'],
  ])('%s', (range, inside, outside) => {
    for (const version of inside.split(' ').filter(Boolean))
      expect([version, contains(range, version)]).toEqual([version, true]);
    for (const version of outside.split(' ').filter(Boolean))
      expect([version, contains(range, version)]).toEqual([version, false]);
  });

  it('repaired ranges are canonical, and hold their own points', () => {
    const constraint = fc
      .tuple(fc.constantFrom('', '!=', '<', '<=', '>', '>='), fc.nat(9), fc.nat(9))
      .map(([comparator, major, minor]) => `${comparator}${major}.${minor}.0`);
    fc.assert(
      fc.property(
        fc.uniqueArray(constraint, { minLength: 1, maxLength: 6, selector: (c) => c.replace(/^\D+/, '') }),
        (parts) => {
          const range = parseVers(`vers:npm/${parts.join('|')}`, 'repair');
          expect(parseVers(textOf(range))).toEqual(range);
          for (const part of parts.filter((p) => /^\d|^[<>]=/.test(p)))
            expect(rangeContains(range, parseVersion('npm', part.replace(/^\D+/, ''))!)).toBe(true);
        },
      ),
    );
  });
});

// PEP 440, "Version matching" and "Exclusive ordered comparison"
it('an interval of public versions holds a local version where it holds the public one', () => {
  const number = fc.tuple(fc.nat(1), fc.nat(1), fc.constantFrom('', 'rc1', '.post1'));
  const version = number.map(([major, minor, suffix]) => parseVersion('pypi', `${major}.${minor}${suffix}`)!);
  const bound = fc.option(fc.record({ version, inclusive: fc.boolean() }));
  fc.assert(
    fc.property(fc.record({ low: bound, high: bound }), version, (interval, own) => {
      const local = parseVersion('pypi', `${own.text}+cu118`)!;
      expect(intervalContains(interval, local)).toBe(intervalContains(interval, own));
    }),
    { numRuns: 1_000 },
  );
});

describe('ranges of OSV records', () => {
  const affected = (scheme: VersionSchemeName, events: OsvEvent[], version: string) =>
    affectedIntervals(scheme, events)!.filter((interval) => intervalContains(interval, parseVersion(scheme, version)!));

  it.each<[string, OsvEvent[], string, string]>([
    ['all', [{ introduced: '0' }], '0.0.0-alpha 9.9.9', ''],
    ['until fixed', [{ introduced: '0' }, { fixed: '1.0.2' }], '0.1.0 1.0.2-rc.1', '1.0.2 2.0.0'],
    ['until last affected', [{ introduced: '1.0.0' }, { last_affected: '1.5.0' }], '1.0.0 1.5.0', '0.9.0 1.5.1'],
    [
      'branches in any order',
      [{ fixed: '3.1.0' }, { introduced: '3.0.0' }, { introduced: '0' }, { fixed: '2.0.0' }],
      '1.0.0 3.0.0 3.0.9',
      '2.0.0 2.9.9 3.1.0',
    ],
    ['one version', [{ introduced: '5.15.12' }, { last_affected: '5.15.12' }], '5.15.12', '5.15.11 5.15.13'],
    [
      'fixed and broken again',
      [{ introduced: '1.0.0' }, { fixed: '2.0.0' }, { introduced: '2.0.0' }],
      '1.0.0 2.0.0',
      '0.9.0',
    ],
    [
      'overlapping pairs',
      [{ introduced: '3.2.0' }, { fixed: '3.2.2' }, { introduced: '1.0.0' }, { fixed: '3.2.0' }],
      '1.0.0 3.2.0 3.2.1',
      '0.9.0 3.2.2',
    ],
    [
      'events that are no pairs',
      [{ introduced: '1.0.0' }, { introduced: '2.0.0' }, { fixed: '1.5.0' }, { fixed: '2.5.0' }],
      '1.0.0 1.4.9 2.0.0 2.4.9',
      '1.5.0 1.9.9 2.5.0',
    ],
    ['never released', [{ introduced: '2.0.0' }, { fixed: '2.0.0' }], '', '1.9.9 2.0.0 2.0.1'],
    ['below a limit', [{ introduced: '0' }, { limit: '2.0.0' }], '1.9.9', '2.0.0'],
    ['no limit', [{ introduced: '0' }, { limit: '*' }], '1.9.9', ''],
  ])('%s', (_what, events, inside, outside) => {
    for (const version of inside.split(' ').filter(Boolean))
      expect([version, affected('semver', events, version).length]).toEqual([version, 1]);
    for (const version of outside.split(' ').filter(Boolean)) expect(affected('semver', events, version)).toEqual([]);
  });

  it('names the version that fixes an interval', () => {
    const events = [{ introduced: '0' }, { fixed: '2.0.0' }, { introduced: '3.0.0' }, { last_affected: '3.1.0' }];
    expect(affected('semver', events, '1.0.0')[0]!.fixed).toBe('2.0.0');
    expect(affected('semver', events, '3.0.0')[0]!.fixed).toBeNull();
  });

  it('judges nothing by events that it cannot read', () => {
    expect(affectedIntervals('semver', [{ introduced: 'abc' }])).toBeNull();
    expect(affectedIntervals('semver', [{ introduced: '0' }, { fixed: 'abc' }])).toBeNull();
    expect(affectedIntervals('semver', [{ introduced: '0' }, { limit: 'abc' }])).toBeNull();
  });
});

import { KnownVersions, versionNumbers } from '../../../src/resolution/matching/compare/known-versions.js';
import { nearestVersion } from '../../../src/resolution/matching/compare/nearest-version.js';
import { compareVersion, componentVersion } from '../../../src/resolution/matching/compare/version-agreement.js';
import {
  looksLikeVersion,
  upstreamVersion,
  versionSpecificity,
} from '../../../src/resolution/matching/query/version-text.js';

describe('versions', () => {
  it.each(['1.2.3', 'v2', '1:2.3-4ubuntu1', '2.13.8.Final', '0.0.0-20200701200531-7f61353ee73e', '1.0.2k'])(
    '%s looks like a version',
    (text) => expect(looksLikeVersion(text)).toBe(true),
  );
  it.each(['7zip', 'beta', 'log4j', '3proxy', ''])('%s does not', (text) => expect(looksLikeVersion(text)).toBe(false));

  it('distinguishes common, ordinary and rare versions', () => {
    expect(['1.0.0', '2', '1.0', '4.17.21', '5.3.0.1', '2.13.8.Final', '2020.12.5'].map(versionSpecificity)).toEqual([
      0, 0, 0, 1, 2, 2, 2,
    ]);
  });

  it.each([
    ['2.31-0ubuntu9.9', '2.31'],
    ['1:1.2.11.dfsg-2', '1.2.11.dfsg'],
    ['2.13.8.Final', '2.13.8'],
    ['0.1.3-r3', '0.1.3'],
  ])('finds the upstream version of %s', (version, upstream) => expect(upstreamVersion(version)).toBe(upstream));

  it.each([
    ['6.1.7', { unknown: 1, majorKnown: 1, near: 1, beyond: 0 }],
    ['v3.5', { unknown: 1, majorKnown: 0, near: 1, beyond: 0 }],
    ['8.0', { unknown: 1, majorKnown: 0, near: 1, beyond: 0 }],
    ['84.8.R7', { unknown: 1, majorKnown: 0, near: 0, beyond: 1 }],
    ['0.1', { unknown: 1, majorKnown: 0, near: 0, beyond: 0 }],
    ['7.0.4.3', { unknown: 0, majorKnown: 1, near: 0, beyond: 0 }],
  ])('compares %s with the known versions', (version, expected) => {
    const known = new KnownVersions('2.3.18\n6.0.0\n7.0.4.3', null);
    expect(compareVersion(componentVersion(version), known)).toMatchObject(expected);
  });

  it('compares nothing without known versions or numbers', () => {
    expect(compareVersion(componentVersion('1.2.3'), new KnownVersions('', null))).toMatchObject({
      unknown: 0,
      near: 0,
    });
    expect(compareVersion(componentVersion('1.2.3'), new KnownVersions('edge', null))).toMatchObject({
      unknown: 1,
      near: 0,
    });
  });

  it('offers the nearest known version of the same major number, and none where the version is known', () => {
    const known = ['1.12.4', '2.2.4', '3.4.1', '3.5.0', '3.5.1'];
    expect(nearestVersion('3.5.2', known)).toBe('3.5.1');
    expect(nearestVersion('3.4.9', known)).toBe('3.4.1');
    expect(nearestVersion('3.5.1', known)).toBeNull();
    expect(nearestVersion('9.9.9', known)).toBeNull();
    expect(nearestVersion('', known)).toBeNull();
  });
});

describe('numbers of a version', () => {
  it('start after "v" and an epoch, are at most four, and none where the version starts with something else', () => {
    expect(versionNumbers('v1.2.3')).toEqual([1, 2, 3]);
    expect(versionNumbers('1:2.0-4ubuntu9')).toEqual([2, 0, 4, 9]);
    expect(versionNumbers('2:rc')).toEqual([2]);
    expect(versionNumbers('12345:6')).toEqual([12345, 6]);
    expect(versionNumbers('20240101000000123456.7')).toEqual([202401010000001, 23456, 7]);
    expect(versionNumbers('edge')).toEqual([]);
    expect(versionNumbers('')).toEqual([]);
  });
});

import { upstreamVersions } from '../../../src/model/versions/upstream-version.js';
import { cpuMilliseconds } from '../../support/cpu-time.js';

describe('versions of upstream', () => {
  it.each([
    ['16.1-bookworm', '16.1'],
    ['1.25.3-alpine3.19-slim', '1.25.3'],
    ['8.2.1RC2-fpm-alpine', '8.2.1RC2'],
    ['1.2.3-rc1-alpine', '1.2.3-rc1'],
    ['2.0.0-ubi8', '2.0.0'],
    ['10.0-windowsservercore-ltsc2022', '10.0'],
    ['31.1-jre', '31.1'],
    ['1.0.2k-fips', '1.0.2k'],
    ['5.3.20.RELEASE', '5.3.20'],
    ['3.4.1.Final', '3.4.1'],
    ['v1.9.4_linux_amd64', 'v1.9.4'],
    ['3.0.7-24.el9', '3.0.7'],
    ['5.14.0-362.8.1.el9_3.x86_64', '5.14.0'],
    ['1.20.1-14.module+el8.6.0+9f2', '1.20.1'],
    ['1:9.2p1-2+deb12u2', '9.2p1'],
    ['7.81.0-1ubuntu1.15', '7.81.0'],
    ['2.0-3build1', '2.0'],
    ['1.36.1-r15', '1.36.1'],
    ['6.24.0-x86_64', '6.24.0'],
  ])('%s is %s', (version, expected) => {
    expect(upstreamVersions(version)).toEqual([expected]);
  });

  it.each([
    '',
    '1.2.3',
    '1.2.3-rc.1',
    '1.2.3-beta',
    '1.2.3-SNAPSHOT',
    '2.0-m3',
    '9.2p1',
    '1.8.0_201',
    '1.8.0-update201',
    '7.1.0-10',
    '15.5-1',
    '2.4.57-sp1',
    '9.4.17.v20190418',
    '1.0-git20230101',
    '8.x-1.5',
    'latest',
    'linux-5.10',
    'release-2.0',
    `1-${'a'.repeat(600)}`,
  ])('%s is as it is', (version) => {
    expect(upstreamVersions(version)).toEqual([version]);
  });

  it('are two where nobody knows what a word means', () => {
    expect(upstreamVersions('1.2.3-acme')).toEqual(['1.2.3-acme', '1.2.3']);
    expect(upstreamVersions('1.2.3+acme.2')).toEqual(['1.2.3+acme.2', '1.2.3']);
  });

  it('take no time to find, whatever the text', () => {
    for (const text of ['1-'.repeat(120), `1${'.1'.repeat(120)}`, `1 ${'_alpine'.repeat(30)}!`, '1~a'.repeat(80)])
      expect(cpuMilliseconds(() => upstreamVersions(text))).toBeLessThan(50);
  });
});

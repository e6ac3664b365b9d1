import type { JsonObject } from '../../../../src/model/document.js';
import { parsePurl } from '../../../../src/model/purl.js';
import { parseAdvisory } from '../../../../src/scores/vulnerabilities/advisory.js';
import { affectedPackagesOf, assessPackage } from '../../../../src/scores/vulnerabilities/package-assessment.js';

/** Advisories name versions of upstream, components the builds of them. */
const statusOf = (text: string, ecosystem: string, name: string, events: readonly JsonObject[]): string => {
  const advisory = parseAdvisory({
    id: 'X-1',
    affected: [{ package: { ecosystem, name }, ranges: [{ type: 'ECOSYSTEM', events: [...events] }] }],
  });
  const purl = parsePurl(text, 'repair');
  return assessPackage(purl, { own: purl.version! }, affectedPackagesOf(purl, advisory)).status;
};

describe('a build of Bitnami', () => {
  it.each([
    // CVE-2021-41773: no version before 2.4.49 has it.
    ['2.4.48-3', 'not_affected'],
    ['2.4.49-rc.1', 'not_affected'],
    ['2.4.49', 'affected'],
    ['2.4.49-0', 'affected'],
    ['2.4.49-12', 'affected'],
    ['2.4.50-rc.1-2', 'affected'],
    ['2.4.50', 'not_affected'],
    ['2.4.50-0', 'not_affected'],
    // The number is no build.
    ['2.4.50-20211006', 'affected'],
  ])('%s is %s by an advisory from 2.4.49 before 2.4.50', (version, status) => {
    const events: JsonObject[] = [{ introduced: '2.4.49' }, { fixed: '2.4.50' }];
    expect(statusOf(`pkg:bitnami/apache@${version}?distro=debian-12`, 'Bitnami', 'apache', events)).toBe(status);
  });

  it.each([
    ['2.4.50-7', { last_affected: '2.4.50' }, 'affected'],
    ['4.0.20-2', { last_affected: '4.0.20-1' }, 'not_affected'],
    ['4.0.20-0', { fixed: '4.0.20-1' }, 'affected'],
    ['4.0.20', { fixed: '4.0.20-1' }, 'affected'],
    ['4.0.20-1', { fixed: '4.0.20-1' }, 'not_affected'],
  ])('%s with %j is %s', (version, end, status) => {
    const events: JsonObject[] = [{ introduced: '0' }, end];
    expect(statusOf(`pkg:bitnami/apache@${version}`, 'Bitnami', 'apache', events)).toBe(status);
  });
});

it.each([
  ['2.0-20240101.120000-1', 'affected'],
  ['2.0-SNAPSHOT', 'affected'],
  ['2.0', 'not_affected'],
  ['2.0.1-20240101.120000-1', 'not_affected'],
  ['2.0-20240101', 'not_affected'],
])('a snapshot of Maven comes before its release: %s is %s by an advisory before 2.0', (version, status) => {
  const events: JsonObject[] = [{ introduced: '0' }, { fixed: '2.0' }];
  expect(statusOf(`pkg:maven/org.acme/tool@${version}`, 'Maven', 'org.acme:tool', events)).toBe(status);
});

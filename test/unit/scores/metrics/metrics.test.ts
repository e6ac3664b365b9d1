import { findCycle } from '../../../../src/scores/metrics/find-cycle.js';
import { classOfLicense } from '../../../../src/licenses/license-classes.js';
import { measureAll } from '../../../../src/scores/metrics/formula.js';
import type { EntityFacts } from '../../../../src/scores/metrics/facts.js';
import { finding, soundFacts, unknownFacts } from '../../../support/entity-facts.js';

const reading = (name: string, facts: EntityFacts) => {
  const found = measureAll(facts).find(({ metric }) => metric.name === name);
  if (!found) throw new Error(`no metric ${name}`);
  return found.metricValue;
};

/** Readings of one metric for facts that get worse: risks must not fall. */
function rises(name: string, worsening: Partial<EntityFacts>[]): void {
  const risks = worsening.map((facts) => reading(name, { ...soundFacts, ...facts })!.risk);
  for (const [index, risk] of risks.entries()) if (index > 0) expect(risk).toBeGreaterThan(risks[index - 1]!);
}

describe('metrics of vulnerabilities', () => {
  const withFindings = (...findings: EntityFacts['findings'] & {}) => ({ ...soundFacts, findings });

  it('say nothing where nobody knows, or where there is no version to judge by', () => {
    for (const name of [
      'worst_severity',
      'vulnerability_count',
      'known_exploited',
      'malicious',
      'exploit_probability',
    ]) {
      expect(reading(name, unknownFacts)).toBeNull();
      expect(reading(name, { ...withFindings(finding({ status: 'unknown' })), version: '' })).toBeNull();
      expect(reading(name, soundFacts)).toMatchObject({ risk: 0 });
    }
  });

  it('count what affects, and not what does not', () => {
    const facts = withFindings(finding(), finding({ id: 'CVE-2', status: 'not_affected' }), finding({ id: 'CVE-3', severity: { level: 'critical', score: null, vector: null, cvssVersion: null } })); // prettier-ignore
    expect(reading('vulnerability_count', facts)).toMatchObject({ value: 2, risk: expect.closeTo(36) });
    expect(reading('worst_severity', facts)).toMatchObject({
      value: 9.5,
      risk: 95,
      text: 'The worst known vulnerability (CVE-3) is critical, without a score, and counts as CVSS 9.5',
      tag: { name: 'vulnerable', severity: 'red' },
    });
    const old = { level: 'high', score: 9.3, vector: null, cvssVersion: '2.0' } as const;
    expect(reading('worst_severity', withFindings(finding({ severity: old })))).toMatchObject({
      risk: 93,
      text: 'The worst known vulnerability (CVE-2025-0001) is high, CVSS 9.3',
      tag: { severity: 'orange' },
    });
    expect(reading('vulnerabilities_without_fix', facts)).toMatchObject({ value: 0, risk: 0 });
    expect(reading('oldest_vulnerability', facts)).toMatchObject({ value: 92 });
  });

  it('say that a vulnerability is not rated', () => {
    const severity = { level: 'unknown', score: null, vector: null, cvssVersion: null } as const;
    expect(reading('worst_severity', withFindings(finding({ severity })))).toMatchObject({
      value: 5.5,
      text: 'The vulnerability CVE-2025-0001 is not rated and counts as CVSS 5.5',
      tag: { description: 'CVE-2025-0001 affects this version (not rated)' },
    });
  });

  it('have a risk where some vulnerabilities cannot be assessed', () => {
    expect(reading('worst_severity', withFindings(finding({ status: 'unknown' })))).toMatchObject({
      value: 0,
      risk: 15,
    });
  });

  it('take exploitation, its chance, ransomware and malice', () => {
    const exploited = { addedOn: null, dueOn: null, isRansomware: false };
    rises('known_exploited', [
      { findings: [finding()] },
      { findings: [finding({ exploited })] },
      { findings: [finding({ exploited: { ...exploited, isRansomware: true } })] },
    ]);
    const chance = (probability: number) => ({ findings: [finding({ prediction: { probability, percentile: 0 } })] });
    rises('exploit_probability', [chance(0.001), chance(0.1), chance(0.9)]);
    expect(reading('malicious', withFindings(finding({ isMalicious: true })))).toMatchObject({ value: true, risk: 100, tag: { name: 'malicious' } }); // prettier-ignore
  });
});

describe('metrics of currency', () => {
  it('count later versions, pre-releases apart', () => {
    const facts = {
      ...soundFacts,
      knownVersions: ['1.2.0', '1.3.0', '2.0.0-rc.1', '2.0.0', '1.2.0'],
      latestVersion: '2.0.0',
    };
    expect(reading('versions_behind', facts)).toMatchObject({
      value: 2,
      text: '2 later versions known, 2.0.0 the latest',
    });
    expect(reading('versions_behind', { ...facts, version: '' })).toBeNull();
    expect(reading('versions_behind', { ...facts, knownVersions: [], latestVersion: null })).toBeNull();
  });

  it('count by the order of the ecosystem, and anew where more is known of the same versions', () => {
    const facts = { ...soundFacts, knownVersions: ['1.10.0', '1.9.0', '1.2.1.post1'], latestVersion: null };
    const text = (more: object) => reading('versions_behind', { ...facts, ...more })!.text;
    expect(text({ version: '1.9.0' })).toBe('1 later version known, 1.10.0 the latest');
    expect(text({ version: '1.9.0', latestVersion: '2.0.0' })).toBe('2 later versions known, 2.0.0 the latest');
    expect(text({ version: '1.2.1', scheme: 'pypi' })).toBe('3 later versions known, 1.10.0 the latest');
    expect(text({ knownVersions: ['2.0.0-rc.1'] })).toBe('It is the latest known version');
  });

  it('measure years', () => {
    rises('years_behind', [{}, { releasedOn: '2023-12-31' }, { releasedOn: '2015-12-31' }]);
    expect(reading('years_behind', { ...soundFacts, releasedOn: '2023-12-31' })!.risk).toBeCloseTo(50, 0);
    expect(reading('years_behind', { ...soundFacts, releasedOn: null })).toBeNull();
  });

  it('know the state of a release cycle', () => {
    const cycle = soundFacts.lifecycle!.cycles[0]!;
    const state = (given: Partial<typeof cycle>) =>
      ({ lifecycle: { ...soundFacts.lifecycle!, cycles: [{ ...cycle, ...given }] } }) as Partial<EntityFacts>;
    const states = [state({}), state({ endOfSupport: '2025-01-01' }), state({ endOfLife: '2026-03-01' }), state({ endOfLife: '2025-06-01' })]; // prettier-ignore
    rises('end_of_life', states);
    const values = states.map((given) => reading('end_of_life', { ...soundFacts, ...given })!.value);
    expect(values).toEqual(['supported', 'security_only', 'ending', 'ended']);
    expect(reading('end_of_life', { ...soundFacts, ...state({ endOfLife: true }) })!.tag!.name).toBe('end_of_life');
    expect(reading('end_of_life', { ...soundFacts, ...state({ name: '9' }) })).toBeNull();
  });

  it.each([
    ['4.2.1', '4.2'],
    ['v4.2', '4.2'],
    ['4.20', '4'],
    ['42.0', undefined],
    ['', undefined],
    ['4.2-rc1', '4.2'],
    ['4.2rc1', '4.2'],
    ['4.2k', '4.2'],
    ['4.2zh', '4.2'],
    ['4.2p1', '4.2'],
    ['4R2', undefined],
    ['4.2.1k', '4.2'],
  ])('%p is of cycle %p', (version, name) => {
    const cycles = ['4', '4.2'].map((one) => ({ ...soundFacts.lifecycle!.cycles[0]!, name: one }));
    expect(findCycle(cycles, version)?.name).toBe(name);
  });
});

describe('metrics of maintenance and use', () => {
  it('get worse with time, and with fewer people', () => {
    rises('last_release', [{}, { latestReleasedOn: '2025-01-01' }, { latestReleasedOn: '2020-01-01' }]);
    const repository = (given: object) => ({ repository: { ...soundFacts.repository!, ...given } });
    rises('last_commit', [
      repository({}),
      repository({ lastCommitOn: '2025-01-01' }),
      repository({ lastCommitOn: '2020-01-01' }),
    ]);
    rises('contributors', [repository({}), repository({ contributors: 3 }), repository({ contributors: 1 })]);
    rises('scorecard', [repository({}), repository({ scorecard: 5 }), repository({ scorecard: 0 })]);
    rises('archived', [repository({}), repository({ isArchived: true })]);
    rises('popularity', [{}, { dependents: 50, monthlyDownloads: null }, { dependents: 0, monthlyDownloads: null }]);
    rises('deprecated', [{}, { isDeprecated: true }]);
  });

  it('say so where nothing is known', () => {
    for (const name of [
      'last_release',
      'last_commit',
      'contributors',
      'scorecard',
      'archived',
      'popularity',
      'deprecated',
    ])
      expect(reading(name, unknownFacts)).toBeNull();
  });
});

describe('metrics of the supply chain', () => {
  it.each([
    ['MIT', 'permissive'],
    ['LGPL-2.1-only', 'weak copyleft'],
    ['GPL-2.0-only WITH Classpath-exception-2.0', 'weak copyleft'],
    ['GPL-3.0-or-later', 'strong copyleft'],
    ['AGPL-3.0-only', 'network copyleft'],
    ['GPL-2.0-only OR MIT', 'permissive'],
    ['(GPL-2.0-only OR MPL-2.0) AND Apache-2.0', 'weak copyleft'],
    ['MIT AND LicenseRef-own', null],
    ['MIT OR LicenseRef-own', 'permissive'],
    ['see file', null],
    ['(((', null],
  ])('%s is %s', (license, expected) => expect(classOfLicense(license)).toBe(expected));

  it('take licences, identity and names', () => {
    rises(
      'license_class',
      ['MIT', 'MPL-2.0', 'GPL-3.0-only', 'AGPL-3.0-only'].map((license) => ({ license })),
    );
    rises('license_known', [{}, { license: '' }]);
    rises('license_known', [{ license: 'MIT OR NOASSERTION' }, { license: 'MIT AND NOASSERTION' }]);
    const known = soundFacts.identity;
    rises('identity', [
      {},
      { identity: { ...known, hasRepository: false } },
      { identity: { ...known, hasRepository: false, hasProduct: false } },
      { identity: { ...known, hasRepository: false, hasProduct: false, hasPackage: false } },
    ]);
    rises('in_catalog', [{}, { identity: { ...known, isInCatalog: false } }]);
    const likeness = (timesAsPopular: number) => ({
      lookAlikes: [{ purl: 'pkg:npm/lodash', name: 'lodash', timesAsPopular }],
    });
    rises('look_alike', [likeness(9), likeness(20), likeness(90)]);
    expect(reading('look_alike', { ...soundFacts, ...likeness(50) })!.tag!.description).toContain('pkg:npm/lodash');
  });
});

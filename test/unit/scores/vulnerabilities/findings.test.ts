import fc from 'fast-check';
import { parseCpe } from '../../../../src/model/cpe.js';
import type { JsonObject } from '../../../../src/model/document.js';
import { parsePurl } from '../../../../src/model/purl.js';
import { readAdvisory } from '../../../../src/scores/vulnerabilities/advisory.js';
import { groupByAliases } from '../../../../src/scores/vulnerabilities/alias-groups.js';
import { readCriteria } from '../../../../src/scores/vulnerabilities/cve-criteria.js';
import {
  type Component,
  findVulnerabilities,
  type Knowledge,
} from '../../../../src/scores/vulnerabilities/findings.js';
import { type VexStatement, vexStatusOf } from '../../../../src/scores/vulnerabilities/vex.js';
import { cpuMilliseconds } from '../../../support/cpu-time.js';

const nothing: Knowledge = { advisories: [], criteria: [], exploited: new Map(), predictions: new Map(), vex: [] };

const osv = (id: string, aliases: string[], fixed: string | null, more: JsonObject = {}) =>
  readAdvisory({
    id,
    aliases,
    affected: [
      {
        package: { ecosystem: 'Maven', name: 'org.apache.logging.log4j:log4j-core' },
        ranges: [{ type: 'ECOSYSTEM', events: fixed ? [{ introduced: '2.0' }, { fixed }] : [{ introduced: '2.0' }] }],
      },
    ],
    ...more,
  });

const log4j: Component = {
  purl: parsePurl('pkg:maven/org.apache.logging.log4j/log4j-core@2.14.1'),
  cpes: [parseCpe('cpe:2.3:a:apache:log4j:2.14.1:*:*:*:*:*:*:*')],
  version: '',
};
const nvd = (cve: string, end: string) =>
  readCriteria(cve, 'nvd', [{ criteria: 'cpe:2.3:a:apache:log4j:*:*:*:*:*:*:*:*', versionEndExcluding: end }]);

describe('findVulnerabilities', () => {
  it('merges what several databases say of one vulnerability', () => {
    const ghsa = osv('GHSA-jfh8', ['CVE-2021-44228'], '2.15.0', {
      summary: 'Log4Shell',
      published: '2021-12-10T00:40:56Z',
      modified: '2024-06-01T00:00:00Z',
      severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H' }],
    });
    const other = osv('SNYK-1', ['GHSA-jfh8'], '2.15.1', { published: '0001-01-01T00:00:00Z' });
    const knowledge: Knowledge = {
      ...nothing,
      advisories: [ghsa, other],
      criteria: [nvd('CVE-2021-44228', '2.15.0')],
      exploited: new Map([['CVE-2021-44228', { addedOn: '2021-12-10', dueOn: '2021-12-24', isRansomware: true }]]),
      predictions: new Map([['CVE-2021-44228', { probability: 0.97, percentile: 0.99 }]]),
    };
    expect(findVulnerabilities(log4j, knowledge)).toEqual([
      {
        id: 'CVE-2021-44228',
        aliases: ['GHSA-jfh8', 'SNYK-1'],
        status: 'affected',
        judged: 'affected',
        reason: 'Affected from 2.0 before 2.15.0',
        evidence: [
          { id: 'GHSA-jfh8', by: 'package', status: 'affected', reason: 'Affected from 2.0 before 2.15.0' },
          { id: 'SNYK-1', by: 'package', status: 'affected', reason: 'Affected from 2.0 before 2.15.1' },
          {
            id: 'CVE-2021-44228',
            by: 'product',
            status: 'affected',
            reason: 'Affected from the beginning before 2.15.0',
          },
        ],
        vex: null,
        fixedIn: '2.15.1',
        severity: {
          level: 'critical',
          score: 10,
          vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H',
          cvssVersion: '3.1',
        },
        exploited: { addedOn: '2021-12-10', dueOn: '2021-12-24', isRansomware: true },
        prediction: { probability: 0.97, percentile: 0.99 },
        isMalicious: false,
        published: '2021-12-10T00:40:56Z',
        modified: '2024-06-01T00:00:00Z',
        summary: 'Log4Shell',
      },
    ]);
  });

  const statusOf = (component: Component, knowledge: Partial<Knowledge>) =>
    findVulnerabilities(component, { ...nothing, ...knowledge }).map(({ id, status, fixedIn }) => [
      id,
      status,
      fixedIn,
    ]);

  it('trusts the advisory on the package more than the CVE on the product', () => {
    const patched = osv('GHSA-1', ['CVE-1'], '2.14.0');
    expect(statusOf(log4j, { advisories: [patched], criteria: [nvd('CVE-1', '2.16.0')] })).toEqual([
      ['CVE-1', 'not_affected', null],
    ]);
    const unclear = readAdvisory({
      id: 'GHSA-1',
      aliases: ['CVE-1'],
      affected: [{ package: { ecosystem: 'Maven', name: 'org.apache.logging.log4j:log4j-core' } }],
    });
    expect(statusOf(log4j, { advisories: [unclear], criteria: [nvd('CVE-1', '2.16.0')] })).toEqual([
      ['CVE-1', 'affected', '2.16.0'],
    ]);
    expect(statusOf(log4j, { advisories: [unclear] })).toEqual([['CVE-1', 'unknown', null]]);
  });

  it('leaves out what is withdrawn and what is about something else', () => {
    const withdrawn = osv('GHSA-1', ['CVE-1'], '2.15.0', { withdrawn: '2022-01-01T00:00:00Z' });
    expect(statusOf(log4j, { advisories: [withdrawn] })).toEqual([]);
    expect(
      statusOf({ ...log4j, purl: parsePurl('pkg:npm/log4j@2') }, { advisories: [osv('GHSA-1', [], '9')] }),
    ).toEqual([]);
    expect(statusOf({ purl: null, cpes: [], version: '1' }, { advisories: [osv('GHSA-1', [], '9')] })).toEqual([]);
  });

  it('takes the version of the component before those of its identifiers', () => {
    expect(statusOf({ ...log4j, version: '2.17.0' }, { advisories: [osv('GHSA-1', [], '2.15.0')] })).toEqual([
      ['GHSA-1', 'not_affected', null],
    ]);
    const onlyCpe = { ...log4j, purl: null };
    expect(statusOf(onlyCpe, { criteria: [nvd('CVE-1', '2.15.0')] })).toEqual([['CVE-1', 'affected', '2.15.0']]);
  });

  it('marks malicious packages', () => {
    const [finding] = findVulnerabilities(log4j, { ...nothing, advisories: [osv('MAL-2024-1', [], null)] });
    expect(finding).toMatchObject({ isMalicious: true, fixedIn: null, severity: { level: 'unknown' } });
  });
});

describe('VEX', () => {
  const vulnerable = { ...nothing, advisories: [osv('GHSA-1', ['CVE-1'], '2.15.0')] };
  const says = (
    status: VexStatement['status'],
    statedBy: VexStatement['statedBy'],
    statedAt: string,
  ): VexStatement => ({
    vulnerability: 'GHSA-1',
    status,
    justification: 'vulnerable_code_not_in_execute_path',
    statedBy,
    statedAt,
  });
  const outcome = (...vex: VexStatement[]) => findVulnerabilities(log4j, { ...vulnerable, vex })[0]!;

  it('changes the status and keeps what was judged', () => {
    expect(outcome(says('not_affected', 'document', '2024'))).toMatchObject({
      status: 'not_affected',
      judged: 'affected',
    });
    expect(outcome(says('fixed', 'document', ''))).toMatchObject({ status: 'not_affected' });
    expect(outcome(says('under_investigation', 'person', '2024'))).toMatchObject({
      status: 'affected',
      vex: { status: 'under_investigation' },
    });
    expect(outcome({ ...says('not_affected', 'person', '2024'), vulnerability: 'CVE-2' })).toMatchObject({
      status: 'affected',
      vex: null,
    });
  });

  it("counts a person's word before a document's, and the latest", () => {
    const person = says('affected', 'person', '2023-01-01');
    const document = says('not_affected', 'document', '2024-01-01');
    expect(outcome(person, document).vex).toBe(person);
    const later = says('not_affected', 'person', '2023-06-01');
    expect(outcome(later, person, document).vex).toBe(later);
  });

  it.each([
    ['exploitable', 'affected'],
    ['false_positive', 'not_affected'],
    ['resolved_with_pedigree', 'fixed'],
    ['in_triage', 'under_investigation'],
    ['known_not_affected', 'not_affected'],
    ['constructor', undefined],
  ])('%s means %s', (word, status) => {
    expect(vexStatusOf(word)).toBe(status);
  });
});

describe('groupByAliases', () => {
  it('joins over any number of steps, in linear time', () => {
    const chain = Array.from({ length: 20_000 }, (_, index) => [`X-${index}`, `X-${index + 1}`]);
    expect(groupByAliases([['A', 'B'], ['C'], ['D', 'B'], ['CVE-1', 'D']], (names) => names)).toEqual([
      {
        names: ['CVE-1', 'A', 'B', 'D'],
        members: [
          ['A', 'B'],
          ['D', 'B'],
          ['CVE-1', 'D'],
        ],
      },
      { names: ['C'], members: [['C']] },
    ]);
    for (const order of [chain, chain.toReversed()])
      expect(cpuMilliseconds(() => expect(groupByAliases(order, (names) => names)).toHaveLength(1))).toBeLessThan(1000);
  });

  it('puts every item into exactly one group, and shares no name between groups', () => {
    const names = fc.array(fc.constantFrom('A', 'B', 'C', 'D', 'E', 'CVE-1', '__proto__'), {
      minLength: 1,
      maxLength: 3,
    });
    fc.assert(
      fc.property(fc.array(names), (items) => {
        const groups = groupByAliases(items, (item) => item);
        expect(groups.flatMap(({ members }) => members)).toHaveLength(items.length);
        const all = groups.flatMap((group) => group.names);
        expect(new Set(all).size).toBe(all.length);
      }),
    );
  });
});

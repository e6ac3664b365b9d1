import fc from 'fast-check';
import { parseCpe } from '../../../../src/model/cpe.js';
import type { JsonObject } from '../../../../src/model/document.js';
import { parsePurl } from '../../../../src/model/purl.js';
import { parseAdvisory } from '../../../../src/scores/vulnerabilities/advisory.js';
import { groupByAliases } from '../../../../src/scores/vulnerabilities/alias-groups.js';
import { parseCriteria } from '../../../../src/scores/vulnerabilities/cve-criteria.js';
import { VulnerabilityMatcher } from '../../../../src/scores/vulnerabilities/vulnerability-matcher.js';
import {
  type MatchedVulnerability,
  type VulnerabilityRecords,
  withExploitation,
} from '../../../../src/scores/vulnerabilities/findings.js';
import { type SeverityLevel, worstSeverity } from '../../../../src/scores/vulnerabilities/severity.js';
import type { MatchedPackage } from '../../../../src/scores/vulnerabilities/vulnerability-groups.js';
import { decidingStatement, statusByVex, type VexStatement } from '../../../../src/scores/vulnerabilities/vex.js';
import { vexStatusOf } from '../../../../src/vex/vex-words.js';
import { cpuMilliseconds } from '../../../support/cpu-time.js';

const nothing: VulnerabilityRecords = { advisories: [], criteria: [] };

const osv = (id: string, aliases: string[], fixed: string | null, more: JsonObject = {}) =>
  parseAdvisory({
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

const log4j: MatchedPackage = {
  purl: parsePurl('pkg:maven/org.apache.logging.log4j/log4j-core'),
  cpes: [parseCpe('cpe:2.3:a:apache:log4j:*:*:*:*:*:*:*:*')],
};
const findings = (
  subject: MatchedPackage,
  knowledge: Partial<VulnerabilityRecords>,
  version = '2.14.1',
): MatchedVulnerability[] => new VulnerabilityMatcher(subject, { ...nothing, ...knowledge }).findings(version);
const nvd = (cve: string, end: string) =>
  parseCriteria(cve, 'nvd', [{ criteria: 'cpe:2.3:a:apache:log4j:*:*:*:*:*:*:*:*', versionEndExcluding: end }]);

describe('VulnerabilityMatcher', () => {
  it('with a previous matcher finds the same as a new one, and reuses unchanged findings', () => {
    const ids = ['A', 'B', 'C', 'D'];
    const advisory = fc
      .record({ id: fc.constantFrom(...ids), alias: fc.constantFrom(...ids), fixed: fc.constantFrom('2.15.0', '2.16.0', null) })
      .map(({ id, alias, fixed }) => osv(id, [alias], fixed));
    const some = fc.uniqueArray(advisory, { selector: ({ id }) => id, maxLength: 4 });
    const versions = ['2.14.1', '2.15.0', '2.16.0', ''];
    fc.assert(
      fc.property(some, some, (before, changed) => {
        const former = new VulnerabilityMatcher(log4j, { ...nothing, advisories: before });
        const known = versions.map((version) => former.findings(version));
        const kept = before.filter(({ id }) => !changed.some((one) => one.id === id));
        const advisories = [...kept, ...changed];
        const next = new VulnerabilityMatcher(log4j, { ...nothing, advisories }, former);
        for (const version of versions) expect(next.findings(version)).toEqual(findings(log4j, { advisories }, version));
        const same = new VulnerabilityMatcher(log4j, { ...nothing, advisories: before }, former);
        for (const [place, version] of versions.entries())
          for (const [index, one] of same.findings(version).entries()) expect(one).toBe(known[place]![index]);
      }),
      { numRuns: 100 },
    );
  }); // prettier-ignore

  it('merges what several databases say of one vulnerability', () => {
    const ghsa = osv('GHSA-jfh8', ['CVE-2021-44228'], '2.15.0', {
      summary: 'Log4Shell',
      published: '2021-12-10T00:40:56Z',
      modified: '2024-06-01T00:00:00Z',
      severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H' }],
    });
    const other = osv('SNYK-1', ['GHSA-jfh8'], '2.15.1', { published: '0001-01-01T00:00:00Z' });
    const knowledge: VulnerabilityRecords = {
      ...nothing,
      advisories: [ghsa, other],
      criteria: [nvd('CVE-2021-44228', '2.15.0')],
    };
    expect(findings(log4j, knowledge)).toEqual([
      {
        id: 'CVE-2021-44228',
        aliases: ['GHSA-jfh8', 'SNYK-1'],
        upstream: [],
        status: 'affected',
        reason: 'Affected from 2.0 before 2.15.0',
        fixedIn: '2.15.1',
        severity: {
          level: 'critical',
          score: 10,
          vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H',
          cvssVersion: '3.1',
        },
        isMalicious: false,
        published: '2021-12-10T00:40:56Z',
        modified: '2024-06-01T00:00:00Z',
        summary: 'Log4Shell',
        module: null,
      },
    ]);
  });

  it('tells of exploitation under any of its names, the likeliest first', () => {
    const [found] = findings(log4j, { advisories: [osv('GHSA-1', ['CVE-1', 'CVE-2'], '2.15.0')] });
    const known = { addedOn: '2021-12-10', dueOn: '2021-12-24', isRansomware: true };
    const [less, more] = [0.1, 0.97].map((probability) => ({ probability, percentile: 0.99 }));
    const exploits = { exploited: new Map([['CVE-2', known]]), rejected: new Set<string>(), records: new Map(), ratings: new Map(), predictions: new Map([['CVE-1', less!], ['CVE-2', more!]]) }; // prettier-ignore
    expect(withExploitation(found!, exploits)).toEqual({
      ...found,
      exploited: known,
      prediction: more,
      worseRating: null,
    });
    expect(
      withExploitation(found!, {
        exploited: new Map(),
        rejected: new Set<string>(),
        records: new Map(),
        predictions: new Map(),
        ratings: new Map(),
      }),
    ).toEqual({
      ...found,
      exploited: null,
      prediction: null,
      worseRating: null,
    });
  });

  const recordOf = (level: SeverityLevel) => ({
    severity: worstSeverity([{ level }]),
    description: 'Of the CVE',
    published: '2023-01-01T00:00:00.000Z',
    modified: '2023-01-02T00:00:00.000Z',
    isRejected: false,
    sources: [],
  });

  it('is described by the record of a CVE where no matched record says the same', () => {
    const [found] = findings(log4j, { advisories: [osv('GHSA-1', ['CVE-1'], '2.15.0')] });
    const data = {
      exploited: new Map(),
      predictions: new Map(),
      ratings: new Map(),
      rejected: new Set<string>(),
      records: new Map([['CVE-1', recordOf('high')]]),
    };
    const bare = { ...found!, summary: '', published: null, modified: null };
    expect(withExploitation(bare, data)).toMatchObject({ severity: { level: 'high' }, summary: 'Of the CVE', published: '2023-01-01T00:00:00.000Z', modified: '2023-01-02T00:00:00.000Z' }); // prettier-ignore
    const own = { ...found!, summary: 'Own', published: '2022-01-01', modified: '2022-01-01' };
    expect(withExploitation(own, data)).toMatchObject({ summary: 'Own', published: '2022-01-01', modified: '2022-01-01' }); // prettier-ignore
  });

  it('counts where its CVE was rejected since, and says so', () => {
    const [found] = findings(log4j, { advisories: [osv('GHSA-1', ['CVE-1', 'CVE-2'], '2.15.0')] });
    const data = {
      exploited: new Map(),
      predictions: new Map(),
      ratings: new Map(),
      records: new Map(),
      rejected: new Set(['CVE-2']),
    };
    const finding = withExploitation(found!, data);
    expect(finding).toMatchObject({ status: 'affected', reason: `${found!.reason} (CVE-2 was rejected)` });
    expect(withExploitation(found!, data, finding)).toBe(finding);
    expect(withExploitation(found!, { ...data, rejected: new Set() }, finding).reason).toBe(found!.reason);
  });

  it('knows who rates its CVEs worst, where that is worse than its advisory does', () => {
    const [found] = findings(log4j, { advisories: [osv('GHSA-1', ['CVE-1', 'CVE-2'], '2.15.0')] });
    const matched = { ...found!, severity: { level: 'medium', score: 5, vector: null, cvssVersion: '3.1' } as const };
    const none = { exploited: new Map(), predictions: new Map(), records: new Map(), rejected: new Set<string>() };
    const rate = (first: SeverityLevel, second: SeverityLevel) => {
      const rating = (level: SeverityLevel) => ({ severity: worstSeverity([{ level }]), source: 'NVD' });
      const ratings = new Map([['CVE-1', rating(first)], ['CVE-2', rating(second)]]); // prettier-ignore
      return withExploitation(matched, { ...none, ratings });
    };
    expect(rate('high', 'critical').worseRating).toMatchObject({ cve: 'CVE-2', severity: 'critical', source: 'NVD' });
    expect(rate('high', 'high').worseRating).toMatchObject({ cve: 'CVE-1', severity: 'high' });
    expect(rate('medium', 'unknown')).toMatchObject({ worseRating: null, reason: found!.reason });
  });

  it("knows a distribution's record of one CVE by that CVE, and of several by what it passes on", () => {
    const openssl: MatchedPackage = { purl: parsePurl('pkg:deb/debian/openssl?distro=debian-12'), cpes: [] };
    const debian = (id: string, more: JsonObject) => {
      const ranges: JsonObject[] = [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed: '3.0.11-1' }] }];
      return parseAdvisory({
        id,
        affected: [{ package: { ecosystem: 'Debian:12', name: 'openssl' }, ranges }],
        ...more,
      });
    };
    const advisories = [
      debian('DEBIAN-CVE-2023-1', { upstream: ['CVE-2023-1'] }),
      debian('DSA-1-1', { upstream: ['CVE-2023-1', 'CVE-2023-2'] }),
      debian('DSA-2-1', { related: ['CVE-2023-2', 'CVE-2023-3'] }),
    ];
    const exploited = new Map([
      ['CVE-2023-2', { addedOn: null, dueOn: null, isRansomware: false }],
      ['CVE-2023-3', { addedOn: null, dueOn: null, isRansomware: true }],
    ]);
    const records = new Map([['CVE-2023-2', recordOf('low')]]);
    const predictions = new Map([['CVE-2023-1', { probability: 0.5, percentile: 0.9 }]]);
    const found = findings(openssl, { advisories }, '3.0.9-1').map((one) =>
      withExploitation(one, { exploited, predictions, records, ratings: new Map(), rejected: new Set() }),
    );
    expect(
      found.map(({ id, aliases, exploited, prediction, severity }) => [id, aliases, exploited?.isRansomware, prediction?.probability, severity.level]), // prettier-ignore
    ).toEqual([
      ['CVE-2023-1', ['DEBIAN-CVE-2023-1'], undefined, 0.5, 'unknown'],
      ['DSA-1-1', [], false, 0.5, 'unknown'],
      ['DSA-2-1', [], true, undefined, 'unknown'],
    ]);
    const alike = osv('GHSA-1', [], '2.15.0', { related: ['CVE-2023-2'] });
    expect(findings(log4j, { advisories: [alike] })).toMatchObject([{ id: 'GHSA-1', upstream: [] }]);
  });

  it('is the very finding that was made before as long as nothing else is known of its exploitation', () => {
    const [found] = findings(log4j, { advisories: [osv('GHSA-1', ['CVE-1'], '2.15.0')] });
    const exploits = (isRansomware: boolean | null, probability: number | null) => ({
      exploited: new Map(isRansomware === null ? [] : [['CVE-1', { addedOn: '2021-12-10', dueOn: null, isRansomware }]]), // prettier-ignore
      rejected: new Set<string>(),
      records: new Map(),
      ratings: new Map(),
      predictions: new Map(probability === null ? [] : [['CVE-1', { probability, percentile: 0.99 }]]),
    });
    const before = withExploitation(found!, exploits(true, 0.5));
    expect(withExploitation(found!, exploits(true, 0.5), before)).toBe(before);
    for (const other of [exploits(false, 0.5), exploits(true, 0.6), exploits(null, 0.5), exploits(true, null)]) {
      const now = withExploitation(found!, other, before);
      expect(now).toEqual(withExploitation(found!, other));
      expect(now).not.toEqual(before);
    }
  });

  const statusOf = (...asked: Parameters<typeof findings>) =>
    findings(...asked).map(({ id, status, fixedIn }) => [id, status, fixedIn]);

  it('trusts the advisory on the package more than the CVE on the product', () => {
    const patched = osv('GHSA-1', ['CVE-1'], '2.14.0');
    expect(statusOf(log4j, { advisories: [patched], criteria: [nvd('CVE-1', '2.16.0')] })).toEqual([]);
    const unclear = parseAdvisory({
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
    expect(statusOf({ purl: null, cpes: [] }, { advisories: [osv('GHSA-1', [], '9')] })).toEqual([]);
  });

  it('leaves out what is known not to affect the version', () => {
    const fixed = { advisories: [osv('GHSA-1', [], '2.15.0'), osv('GHSA-2', [], '2.18.0')] };
    expect(statusOf(log4j, fixed, '2.17.0')).toEqual([['GHSA-2', 'affected', '2.18.0']]);
    expect(statusOf(log4j, fixed, '')).toEqual([
      ['GHSA-1', 'unknown', null],
      ['GHSA-2', 'unknown', null],
    ]);
    const onlyCpe = { ...log4j, purl: null };
    expect(statusOf(onlyCpe, { criteria: [nvd('CVE-1', '2.15.0')] })).toEqual([['CVE-1', 'affected', '2.15.0']]);
  });

  it('fixes what all advisories on one vulnerability are rid of, for each version by itself', () => {
    const matcher = new VulnerabilityMatcher(log4j, {
      ...nothing,
      advisories: [osv('GHSA-1', ['CVE-1'], '2.15.0'), osv('X-1', ['CVE-1'], '2.16.0'), osv('X-2', ['CVE-1'], '2.12')],
    });
    expect(matcher.findings('2.14.1')[0]!.fixedIn).toBe('2.16.0');
    expect(matcher.findings('2.15.0')[0]!.fixedIn).toBe('2.16.0');
    expect(matcher.findings('2.1')[0]!.fixedIn).toBe('2.16.0');
    expect(matcher.findings('2.16.0')).toEqual([]);
  });

  it('marks malicious packages', () => {
    const [finding] = findings(log4j, { advisories: [osv('MAL-2024-1', [], null)] });
    expect(finding).toMatchObject({ isMalicious: true, fixedIn: null, severity: { level: 'unknown' } });
  });
});

describe('VEX', () => {
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
  const outcome = (...said: VexStatement[]) => {
    const vex = decidingStatement(['CVE-1', 'GHSA-1'], said);
    return { vex, status: statusByVex('affected', vex) };
  };

  it('changes the status', () => {
    expect(outcome(says('not_affected', 'document', '2024'))).toMatchObject({
      status: 'not_affected',
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

  it('takes nothing away where statements of a document of one time contradict each other', () => {
    const [cleared, affected] = [says('not_affected', 'document', ''), says('affected', 'document', '')];
    expect(outcome(cleared, affected).vex).toBe(affected);
    expect(outcome(affected, cleared).vex).toBe(affected);
    const later = says('not_affected', 'document', '2024');
    expect(outcome(later, affected).vex).toBe(later);
    // What a person imports is in the order of its document.
    const imported = [says('affected', 'person', '2024'), says('fixed', 'person', '2024')];
    expect(outcome(...imported).vex).toBe(imported[1]);
  });

  it("counts a person's word before a document's, and the latest", () => {
    const person = says('affected', 'person', '2023-01-01');
    const document = says('not_affected', 'document', '2024-01-01');
    expect(outcome(person, document).vex).toBe(person);
    const later = says('not_affected', 'person', '2023-06-01');
    expect(outcome(later, person, document).vex).toBe(later);
  });

  it.each([
    ['with another offset', '2024-01-02T01:00:00Z', '2024-01-01T23:30:00-05:00'],
    ['with fractions of a second', '2024-01-01T00:00:00Z', '2024-01-01T00:00:00.500Z'],
    ['without an offset, which is UTC', '2024-01-01T12:00:00+01:00', '2024-01-01T11:30:00'],
    ['with any time', 'some day', '1999-01-01'],
  ])('counts a later one %s', (_what, early, late) => {
    const [first, second] = [says('not_affected', 'document', early), says('affected', 'document', late)];
    expect(outcome(first, second).vex).toBe(second);
    expect(outcome(second, first).vex).toBe(second);
  });

  it('counts the last of those of one time', () => {
    const first = says('not_affected', 'document', '2024-01-01T12:00:00+02:00');
    const second = says('affected', 'document', '2024-01-01T10:00:00Z');
    expect(outcome(first, second).vex).toBe(second);
  });

  it('does not let an earlier word of a person come back when the latest expires, whatever name it is about', () => {
    const earlier = says('not_affected', 'person', '2023-01-01');
    const limited = (status: VexStatement['status']): VexStatement => ({
      ...says(status, 'person', '2023-06-01'),
      vulnerability: 'CVE-1',
      isExpired: true,
    });
    for (const expired of [limited('affected'), limited('not_affected')]) {
      expect(outcome(earlier, expired)).toEqual({ vex: expired, status: 'affected' });
      expect(outcome(expired, earlier)).toEqual({ vex: expired, status: 'affected' });
      const document = says('not_affected', 'document', '2022-01-01');
      expect(outcome(earlier, expired, document)).toEqual({ vex: document, status: 'not_affected' });
    }
  });

  it('goes by a later word of a person after an earlier one has expired', () => {
    const expired = { ...says('affected', 'person', '2023-01-01'), vulnerability: 'CVE-1', isExpired: true };
    const later = says('not_affected', 'person', '2023-06-01');
    expect(outcome(later, expired)).toEqual({ vex: later, status: 'not_affected' });
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

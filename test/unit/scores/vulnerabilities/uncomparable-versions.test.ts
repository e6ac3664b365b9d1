import { cpeOrNull } from '../../../../src/model/cpe.js';
import { parsePurl } from '../../../../src/model/purl.js';
import { isCommitHash } from '../../../../src/model/versions/declared-version.js';
import { parseAdvisory } from '../../../../src/scores/vulnerabilities/advisory.js';
import { assessCriteria } from '../../../../src/scores/vulnerabilities/criteria-assessment.js';
import { parseCriteria } from '../../../../src/scores/vulnerabilities/cve-criteria.js';
import { affectedPackagesOf, assessPackage } from '../../../../src/scores/vulnerabilities/package-assessment.js';

/** Starts with digits, so that schemes would read it as a version. */
const commit = '11bd71901bbe5b1630ceea73d27597364c9af683';

const before = (ecosystem: string, name: string, fixed: string) =>
  parseAdvisory({
    id: 'X-1',
    affected: [
      { package: { ecosystem, name }, ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed }] }] },
    ],
  });

const statusOf = (purl: string, advisory: ReturnType<typeof parseAdvisory>): string => {
  const component = parsePurl(purl, 'repair');
  return assessPackage(component, { own: component.version! }, affectedPackagesOf(component, advisory)).status;
};

it.each([
  ['SwiftURL', 'github.com/acme/tool', `pkg:swift/github.com/acme/tool@${commit}`],
  ['Go', 'example.org/tool', 'pkg:golang/example.org/tool@12345fabcdef'],
  ['npm', 'tool', `pkg:npm/tool@${commit}`],
  ['Maven', 'org.acme:tool', `pkg:maven/org.acme/tool@${commit.slice(0, 10)}`],
  ['ConanCenter', 'tool', 'pkg:conan/tool@system'],
  ['ConanCenter', 'tool', 'pkg:conan/tool@cci.20230101'],
  ['Packagist', 'acme/tool', 'pkg:composer/acme/tool@9999999-dev'],
  ['Debian:12', 'tool', 'pkg:deb/debian/tool@(none)?distro=debian-12'],
])('%s does not compare a commit or a word: %s %s', (ecosystem, name, purl) => {
  expect(statusOf(purl, before(ecosystem, name, '5.0.0'))).toBe('unknown');
});

const action = parseAdvisory({
  id: 'X-2',
  affected: [
    {
      package: { ecosystem: 'GitHub Actions', name: 'Acme/tool' },
      ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '4.1.0' }, { fixed: '4.1.3' }] }],
      versions: ['v3'],
    },
  ],
});

it.each([
  ['v4.1.2', 'affected'],
  ['4.1.3', 'not_affected'],
  // The tag moves: v4 may be any release of 4, v4.0 none that is affected.
  ['v4', 'unknown'],
  ['4.1', 'unknown'],
  ['v4.0', 'not_affected'],
  ['v5', 'not_affected'],
  ['v3', 'affected'],
  [commit, 'unknown'],
  [commit.slice(0, 7), 'unknown'],
  ['main', 'unknown'],
])('the action at %s is %s', (version, status) => {
  for (const purl of ['githubactions/Acme/tool@', 'githubactions/acme/tool/inner@', 'github/acme/tool@'])
    expect({ purl, status: statusOf(`pkg:${purl}${version}`, action) }).toEqual({ purl, status });
});

it.each([
  ['20040902.021138', '2.1.1', 'unknown'],
  ['20040902.021138', '20231013', 'affected'],
  ['20231013', '20230227', 'not_affected'],
  ['20045678', '2.1.1', 'not_affected'],
])('a release of Maven under the date %s, before %s, is %s', (version, fixed, status) => {
  const advisory = before('Maven', 'org.acme:tool', fixed);
  expect(statusOf(`pkg:maven/org.acme/tool@${version}`, advisory)).toBe(status);
});

it('takes a word for no end of a range', () => {
  expect(statusOf('pkg:maven/org.acme/tool@1.0', before('Maven', 'org.acme:tool', 'unreleased'))).toBe('unknown');
});

it.each([
  [{ criteria: 'cpe:2.3:a:acme:tool:*:*:*:*:*:*:*:*', versionEndExcluding: '5.0' }, commit, 'generic'],
  [{ criteria: 'cpe:2.3:a:acme:tool:4.0:*:*:*:*:*:*:*' }, commit, 'generic'],
  [{ criteria: 'cpe:2.3:a:acme:tool:4.0:*:*:*:*:*:*:*' }, 'branch-4.0', 'npm'],
] as const)('criteria %j on %s', (entry, version, scheme) => {
  const { criteria } = parseCriteria('CVE-2024-1', 'nvd', [entry]);
  const cpe = cpeOrNull('cpe:2.3:a:acme:tool:*:*:*:*:*:*:*:*');
  expect(assessCriteria(version, criteria, scheme, cpe).status).toBe('unknown');
});

it('a criterion on every version affects a commit as well', () => {
  const { criteria } = parseCriteria('CVE-2024-1', 'nvd', [{ criteria: 'cpe:2.3:a:acme:tool:*:*:*:*:*:*:*:*' }]);
  expect(assessCriteria(commit, criteria, 'generic').status).toBe('affected');
});

it('tells commits from versions', () => {
  const versions = ['1.2.3', '20230311', '20230311b', '2023a', '1e5', '9999999-dev', 'deadbeef', '1.0.0-abcdef1'];
  expect(versions.filter(isCommitHash)).toEqual([]);
  expect([commit, '12345fabcdef', '11bd719', 'A1B2C3D'].filter((text) => !isCommitHash(text))).toEqual([]);
});

import { osvRecord } from '../../../../src/catalog/sources/osv-record.js';
import type { JsonObject } from '../../../../src/model/document.js';
import { osvPackage } from '../../../../src/model/osv-package.js';
import { parsePurl, purlKey } from '../../../../src/model/purl.js';
import { parseVersion } from '../../../../src/model/versions/versions.js';
import { type Advisory, parseAdvisory } from '../../../../src/scores/vulnerabilities/advisory.js';
import {
  advisoryKeys,
  lacksSource,
  qualifiersAtOtherVersion,
} from '../../../../src/scores/vulnerabilities/advisory-subjects.js';
import { releaseOf, releaseOfPurl } from '../../../../src/scores/vulnerabilities/ecosystems.js';
import { parseCpe } from '../../../../src/model/cpe.js';
import { parseCriteria } from '../../../../src/scores/vulnerabilities/cve-criteria.js';
import { matchTarget } from '../../../../src/scores/facts/findings-reader.js';
import { VulnerabilityMatcher } from '../../../../src/scores/vulnerabilities/vulnerability-matcher.js';
import { assessPackage, affectedPackagesOf } from '../../../../src/scores/vulnerabilities/package-assessment.js';
import {
  meetsRequirement,
  parseVersionRequirement,
} from '../../../../src/scores/vulnerabilities/version-requirement.js';

const record = (affected: JsonObject[], more: JsonObject = {}): JsonObject => ({ id: 'X-1', affected, ...more });
const judge = (purl: string, affected: JsonObject[]) => {
  const parsed = parsePurl(purl, 'repair');
  const statements = affectedPackagesOf(parsed, parseAdvisory(record(affected)));
  if (statements.length === 0) return null;
  const { status, fixedIn } = assessPackage(parsed, { own: parsed.version ?? '' }, statements);
  return `${status} ${fixedIn.join(' ')}`.trim();
};

describe('an OSV record', () => {
  const lodash: JsonObject = {
    package: { ecosystem: 'npm', name: 'lodash' },
    ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '4.17.21' }] }],
  };

  it.each([
    ['pkg:npm/lodash@4.17.20', 'affected 4.17.21'],
    ['pkg:npm/lodash@4.17.21', 'not_affected'],
    ['pkg:npm/lodash@4.17.21-rc.1', 'affected 4.17.21'],
    ['pkg:npm/lodash', 'unknown'],
    ['pkg:npm/lodash@latest', 'unknown'],
    ['pkg:npm/lodash-es@4.17.20', null],
    ['pkg:npm/%40x/lodash@4.17.20', null],
  ])('%s: %s', (purl, expected) => {
    expect(judge(purl, [lodash])).toBe(expected);
  });

  it('is not about anything once it is withdrawn', () => {
    const found = (withdrawn: string | null) => {
      const advisories = [parseAdvisory(record([lodash], { withdrawn }))];
      return new VulnerabilityMatcher(
        { purl: parsePurl('pkg:npm/lodash'), cpes: [] },
        { advisories, criteria: [] },
      ).findings('1.0.0');
    };
    expect(found('2024-01-01T00:00:00Z')).toEqual([]);
    expect(found(null)).toMatchObject([{ id: 'X-1', status: 'affected', fixedIn: '4.17.21' }]);
  });

  it.each([
    ['pkg:pypi/limnoria@2013-02-01T20:50:46', 'affected'],
    ['pkg:pypi/limnoria@2013-02-01t20:50:46', 'affected'],
    ['pkg:pypi/limnoria@2013-02-02T20:50:46', 'unknown'],
    ['pkg:pypi/limnoria@2019-11-09T00:00:00', 'not_affected'],
  ])('lists versions that no scheme orders, in the case of the purl type: %s is %s', (purl, expected) => {
    const limnoria: JsonObject = {
      package: { ecosystem: 'PyPI', name: 'limnoria' },
      versions: ['2013-02-01T20:50:46'],
      ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed: '2019-11-09T00:00:00' }] }],
    };
    expect(judge(purl, [limnoria])).toBe(expected);
  });

  it.each<[JsonObject, string, string]>([
    [{ ranges: [{ events: [{ introduced: '1.0' }, { last_affected: '2.0.0' }] }] }, '2.0.0+cu118 2.0+cpu', '2.0.1+cpu'],
    [{ ranges: [{ events: [{ introduced: '1.0' }, { fixed: '2.0.0' }] }] }, '1.9+cpu 1.0+cpu', '2.0.0+cu118'],
    [{ versions: ['1.0.0', '2.0.0'] }, '2.0.0+cu118 1.0+cpu', '1.5+cpu'],
    [{ versions: ['2.0.0+cu118'] }, '2.0.0+cu118 2.0+cu118', '2.0.0+cpu 2.0.0'],
    [
      {
        ranges: [{ events: [{ introduced: '0' }] }],
        database_specific: { last_known_affected_version_range: '<= 2.0.0' },
      },
      '2.0.0+cu118',
      '',
    ],
    [{ database_specific: { branches: [{ versions: ['>1.0', '<=2.0.0'] }] } }, '2.0.0+cu118', '1.0+cpu'],
    [{ database_specific: { patched_versions: ['!= 2.0.0'] } }, '2.0.0+cu118', '2.0.1+cu118'],
    [{ database_specific: { unaffected_versions: ['2.0.0', '<= 1.0'] } }, '2.0.1+cu118', '2.0.0+cu118 1.0+cpu'],
  ])('of PyPI speaks of local versions too: %j', (fields, inside, outside) => {
    const torch: JsonObject = { package: { ecosystem: 'PyPI', name: 'torch' }, ...fields };
    const statusOf = (version: string): string => judge(`pkg:pypi/torch@${encodeURIComponent(version)}`, [torch])!;
    for (const version of inside.split(' '))
      expect([version, statusOf(version).split(' ')[0]]).toEqual([version, 'affected']);
    for (const version of outside.split(' ').filter(Boolean))
      expect([version, statusOf(version)]).toEqual([version, 'not_affected']);
  });

  it('lists versions beside ranges', () => {
    const django: JsonObject = {
      package: { ecosystem: 'PyPI', name: 'Django' },
      versions: ['1.0', '3.2.1'],
      ranges: [
        { type: 'GIT', repo: 'https://x', events: [{ introduced: '0' }, { fixed: 'abc' }] },
        { type: 'ECOSYSTEM', events: [{ introduced: '3.2' }, { fixed: '3.2.4' }] },
      ],
    };
    expect(judge('pkg:pypi/django@1.0', [django])).toBe('affected 3.2.4');
    expect(judge('pkg:pypi/Django@3.2', [django])).toBe('affected 3.2.4');
    expect(judge('pkg:pypi/django@3.2.4', [django])).toBe('not_affected');
    expect(judge('pkg:pypi/django@3.1', [{ package: django['package']!, versions: ['3.1.0'] }])).toBe('affected');
    expect(judge('pkg:pypi/django@3.1', [{ package: django['package']! }])).toBe('unknown');
  });

  describe('with ranges of commits', () => {
    const [first, last, fix, other] = ['1a', '2b', '3c', '4d'].map((text) => text.repeat(20)) as [string, string, string, string]; // prettier-ignore
    const git = (...events: JsonObject[]): JsonObject => ({
      type: 'GIT',
      repo: 'https://github.com/Acme/Tool.git',
      events,
    });
    const closed = git({ introduced: '0' }, { introduced: first }, { last_affected: last }, { fixed: fix });

    it.each([
      [`pkg:github/acme/tool@${first}`, 'affected'],
      [`pkg:github/acme/tool@${last.toUpperCase()}`, 'affected'],
      [`pkg:github/acme/tool@${fix}`, 'not_affected'],
      [`pkg:github/acme/tool@${fix.slice(0, 7)}`, 'not_affected'],
      [`pkg:github/acme/tool@${other}`, 'unknown'],
      ['pkg:github/acme/tool@v1.2', 'affected'],
      ['pkg:github/acme/tool@1.2', 'affected'],
      ['pkg:github/acme/tool@20230101', 'affected'],
      ['pkg:github/acme/tool@20230102', 'unknown'],
      ['pkg:github/acme/tool@v1.3', 'not_affected'],
      ['pkg:github/acme/tool', 'unknown'],
      [`pkg:github/acme/other@${first}`, null],
    ])('of a repository alone, whose tags it lists: %s is %s', (purl, expected) => {
      expect(judge(purl, [{ ranges: [closed], versions: ['v1.2', '20230101'] }])).toBe(expected);
    });

    it('of a repository alone, the end of which is open, or whose tags it does not list', () => {
      expect(judge('pkg:github/acme/tool@v1.3', [{ ranges: [git({ introduced: first })], versions: ['v1.2'] }])).toBe('unknown'); // prettier-ignore
      expect(judge('pkg:github/acme/tool@v1.3', [{ ranges: [closed] }])).toBe('unknown');
    });

    it('of a repository alone, beside another the end of which is open', () => {
      const open = { ...git({ introduced: first }), repo: 'https://github.com/acme/other' };
      expect(judge('pkg:github/acme/tool@v1.3', [{ ranges: [closed, open], versions: ['v1.2'] }])).toBe('not_affected');
    });

    it('of a repository alone, beside ranges of its versions', () => {
      const semver: JsonObject = { type: 'SEMVER', events: [{ introduced: '7.69.0' }, { fixed: '8.4.0' }] };
      const of = (version: string) => judge(`pkg:github/acme/tool@${version}`, [{ ranges: [semver, closed] }]);
      expect([of('8.3.0'), of('v8.3.0'), of('8.4.0'), of(fix)]).toEqual([
        'affected 8.4.0', 'affected 8.4.0', 'not_affected', 'not_affected',
      ]); // prettier-ignore
    });

    it.each<[string, JsonObject[], string, string]>([
      ['without an end', [git({ introduced: '0' })], 'affected', 'unknown'],
      ['without an end, though another has one', [closed, git({ introduced: first })], 'affected', 'unknown'],
      ['with an open limit', [git({ introduced: '0' }, { limit: '*' })], 'affected', 'unknown'],
      ['with a fix', [git({ introduced: '0' }, { fixed: fix })], 'affected', 'not_affected'],
      ['with a last one', [git({ introduced: first }, { last_affected: last })], 'affected', 'not_affected'],
      ['none', [], 'affected', 'not_affected'],
    ])('of a package that lists its versions: %s', (_what, ranges, listed, other) => {
      const stated: JsonObject = { package: { ecosystem: 'PyPI', name: 'tool' }, ranges, versions: ['1.0', '1.1'] };
      expect(['1.0', '1.1.0', '1.2'].map((one) => judge(`pkg:pypi/tool@${one}`, [stated]))).toEqual([listed, listed, other]); // prettier-ignore
      const range: JsonObject = { type: 'ECOSYSTEM', events: [{ introduced: '1.0' }, { fixed: '1.2' }] };
      expect(judge('pkg:pypi/tool@1.2', [{ ...stated, ranges: [...ranges, range] }])).toBe('not_affected');
      const safe = { ...stated, database_specific: { patched_versions: ['>= 1.2'] } };
      expect(['1.1.5', '1.2'].map((one) => judge(`pkg:pypi/tool@${one}`, [safe]))).toEqual(['affected 1.2', 'not_affected']); // prettier-ignore
    });

    it('of a package, which has versions of its own', () => {
      const range: JsonObject = { type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed: '2.0' }] };
      const stated = { package: { ecosystem: 'PyPI', name: 'tool' }, ranges: [closed, range], versions: ['1.0'] };
      const of = (purl: string) => judge(purl, [stated]);
      expect([of('pkg:pypi/tool@1.5'), of('pkg:pypi/tool@2.0')]).toEqual(['affected 2.0', 'not_affected']);
      const versions = [fix, first, 'v1.0', 'v1.5', 'v2.0', other];
      expect(versions.map((version) => of(`pkg:github/acme/tool@${version}`))).toEqual([
        'not_affected', 'affected', 'affected', 'unknown', 'unknown', 'unknown',
      ]); // prettier-ignore
    });

    it('on a host that no purl names says nothing', () => {
      const repo = 'https://git.example.org/acme/tool.git';
      expect(parseAdvisory(record([{ ranges: [{ ...closed, repo }] }])).packages).toEqual([]);
      expect(osvRecord(record([{ ranges: [{ ...closed, repo }, closed] }])).packageKeys).toEqual([
        'pkg:github/acme/tool',
      ]);
    });
  });

  it('is unknown where it cannot be read, but for what it names', () => {
    const range: JsonObject = { type: 'SEMVER', events: [{ introduced: 'nightly-1' }, { fixed: '2.0.0' }] };
    const odd: JsonObject = { package: { ecosystem: 'npm', name: 'odd' }, ranges: [range] };
    expect(judge('pkg:npm/odd@1.0.0', [odd])).toBe('unknown');
    expect(judge('pkg:npm/odd@2.0.0', [odd])).toBe('not_affected');
    expect(judge('pkg:npm/odd@nightly-1', [odd])).toBe('affected');
  });

  it('takes what is named as fixed for fixed, though the next branch begins at 0', () => {
    const branch = (fixed: string): JsonObject => ({
      package: { ecosystem: 'Go', name: 'github.com/cometbft/cometbft' },
      ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed }] }],
    });
    const both = [branch('0.38.17'), branch('1.0.1')];
    expect(judge('pkg:golang/github.com/cometbft/cometbft@v0.38.17', both)).toBe('not_affected');
    expect(judge('pkg:golang/github.com/cometbft/cometbft@v0.38.16', both)).toBe('affected 0.38.17 1.0.1');
    expect(judge('pkg:golang/github.com/cometbft/cometbft@v1.0.0', both)).toBe('affected 1.0.1');
  });

  it.each(['java', 'x86_64-linux', 'x64-mingw32', 'arm64-darwin'])('counts for a gem built for %s', (platform) => {
    const named: JsonObject = { ecosystem: 'RubyGems', name: 'nokogiri' };
    const ranges: JsonObject[] = [{ type: 'ECOSYSTEM', events: [{ introduced: '1.13.0' }, { fixed: '1.13.4' }] }];
    const nokogiri: JsonObject = { package: named, ranges, versions: ['1.11.7'] };
    const of = (version: string) => judge(`pkg:gem/nokogiri@${version}-${platform}`, [nokogiri]);
    expect(of('1.13.0')).toBe('affected 1.13.4');
    expect(of('1.13.4')).toBe('not_affected');
    expect(of('1.13.4-rc1')).toBe('affected 1.13.4');
    expect(of('1.11.7')).toBe('affected 1.13.4');
  });

  it('does not know of what came after the last version that GitHub knew of', () => {
    const open: JsonObject = {
      package: { ecosystem: 'Maven', name: 'g:a' },
      ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }] }],
      database_specific: { last_known_affected_version_range: '<= 1.2.3' },
    };
    expect(judge('pkg:maven/g/a@1.2.3', [open])).toBe('affected');
    expect(judge('pkg:maven/g/a@1.2.4', [open])).toBe('unknown');
    const before = { ...open, database_specific: { last_known_affected_version_range: '< 1.2.3' } };
    expect(judge('pkg:maven/g/a@1.2.2', [before])).toBe('affected');
    expect(judge('pkg:maven/g/a@1.2.3', [before])).toBe('unknown');
    const fixed: JsonObject = {
      ...open,
      ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed: '1.2.4' }] }],
    };
    expect(judge('pkg:maven/g/a@1.2.4', [fixed])).toBe('not_affected');
  });

  it('survives any shape', () => {
    for (const affected of [[], ['x'], [null], [{ package: 7 }], [{ package: { ecosystem: 'npm', name: '' } }], 7])
      expect(parseAdvisory({ id: 7, aliases: [1, 'a'], affected } as unknown as JsonObject)).toMatchObject({
        id: '',
        aliases: ['a'],
        packages: [],
      });
    const odd = {
      package: { ecosystem: 'npm', name: 'a' },
      ranges: [{ events: [{ introduced: 0 }, 'x'] }],
      versions: [1],
    };
    expect(judge('pkg:npm/a@1.0.0', [odd as unknown as JsonObject])).toBe('unknown');
  });
});

describe('records with a notation of their own', () => {
  it('Ruby: all but the patched and the unaffected', () => {
    const rails: JsonObject = {
      package: { ecosystem: 'RubyGems', name: 'rails' },
      ranges: [],
      database_specific: { patched_versions: ['~> 5.2.4, >= 5.2.4.3', '>= 6.0.3.1'], unaffected_versions: ['< 4.0.0'] },
    };
    expect(judge('pkg:gem/rails@3.2.22', [rails])).toBe('not_affected');
    expect(judge('pkg:gem/rails@5.2.4.2', [rails])).toBe('affected 5.2.4.3 6.0.3.1');
    expect(judge('pkg:gem/rails@5.2.4.3', [rails])).toBe('not_affected');
    expect(judge('pkg:gem/rails@6.0.0.rc1', [rails])).toBe('affected 6.0.3.1');
    expect(judge('pkg:gem/rails@6.0.3.1', [rails])).toBe('not_affected');
    const never = { ...rails, database_specific: { patched_versions: null, unaffected_versions: null } };
    expect(judge('pkg:gem/rails@9', [never])).toBe('affected');
  });

  it('PHP: branches', () => {
    const twig: JsonObject = {
      package: { ecosystem: 'Packagist', name: 'twig/twig' },
      ranges: [],
      database_specific: {
        branches: [
          { branch: '1.x', versions: ['>=1.0', '<1.44.7'] },
          { branch: '2.x', versions: ['>=2.0.0', '<=2.15.2'] },
        ],
      },
    };
    expect(judge('pkg:composer/twig/twig@v1.44.6', [twig])).toBe('affected 1.44.7');
    expect(judge('pkg:composer/twig/twig@1.44.7', [twig])).toBe('not_affected');
    expect(judge('pkg:composer/twig/twig@2.15.2', [twig])).toBe('affected');
    for (const branch of ['dev-main', '2.15.x-dev', '2.x-dev', '2.15.*-dev', '3.0.x-dev'])
      expect(judge(`pkg:composer/twig/twig@${branch}`, [twig])).toBe('unknown');
    const range: JsonObject = { events: [{ introduced: '2.1.0' }, { fixed: '2.2.0' }] };
    const advisory: JsonObject = {
      package: { ecosystem: 'Packagist', name: 'twig/twig' },
      ranges: [range],
      versions: ['2.1.0'],
    };
    expect(judge('pkg:composer/twig/twig@2.1.x-dev', [advisory])).toBe('unknown');
  });

  it.each([
    ['~> 3.2.0', '3.2.0 3.2.9', '3.1.9 3.3 3.3.0.rc1'],
    ['~> 2.2', '2.2 2.9', '3.0 3.0.0.beta1'],
    ['>= 1.0, < 2.0', '1.0 1.9', '2.0 0.9'],
    ['>=1.0 <2.0', '1.5', '2.0'],
    ['!= 1.5', '1.4', '1.5.0'],
    ['1.0', '1.0.0', '1.0.1'],
  ])('%s', (text, inside, outside) => {
    const requirement = parseVersionRequirement('gem', text)!;
    for (const version of inside.split(' '))
      expect(meetsRequirement(requirement, parseVersion('gem', version)!)).toBe(true);
    for (const version of outside.split(' '))
      expect(meetsRequirement(requirement, parseVersion('gem', version)!)).toBe(false);
  });

  it.each(['', ',', '>= ', '^1.0', '>= x', '>>1', '1.0 || 2.0'])('%p is no requirement', (text) => {
    expect(parseVersionRequirement('gem', text)).toBeNull();
  });
});

describe('packages of distributions', () => {
  const curl = (release: string, fixed: string): JsonObject => ({
    package: { ecosystem: `Debian:${release}`, name: 'curl' },
    ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed }] }],
  });
  const both = [curl('11', '7.74.0-1.3+deb11u11'), curl('12', '7.88.1-10+deb12u5')];

  it.each([
    ['pkg:deb/debian/curl@7.74.0-1.3?distro=debian-11', 'affected 7.74.0-1.3+deb11u11'],
    ['pkg:deb/debian/curl@7.74.0-1.3+deb11u11?distro=debian-11', 'not_affected'],
    ['pkg:deb/debian/curl@7.88.1-10?distro=bookworm', 'affected 7.88.1-10+deb12u5'],
    ['pkg:deb/debian/libcurl4@7.88.1-10?distro=debian-12&upstream=curl', 'affected 7.88.1-10+deb12u5'],
    ['pkg:deb/debian/curl@7.88.1-10%2Bdeb12u5', 'not_affected'],
    ['pkg:deb/debian/curl@7.74.0-1.3%2Bdeb11u11', 'not_affected'],
    ['pkg:deb/debian/curl@7.80.0-1', 'unknown'],
    ['pkg:deb/debian/curl@7.88.1-10?distro=debian-13', null],
    ['pkg:deb/ubuntu/curl@7.88.1-10', null],
  ])('%s: %s', (purl, expected) => {
    expect(judge(purl, both)).toBe(expected);
  });

  it.each([
    ['openeuler-22.03', '7.79.1-20.oe2203', 'affected 7.79.1-21.oe2203sp1 7.79.1-28.oe2203sp3'],
    ['openeuler-22.03', '7.79.1-21.oe2203sp1', 'not_affected'],
    ['openeuler-22.03', '7.79.1-25.oe2203', 'unknown'],
    ['openeuler-22.03', '7.79.1-30.oe2203sp3', 'not_affected'],
    ['openeuler-22.03-LTS-SP3', '7.79.1-21.oe2203sp1', 'affected 7.79.1-28.oe2203sp3'],
    ['openeuler-22.03-LTS-SP1', '7.79.1-21.oe2203sp1', 'not_affected'],
    ['openeuler-22.03-LTS-SP4', '7.79.1-20.oe2203', null],
    ['openeuler-24.03', '7.79.1-20.oe2203', null],
  ])('for parts of the release %s that the package declares, %s: %s', (distro, version, expected) => {
    const part = (release: string, fixed: string): JsonObject => ({
      package: { ecosystem: `openEuler:${release}`, name: 'curl' },
      ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed }] }],
    });
    const parts = [part('22.03-LTS-SP1', '7.79.1-21.oe2203sp1'), part('22.03-LTS-SP3', '7.79.1-28.oe2203sp3')];
    expect(judge(`pkg:rpm/openeuler/curl@${version}?distro=${distro}`, parts)).toBe(expected);
  });

  it('for its release and for parts of it counts those for the release', () => {
    const redHat = (release: string, fixed: string): JsonObject => ({
      package: { ecosystem: `Red Hat:${release}::baseos`, name: 'curl' },
      ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed }] }],
    });
    const both = [redHat('enterprise_linux:8', '7.61.1-30.el8'), redHat('rhel_eus:8.4', '7.61.1-18.el8_4')];
    expect(judge('pkg:rpm/redhat/curl@7.61.1-20.el8?distro=rhel-8', both)).toBe('affected 7.61.1-30.el8');
  });

  it('RPM has its epoch in a qualifier', () => {
    const openssl: JsonObject = {
      package: { ecosystem: 'AlmaLinux:9', name: 'openssl' },
      ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed: '1:3.0.7-16.el9_2' }] }],
    };
    expect(judge('pkg:rpm/almalinux/openssl@3.0.7-6.el9?epoch=1&distro=almalinux-9.2', [openssl])).toBe(
      'affected 1:3.0.7-16.el9_2',
    );
    expect(judge('pkg:rpm/almalinux/openssl@3.0.7-16.el9_2?epoch=1&distro=almalinux-9', [openssl])).toBe(
      'not_affected',
    );
  });

  it.each([
    ['Go', 'github.com/Gin-Gonic/gin', 'pkg:golang/github.com/gin-gonic/gin'],
    ['Go', 'stdlib', 'pkg:golang/stdlib'],
    ['npm', '@babel/traverse', 'pkg:npm/%40babel/traverse'],
    ['Maven', 'org.apache.logging.log4j:log4j-core', 'pkg:maven/org.apache.logging.log4j/log4j-core'],
    ['Packagist', 'Twig/Twig', 'pkg:composer/twig/twig'],
    ['PyPI', 'Zope.Interface', 'pkg:pypi/zope-interface'],
    ['Debian:12', 'curl', 'pkg:deb/debian/curl'],
    ['Alpine:v3.18', 'musl', 'pkg:apk/alpine/musl'],
    ['SwiftURL', 'https://github.com/apple/swift-nio', 'pkg:swift/github.com/apple/swift-nio'],
    ['Rocky Linux:9', 'kernel', 'pkg:rpm/rocky-linux/kernel'],
    ['crates.io', 'smallvec', 'pkg:cargo/smallvec'],
  ])('%s %s is %s', (ecosystem, name, key) => {
    expect(purlKey(osvPackage(ecosystem, name, undefined)!)).toBe(key);
  });

  it('reads releases', () => {
    expect(['Debian:12', 'Alpine:v3.18', 'Ubuntu:Pro:18.04:LTS', 'npm', 'Debian:sid'].map(releaseOf)).toEqual([
      '12',
      '3.18',
      '18.04',
      null,
      null,
    ]);
    const release = (distro: string) => releaseOfPurl(parsePurl(`pkg:deb/debian/a?distro=${distro}`));
    expect(['debian-12', 'bookworm', 'ubuntu-22.04', 'sid', 'alpine-3.18.4'].map(release)).toEqual([
      '12',
      '12',
      '22.04',
      null,
      '3.18.4',
    ]);
    expect(osvPackage('Nonsense', 'a', undefined)).toBeNull();
    expect(osvPackage('constructor', 'a', undefined)).toBeNull();
    expect(osvPackage('npm', '', undefined)).toBeNull();
  });

  it('files a binary package under its source too', () => {
    expect(advisoryKeys(parsePurl('pkg:deb/debian/libcurl4@1?upstream=curl@7.88.1'))).toEqual([
      'pkg:deb/debian/libcurl4',
      'pkg:deb/debian/curl',
    ]);
    expect(advisoryKeys(parsePurl('pkg:rpm/fedora/openssl-libs@3?upstream=openssl-3.0.7-6.el9.src.rpm'))).toEqual([
      'pkg:rpm/fedora/openssl-libs',
      'pkg:rpm/fedora/openssl',
    ]);
  });
});

describe('advisories on the source package', () => {
  const advisory = (ecosystem: string, fixed: Readonly<Record<string, string>>, id = 'X-1') =>
    parseAdvisory({
      id,
      affected: Object.entries(fixed).map(([name, version]) => ({
        package: { ecosystem, name },
        ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed: version }] as JsonObject[] }],
      })),
    });
  const matcherOf = (purl: string, ...advisories: Advisory[]) => {
    const parsed = parsePurl(purl);
    const matcher = new VulnerabilityMatcher({ purl: parsed, cpes: [] }, { advisories, criteria: [] });
    return { matcher, version: parsed.version! };
  };
  const found = (purl: string, ...advisories: Advisory[]) => {
    const { matcher, version } = matcherOf(purl, ...advisories);
    return matcher.findings(version).map(({ status, fixedIn }) => `${status} ${fixedIn ?? ''}`.trim());
  };

  const utilLinux = advisory('Debian:12', { 'util-linux': '2.38.1-5+deb12u1' });
  it.each([
    ['mount@2.38.1-5?distro=debian-12&upstream=util-linux', 'affected 2.38.1-5+deb12u1'],
    ['mount@2.38.1-5?distro=debian-12&upstream=util-linux%402.38.1-5', 'affected 2.38.1-5+deb12u1'],
    ['bsdutils@1:2.38.1-5?distro=debian-12&upstream=util-linux%402.38.1-5', 'affected util-linux 2.38.1-5+deb12u1'],
    ['bsdutils@1:2.38.1-5?distro=debian-12&upstream=util-linux%402.38.1-5%2Bdeb12u1', undefined],
    ['bsdutils@1:2.38.1-5?distro=debian-12&upstream=util-linux%40', 'unknown'],
  ])('compare with the version of the source: %s', (purl, expected) => {
    expect(found(`pkg:deb/debian/${purl}`, utilLinux)[0]).toBe(expected);
  });

  // Debian's source that signs it has a version of its own: 6.1.76+1.
  it.each([
    ['debian/linux-image-6.1.0-18-amd64@6.1.76-1?upstream=linux-signed-amd64%406.1.76%2B1', 'linux', true],
    ['debian/linux-image-6.1.0-18-arm64@6.1.76-1?upstream=linux-signed-arm64%406.1.76%2B1', 'linux', true],
    ['debian/linux-image-6.1.0-0.deb11.17-amd64@6.1.69-1?upstream=linux-signed-6.1-amd64', 'linux-6.1', true],
    ['debian/linux-image-6.1.0-21-amd64@6.1.90-1?upstream=linux-signed-amd64%406.1.90%2B1', 'linux', false],
    ['ubuntu/linux-image-6.1.0-14-generic@6.1.80-1?upstream=linux-signed-hwe-6.5', 'linux-hwe-6.5', true],
    ['ubuntu/linux-image-6.1.0-14-generic@6.1.80-1?upstream=linux-signed', 'linux', true],
    ['debian/grub-efi@6.1.80-1?upstream=grub-efi-amd64-signed', 'linux', false],
  ])('compare a signed kernel with the advisories on it: %s', (purl, name, isAffected) => {
    const kernel = advisory(purl.startsWith('ubuntu') ? 'Ubuntu:22.04:LTS' : 'Debian:12', { [name]: '6.1.85-1' });
    expect(found(`pkg:deb/${purl}`, kernel)).toEqual(isAffected ? ['affected 6.1.85-1'] : []);
  });

  it('compare with the version of the source where both have one name', () => {
    const gcc = advisory('Debian:12', { gcc: '12.3' });
    expect(found('pkg:deb/debian/gcc@4:12.2?distro=debian-12&upstream=gcc%4012.2', gcc)).toEqual(['affected gcc 12.3']);
  });

  it('say of which package the version is that they speak of', () => {
    const { matcher, version } = matcherOf('pkg:deb/debian/bsdutils@1:2.38.1-5?upstream=util-linux%402.38.1-5', utilLinux); // prettier-ignore
    expect(matcher.findings(version)[0]!.reason).toBe(
      'Affected from the beginning before 2.38.1-5+deb12u1 (source package util-linux 2.38.1-5)',
    );
  });

  const perl = 'pkg:rpm/redhat/perl-Errno@1.30-482.el9?upstream=perl-5.32.1-482.el9.src.rpm';
  it.each([
    [{ perl: '4:5.32.1-481.el9' }, 'unknown'],
    [{ perl: '4:5.32.1-483.el9' }, 'affected perl 4:5.32.1-483.el9'],
    [{ perl: '5.32.1-483.el9' }, 'affected perl 5.32.1-483.el9'],
    [{ perl: '5.32.1-481.el9' }, undefined],
    [{ perl: '4:5.32.1-481.el9', 'perl-Errno': '0:1.30-481.el9' }, undefined],
    [{ perl: '4:5.32.1-481.el9', 'perl-Errno': '0:1.30-483.el9' }, 'affected 0:1.30-483.el9'],
  ] as const)('whose epoch the name of a source RPM does not state: %j', (fixed, expected) => {
    expect(found(perl, advisory('Red Hat:enterprise_linux:9::appstream', { ...fixed }))[0]).toBe(expected);
  });

  it('of an RPM of the same version has the same epoch', () => {
    const openssl = advisory('Rocky Linux:9', { openssl: '1:3.0.7-24.el9' });
    const libs = (version: string) =>
      `pkg:rpm/rocky/openssl-libs@${version}?epoch=1&upstream=openssl-${version}.src.rpm&distro=rocky-9.3`;
    expect(found(libs('3.0.7-6.el9'), openssl)).toEqual(['affected 1:3.0.7-24.el9']);
    expect(found(libs('3.0.7-24.el9'), openssl)).toEqual([]);
  });

  it('of Debian with an epoch as a qualifier', () => {
    const openssh = advisory('Debian:12', { openssh: '1:9.2p1-2+deb12u3' });
    const purl = (version: string) => `pkg:deb/debian/openssh@${version}?distro=debian-12.11&epoch=1`;
    expect(found(purl('9.2p1-2%2Bdeb12u7'), openssh)).toEqual([]);
    expect(found(purl('9.2p1-2%2Bdeb12u2'), openssh)).toEqual(['affected 1:9.2p1-2+deb12u3']);
  });

  it('are removed by a version of the source', () => {
    const later = advisory('Debian:12', { 'util-linux': '2.38.1-5+deb12u3' }, 'X-2');
    const { matcher, version } = matcherOf('pkg:deb/debian/bsdutils@1:2.38.1-5?upstream=util-linux%402.38.1-5', utilLinux, later); // prettier-ignore
    expect(matcher.adviseFix(version)).toEqual({
      version: '2.38.1-5+deb12u3',
      source: 'util-linux',
      solved: 2,
      remaining: [],
    });
  });

  it('do not speak of a source whose version at another version of the component is not known', () => {
    const upstreamOf = (purl: string) => qualifiersAtOtherVersion(parsePurl(purl))['upstream'];
    expect(upstreamOf('pkg:deb/debian/mount@2.38?upstream=util-linux%402.38')).toBe('util-linux');
    expect(upstreamOf('pkg:deb/debian/bsdutils@1:2.38?upstream=util-linux%402.38')).toBe('util-linux@');
    expect(upstreamOf('pkg:rpm/redhat/a-libs@1-1?upstream=a-1-1.src.rpm')).toBe('a');
    expect(upstreamOf('pkg:deb/debian/mount@2.38')).toBeUndefined();
  });

  it.each([
    ['pkg:deb/debian/libssl3@3.0.11-1~deb12u2?distro=debian-12.4', true],
    ['pkg:apk/alpine/libssl3@3.1.4-r1', true],
    ['pkg:rpm/rocky/openssl-libs@3.0.7-24.el9', true],
    ['pkg:rpm/sles/libopenssl3@3.0.8-1', true],
    ['pkg:rpm/rhel/openssl-libs@3.0.7-24.el9', false],
    ['pkg:rpm/almalinux/openssl-libs@3.0.7-24.el9', false],
    ['pkg:deb/debian/libssl3@3.0.11-1~deb12u2?upstream=openssl', false],
    ['pkg:npm/openssl@1.0.0', false],
  ])('are missed where the source is not declared: %s %s', (purl, isMissing) => {
    expect(lacksSource(parsePurl(purl))).toBe(isMissing);
  });

  it('share a matcher only where the source has one version', () => {
    const keyOf = (upstream: string, version = '1:1-1') =>
      matchTarget({ purl: parsePurl(`pkg:deb/debian/a@${version}?upstream=${upstream}`), cpe: null, version }).key;
    expect(keyOf('b%401-1')).not.toBe(keyOf('b%401-2'));
    expect(keyOf('b%401-1')).toBe(keyOf('b%401-1', '1:2-1'));
    expect(keyOf('b')).toBe(keyOf('b', '1:2-1'));
  });
});

describe('adviseFix', () => {
  const advisory = (id: string, ...events: Record<string, string>[]) =>
    parseAdvisory({
      id,
      affected: [{ package: { ecosystem: 'npm', name: 'a' }, ranges: [{ type: 'SEMVER', events }] }],
    });
  const adviseFix = (version: string, advisories: Advisory[], dismissed: string[] = []) =>
    new VulnerabilityMatcher({ purl: parsePurl('pkg:npm/a'), cpes: [] }, { advisories, criteria: [] }).adviseFix(
      version,
      new Set(dismissed),
    );

  it('is the smallest version that fixes most and is not vulnerable itself', () => {
    const known = [
      advisory('A', { introduced: '0' }, { fixed: '1.0.5' }),
      advisory('B', { introduced: '0' }, { fixed: '1.2.0' }, { introduced: '2.0.0' }, { fixed: '2.1.0' }),
      advisory('C', { introduced: '1.2.0' }, { fixed: '1.2.1' }),
      advisory('D', { introduced: '0' }),
    ];
    expect(adviseFix('1.0.0', known.slice(0, 2))).toEqual({ version: '1.2.0', solved: 2, remaining: [] });
    expect(adviseFix('1.0.0', known)).toEqual({ version: '1.2.1', solved: 2, remaining: ['D'] });
    expect(adviseFix('1.2.0', known)).toEqual({ version: '1.2.1', solved: 1, remaining: ['D'] });
    expect(adviseFix('1.0.0', known.slice(3))).toBeNull();
    expect(adviseFix('9.0.0', known.slice(0, 3))).toBeNull();
  });

  it('leaves out what somebody has said does not affect it', () => {
    const known = [
      advisory('A', { introduced: '0' }, { fixed: '1.0.5' }),
      advisory('B', { introduced: '0' }, { fixed: '9.0.0' }),
    ];
    expect(adviseFix('1.0.0', known, ['B'])).toEqual({ version: '1.0.5', solved: 1, remaining: [] });
    expect(adviseFix('1.0.0', known, ['A', 'B'])).toBeNull();
  });

  it('is told of products by the ends of the ranges that CVEs name', () => {
    const cve = (name: string, end: string) =>
      parseCriteria(name, 'nvd', [{ criteria: 'cpe:2.3:a:acme:anvil:*:*:*:*:*:*:*:*', versionEndExcluding: end }]);
    const matcher = new VulnerabilityMatcher(
      { purl: null, cpes: [parseCpe('cpe:2.3:a:acme:anvil:*:*:*:*:*:*:*:*')] },
      {
        advisories: [],
        criteria: [cve('CVE-1', '2.1'), cve('CVE-2', '2.0.3')],
      },
    );
    expect(matcher.adviseFix('1.9')).toEqual({ version: '2.1', solved: 2, remaining: [] });
    expect(matcher.adviseFix('2.1')).toBeNull();
  });
});

// PYSEC-2023-61 (django), PYSEC-2023-177 (gevent): listed pre-releases and post-releases lie outside of the range
it.each([
  [['3.2', '3.2.1', '3.2a1', '3.2rc1'], '3.2 3.2.19', '3.2a1 3.2.0a1 3.2-alpha.1 v3.2.0rc1', '3.2b1 4.0 3.1'],
  [['23.9.0', '23.9.0.post1'], '0 23.9.0', '23.9.0.post1 23.9.0-1', '23.9.1 24.0'],
])('finds a listed version however it is written: %j', (versions, ends, listed, others) => {
  const [introduced, fixed] = ends.split(' ') as [string, string];
  const affected: JsonObject[] = [
    {
      package: { ecosystem: 'PyPI', name: 'a' },
      ranges: [{ type: 'ECOSYSTEM', events: [{ introduced }, { fixed }] }],
      versions,
    },
  ];
  const statusOf = (version: string) => `${version} ${judge(`pkg:pypi/a@${version}`, affected)!.split(' ')[0]}`;
  expect(listed.split(' ').map(statusOf)).toEqual(listed.split(' ').map((version) => `${version} affected`));
  expect(others.split(' ').map(statusOf)).toEqual(others.split(' ').map((version) => `${version} not_affected`));
});

// composer/semver 3.3.2: Semver::satisfies('2.0.0-beta1', '>=2.0,<2.3') is true
it.each([
  ['2.0.0-beta1', 'affected 2.3'],
  ['2.0-dev', 'affected 2.3'],
  ['2.2.9', 'affected 2.3'],
  ['2.3.0-RC1', 'affected 2.3'],
  ['2.3.0', 'not_affected'],
  ['1.9.9', 'not_affected'],
  ['2.0.0-custom', 'unknown'],
  ['2.0.0.post1', 'unknown'],
])('starts a branch of FriendsOfPHP with its pre-releases: %s', (version, expected) => {
  const branches = [{ branch: '2.x', versions: ['>=2.0', '<2.3'] }];
  const affected = [{ package: { ecosystem: 'Packagist', name: 'a/b' }, database_specific: { branches } }];
  expect(judge(`pkg:composer/a/b@${version}`, affected)).toBe(expected);
});

it('starts no branch of Composer before a pre-release that it names', () => {
  const requirement = parseVersionRequirement('composer', '>=2.0-RC1')!;
  const meets = (text: string) => meetsRequirement(requirement, parseVersion('composer', text)!);
  expect(['2.0-beta1', '2.0-RC1', '2.0'].map(meets)).toEqual([false, true, true]);
});

import fc from 'fast-check';
import semver from 'semver';
import { cpuMilliseconds } from '../../support/cpu-time.js';
import { maxVersionLength } from '../../../src/model/versions/scheme.js';
import {
  compareVersions,
  parseVersion,
  schemeForPurlType,
  type VersionSchemeName,
  versionSchemeNames,
} from '../../../src/model/versions/versions.js';

/** Versions in ascending order, the same version joined by `=`: after each ecosystem's own documentation or tests. */
const ascending: [VersionSchemeName, string][] = [
  // semver.org, 11
  ['semver', '1.0.0-alpha 1.0.0-alpha.1 1.0.0-alpha.beta 1.0.0-beta 1.0.0-beta.2 1.0.0-beta.11 1.0.0-rc.1 1.0.0'],
  ['semver', '1.0.0=v1.0.0=1.0.0+build 1.0.1 1.2.0 1.10.0 2.0.0 99999999999999999999.0.0'],
  ['npm', '1.2.3-4 1.2.3-asdf 1.2.3-r100 1.2.3-r2 1.2.3=v1.2.3=1.2.3+5 1.2.4'],
  ['npm', '1.0.0-1 1.0.0-a-b 1.0.0beta 1.0.0=1=1.0'],
  ['cargo', '0.1.0-alpha.1 0.1.0=0.1.0+deprecated 0.1.1'],
  ['hex', '1.0.0-alpha 1.0.0-alpha.1 1.0.0-rc.2 1.0.0-rc.10 1.0.0=1.0.0+20130417 1.1.0'],
  // golang.org/ref/mod; go.dev/doc/toolchain
  ['golang', 'v0.0.0-20180101000000-abcdefabcdef v0.0.0-20191109021931-daa7c04131f5 v0.1.0'],
  ['golang', 'v1.2.3-pre v1.2.3 v1.2.4-0.20191109021931-daa7c04131f5 v1.2.4 v2.0.0=v2.0.0+incompatible'],
  ['golang', 'go1.20=1.20.0 go1.20.5=1.20.5 go1.21rc2=1.21.0-rc.2 1.21rc10 go1.21=1.21.0 1.21.1'],
  // dart.dev; pub_semver
  ['pub', '1.0.0-alpha 1.0.0-rc.1 1.0.0-rc.1+build.1 1.0.0 1.0.0+0.3.7 1.3.7+build 1.3.7+build.2.b8 1.3.7+build.11.e0'],
  // PEP 440, "Summary of permitted suffixes and relative ordering"
  ['pypi', '1.dev0 1.0.dev456 1.0a1 1.0a2.dev456 1.0a12.dev456 1.0a12 1.0b1.dev456 1.0b2 1.0b2.post345.dev456'],
  [
    'pypi',
    '1.0b2.post345 1.0rc1.dev456 1.0rc1 1.0=1.0.0 1.0+abc.5 1.0+abc.7 1.0+5 1.0.post456.dev34 1.0.post456 1.0.15',
  ],
  ['pypi', '1.0.dev1 1.0-alpha_1=v1.0.A1 1.0c1=1.0-rc.1=1.0preview1 1.0 1.0-1=1.0.post1=1.0rev1 2013.10 1!1.0'],
  // maven.apache.org/pom.html#version-order-specification; ComparableVersionTest
  ['maven', '1-alpha=1.0-alpha 1-beta 1-milestone 1-rc=1-cr 1-snapshot 1=1.0=1-ga=1-final=1.0.0 1-sp 1-foo 1-1 1.1'],
  ['maven', '1-alpha-1=1a1 1-alpha-2 1-beta-1=1b1 1-m3=1-milestone-3 1-SNAPSHOT 1 1-sp2 1-abc 1-1-snapshot 1-1 1-2'],
  ['maven', '2.0 2.0.a=2-a=2.0.0.a 2-1 2.0.2 2.0.123 2.1.0 2.1-a 2.1b 2.1-c 2.1-1 2.1.0.1 2.2 2.123'],
  ['maven', '6.1.0rc3 6.1.0 6.1H.5-beta 20190126.230843 1234567890.12345 123456789012345.1H.5-beta'],
  ['maven', '1-0.alpha 1-0.beta 1 1.0.Final-redhat'],
  ['maven', '1.0.final-redhat 1.0-sp1-redhat=1.0-sp-1-redhat'],
  // Gem::Version
  ['gem', '0.9 1.0.a.2=1.0.a2 1.0.b1 1.0=1 1.0.1 1.1.rc1 1.1'],
  ['gem', '5.a 5.0.0-rc3 5.0.0.rc2 5.0.0=5=5.0 5.2.3 5.2.4 5.2.10'],
  // Gem::Platform, as full names of gems have it
  ['gem', '1.0-beta 1.0-rc1=1.0.pre.rc1-java=1.0-rc1-x86_64-linux 1.0=1.0-java=1.0-jruby=1.0-x86_64-linux 1.0.1-java'],
  ['gem', '1.0-linux1 1.0-x86 1.0=1.0-x64-mingw32=1.0-x64-mingw-ucrt=1.0-x86-mswin32-60=1.0-universal-java-11 1.1'],
  [
    'gem',
    '2.0-a 2.0=2.0-arm64-darwin=2.0-arm64-darwin-22=2.0-x86_64-linux-musl=2.0-arm-linux-gnueabihf=2.0-x86-freebsd',
  ],
  // learn.microsoft.com, NuGet "Package versioning"
  ['nuget', '1.0.1-aaa 1.0.1-alpha 1.0.1-BETA=1.0.1-beta 1.0.1-open 1.0.1-rc.2 1.0.1-rc.10 1.0.1-zzz 1.0.1'],
  ['nuget', '1.0.1=1.0.1.0=1.0.1+git.52406=1.00.01 1.0.1.1-pre 1.0.1.1 1.0.2'],
  // php.net/version_compare; composer/semver
  ['composer', '1.0-dev 1.0a1=1.0-alpha1 1.0b1=1.0.0-beta.1 1.0RC1=1.0rc1 1.0=v1.0.0=1.0.0.0=1.0-stable 1.0pl1=1.0p1'],
  ['composer', '1.25.0-beta2.1=1.25.0-b.2.1 1.25.0-b.3 1.25.0-rc 1.25.0 1.26.0 2.0.0-dev 2.0.0-RC3 2.0.0'],
  // composer/semver 3.3.2, `VersionParser::normalize`; Adobe Commerce
  ['composer', '2024.01.02=v2024.01.02.0 2024.1.3'],
  ['composer', '20240101=v20240101 20240101.01=20240101-01 20240102'],
  ['composer', '2.3.4 2.3.4-p4 2.3.4-p4-ext-7 2.3.4-p4-ext-10 2.3.5'],
  // deb-version(7); Debian Policy 5.6.12
  ['deb', '1.0~~ 1.0~~a 1.0~ 1.0 1.0-1~bpo1 1.0-1 1.0a 1.0+ 1.0.1'],
  ['deb', '2.7.4+reloaded2-13ubuntu1 2.7.4+reloaded2-13+deb9u1 3.2 3.10 1:0.4=01:0.4-0 1:0.4-1 2:0.0.44-1 2:0.0.44-x'],
  // rpm-version(7); rpmvercmp.at
  ['rpm', '1.0~rc1 1.0~rc1^git1 1.0 1.0^ 1.0^20160101 1.0^20160101^git1 1.0^20160102 1.0arc1 1.0.1'],
  ['rpm', '3.10.0-229.1.2.ael7b 3.10.0-229.1.2.el7=0:3.10.0-229.1.2.el7 3.10.0-229.4.2.ael7b 1:0.1-1'],
  ['rpm', 'xyz10 xyz10.1 5.5p1 5.5p2 5.5p10 5.6p1 10a2 10b2 10.0001=10.1=10_1 10.0039 20101121 20101122'],
  // apk-tools, version.data
  [
    'apk',
    '0.1.0_alpha 0.1.0_alpha2 0.1.0_beta 0.1.0_rc1 0.1.0 0.1.0-r1 0.1.0-r2 0.1.0_p 0.1.0_p1 0.1.0a 0.1.0.1 0.1.3_pre',
  ],
  ['apk', '1.0.02 1.0.1 1.0.4-r3 1.0.4-r4 1.6 2.3.0b 2.3.0b-r1 3.10.18-r1 5.7.1p1-r1 5.7.1p2-r0 20050718-r1'],
  // vercmp(8)
  ['alpm', '1.0a 1.0b 1.0beta 1.0p 1.0pre 1.0rc 1.0 1.0.a 1.0.1'],
  ['alpm', '1.5.0-1 1.5.0-2 1.5.1-1 1.5.1-1.1 0:1.6-1=1.6-1 1:1.0-1'],
  // version(3pm)
  ['cpan', '1.002=v1.2 1.002003=v1.2.3=1.2.3 1.0023=v1.2.300 1.10=v1.100.0 1.9=v1.900 1.99 2'],
  ['cpan', '0.01 0.02=0.020 0.02_02=0.0202=0.0202-TRIAL 0.1'],
  // docs.conan.io
  ['conan', '1.0.0- 1.0.0-alpha1 1.0.0=1=1.0 1.1-alpha.3 1.1-alpha.22 1.1 1.1+b1 1.1+b2 1.1.a 1.1.b 1.1a 1.2 1.20 1.a'],
  // R: package_version; Haskell: PVP
  ['cran', '0.1=0.01 0.1-0=0.01.0 0.1.0.0 0.1-1 0.2'],
  ['hackage', '0.1 0.1.0 0.1.0.0 0.1.1 0.2'],
  ['intdot', '1.2=1.2.0=01.2=1.2-rc1 1.10 10.234.5.12'],
  // github.com/bitnami/go-version
  ['bitnami', '1.0.0-20240101 1.0.0-rc.1 1.0.0-rc.1-0 1.0.0=1.0 1.0.0-0 1.0.0-2 1.0.0-10 1.0.1-0'],
  // libversion; OpenSSL's letters; NVD's ways of writing
  ['generic', '0.99 1.0alpha1 1.0beta1=1.0.b1 1.0rc1 1.0=v1.0=1.0.0 1.0patch1 1.0.1 1.0.2 1.0.2a 1.0.2k 1.0.2za 1.1'],
  // CVE-2023-4481, CVE-2024-5913, CVE-2025-3454, CVE-2023-28865, CVE-2024-20758: what their makers call a later build
  ['generic', '21.2 21.2R1 21.2R1-S2 21.2R3 21.2R3-S5 21.2R3-S10 21.3'],
  ['generic', '10.1.14-rc1 10.1.14 10.1.14-h2 10.1.14-h11 10.1.15'],
  ['generic', '10.4.17 10.4.17+security-01 10.4.18 11.1.0 11.1.0_msr1 11.1.0_msr4'],
  ['generic', '3.3.0 3.3.0sr14 3.3.0sr16 4.0.0 4.0.0sr05 4.1.0.sr03'],
  ['generic', '2.3.4 2.3.4-p4 2.3.4-p4-ext-1 2.3.4-p4-ext-7 2.3.5'],
  ['generic', '8.9 8.9p1 9.0 9.4.17 9.4.17.v20190418 2019-01-31 2019-02-01'],
];

describe('published orders', () => {
  it.each(ascending)('%s: %s', (scheme, line) => {
    const classes = line.split(' ').map((group) => group.split('='));
    const places = classes.flatMap((versions, place) => versions.map((version) => ({ version, place })));
    const wrong = places.flatMap((one) =>
      places
        .filter(
          (other) =>
            Math.sign(compareVersions(scheme, one.version, other.version)) !== Math.sign(one.place - other.place),
        )
        .map((other) => `${one.version} ${other.version}`),
    );
    expect(wrong).toEqual([]);
    expect(places.filter(({ version }) => parseVersion(scheme, version) === null)).toEqual([]);
  });

  it('agrees with the reference implementation of node-semver', () => {
    const identifier = fc.constantFrom('0', '1', '10', 'a', 'beta', 'x-y', '1a');
    const version = fc
      .tuple(fc.array(fc.nat(12), { minLength: 3, maxLength: 3 }), fc.array(identifier, { maxLength: 3 }), fc.boolean())
      .map(
        ([numbers, pre, build]) => `${numbers.join('.')}${pre.length ? `-${pre.join('.')}` : ''}${build ? '+b1' : ''}`,
      );
    fc.assert(
      fc.property(version, version, (a, b) => {
        expect(Math.sign(compareVersions('npm', a, b))).toBe(semver.compare(a, b));
      }),
    );
  });

  it('orders no branch of Composer, however many numbers it has', () => {
    const numbers = fc.array(fc.nat(20), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(numbers, fc.constantFrom('x', 'X', '*'), fc.constantFrom('', '-dev', '.x-dev'), (parts, any, end) => {
        expect(parseVersion('composer', `${parts.join('.')}.${any}${end}`)).toBeNull();
        expect(parseVersion('composer', parts.join('.'))).not.toBeNull();
      }),
    );
  });

  it('lets an Arch version without pkgrel stand for all its builds', () => {
    expect(compareVersions('alpm', '1.5', '1.5-1')).toBe(0);
    expect(compareVersions('alpm', '1.5-2', '1.5')).toBe(0);
  });
});

describe('text that is no version', () => {
  it.each<[VersionSchemeName, string]>([
    ['npm', ''],
    ['npm', 'latest'],
    ['npm', '1.2.x'],
    ['pypi', '1.0-bulbasaur'],
    ['pypi', '*'],
    ['gem', '>= 1.0'],
    // composer/semver, rpm and dpkg refuse these, too
    ['composer', '1.0-xenial1'],
    ['composer', '1.2.3-1'],
    ['composer', '3.1.0.post1'],
    ['composer', '1.2.3.4.5'],
    ['rpm', '1:'],
    ['deb', '1:'],
    ['deb', 'a:1.0'],
    ['deb', '1.0-'],
    ['deb', '-1'],
    ['composer', 'dev-main'],
    ['composer', '9999999-dev'],
    ['composer', '9999999.9999999.9999999.9999999-dev'],
    ['conan', 'cci.20230101'],
    ['composer', '2.x-dev'],
    ['composer', 'v2.1.X-dev'],
    ['composer', '2.1.*-dev'],
    ['composer', '2.1.*'],
    ['composer', '2.1.x-dev+build'],
    ['deb', '1.0 1'],
    ['apk', 'v1'],
    ['cpan', 'undef'],
    ['intdot', 'x'],
    ['generic', 'unknown'],
    ['generic', `1.${'0'.repeat(maxVersionLength)}`],
  ])('%s: %p', (scheme, text) => {
    expect(parseVersion(scheme, text)).toBeNull();
    expect(compareVersions(scheme, text, '0')).toBeLessThan(0);
    expect(compareVersions(scheme, text, text)).toBe(0);
  });
});

it('knows the order of every purl type, and takes the generic one for the rest', () => {
  expect(schemeForPurlType('npm')).toBe('npm');
  expect(schemeForPurlType('cocoapods')).toBe('gem');
  expect(schemeForPurlType('yocto')).toBe('generic');
  expect(schemeForPurlType('constructor')).toBe('generic');
});

const piece = fc.constantFrom(
  ...'0 1 2 10 01 a b rc alpha beta sp final dev post p pre snapshot x . - _ ~ ^ + : ! v'.split(' '),
);
const text = fc.array(piece, { maxLength: 9 }).map((pieces) => pieces.join(''));
const near = fc
  .tuple(fc.constantFrom('1', '1.0', '1.0.0', '1.1'), fc.array(piece, { maxLength: 4 }))
  .map(([start, pieces]) => start + pieces.join(''));

describe.each(versionSchemeNames)('%s is a total order', (scheme) => {
  // An Arch version without pkgrel equals versions that differ from each other; compare only versions of one kind.
  const version = scheme === 'alpm' ? near.map((v) => `${v.replaceAll('-', '.')}-1`) : fc.oneof(near, text);

  it('reflexive, antisymmetric and transitive', () => {
    const order = (a: string, b: string) => Math.sign(compareVersions(scheme, a, b));
    fc.assert(
      fc.property(version, version, version, (a, b, c) => {
        const [low, middle, high] = [a, b, c].sort(order) as [string, string, string];
        const lawful =
          order(a, a) === 0 &&
          order(a, b) + order(b, a) === 0 &&
          order(low, middle) <= 0 &&
          order(middle, high) <= 0 &&
          order(low, high) === Math.min(order(low, middle), order(middle, high));
        expect([low, middle, high, lawful]).toEqual([low, middle, high, true]);
      }),
      { numRuns: 150 },
    );
  });

  it('linear on hostile text', () => {
    const baits = '1,1.,1-,0,0.,~,^,-,a,1a,_p,., ,v,1!,-0,+a.'.split(',');
    const work = () => {
      for (const bait of baits)
        for (const head of ['1', '1-alpha', '1rc'])
          for (const tail of ['', 'é', '1']) {
            const hostile = `${head}${bait.repeat(Math.floor((maxVersionLength - 8) / bait.length))}${tail}`;
            compareVersions(scheme, hostile, `${hostile.slice(0, -1)}2`);
          }
    };
    expect(cpuMilliseconds(work)).toBeLessThan(500);
  });
});

import fc from 'fast-check';
import { osvRecord } from '../../../../src/catalog/sources/osv-record.js';
import type { JsonObject } from '../../../../src/model/document.js';
import { parsePurl, purlKey } from '../../../../src/model/purl.js';
import { parseAdvisory } from '../../../../src/scores/vulnerabilities/advisory.js';
import { advisoryKeys } from '../../../../src/scores/vulnerabilities/advisory-subjects.js';
import { releaseOf, releaseOfPurl } from '../../../../src/scores/vulnerabilities/ecosystems.js';
import { assessPackage, affectedPackagesOf } from '../../../../src/scores/vulnerabilities/package-assessment.js';

/**
 * Ecosystem and name as OSV records write them, the package as scanners write it (`@` stands for the version), and
 * versions in ascending order by the ecosystem's own documentation.
 */
const ecosystems: [ecosystem: string, name: string, purl: string, versions: string][] = [
  ['npm', '@acme/Tool', 'pkg:npm/%40acme/tool@', '0.0.1 1.0.0-alpha 1.0.0-alpha.1 1.0.0-beta.2 1.0.0-beta.11 1.0.0-rc.1 1.0.0 1.9.0 1.10.0 2.0.0-0'],
  ['PyPI', 'Acme_Tool.x', 'pkg:pypi/acme-tool-x@', '1.0.dev4 1.0a1 1.0a12 1.0b2.post3 1.0rc1 1.0 1.0.post4 1.1.dev1 1.1 1!0.1'],
  ['Maven', 'org.acme:tool', 'pkg:maven/org.acme/tool@', '1.0-alpha-1 1.0-beta-1 1.0-milestone-1 1.0-rc-1 1.0-SNAPSHOT 1.0 1.0-sp 1.0-1 1.0.1 1.10 2.0.Final'],
  ['Maven:https://repo1.example.org/maven2', 'org.acme:tool', 'pkg:maven/org.acme/tool@', '1.0 1.0.1'],
  ['RubyGems', 'acme', 'pkg:gem/acme@', '1.0.a 1.0.b1 1.0.rc1 1.0 1.0.1 1.10'],
  ['NuGet', 'Acme.Tool', 'pkg:nuget/acme.tool@', '1.0.0-alpha 1.0.0-Beta 1.0.0-rc.1 1.0.0 1.0.0.1 1.0.1 1.10.0'],
  ['Packagist', 'Acme/Tool', 'pkg:composer/acme/tool@', '1.0.0-dev 1.0.0-alpha1 1.0.0-beta2 1.0.0-RC1 v1.0.0 1.0.0-p1 1.0.1 1.10.0'],
  ['Packagist:https://packages.drupal.org/8', 'drupal/tool', 'pkg:composer/drupal/tool@', '1.0.0 1.10.0'],
  ['Go', 'github.com/Acme/tool', 'pkg:golang/github.com/acme/tool@', 'v0.0.0-20191109021931-daa7c04131f5 v0.0.1 1.0.0-rc.1 v1.0.0 1.2.3-0.20200101000000-abcdefabcdef 1.2.3 v2.0.0+incompatible v3.0.0+incompatible'],
  ['Go', 'stdlib', 'pkg:golang/stdlib@', '1.19.0-0 1.19.0 1.19.5 1.20.0-rc.1 1.20.0'],
  // As cyclonedx-gomod writes it.
  ['Go', 'stdlib', 'pkg:golang/std@', '1.19.0-0 1.19.0 v1.19.5 1.20.0-rc.1 1.20.0'],
  ['crates.io', 'acme', 'pkg:cargo/acme@', '0.0.0-0 0.1.0-alpha.2 0.1.0-alpha.10 0.1.0 0.10.0'],
  ['Hex', 'acme', 'pkg:hex/acme@', '1.0.0-dev 1.0.0-rc.0 1.0.0 1.10.0'],
  ['Pub', 'acme', 'pkg:pub/acme@', '1.0.0-dev 1.0.0 1.0.0+1 1.0.0+2 1.10.0'],
  ['CRAN', 'acme', 'pkg:cran/acme@', '0.9-2 1.0 1.0.1 1.0-2 1.10'],
  ['Bioconductor', 'acme', 'pkg:bioconductor/acme@', '0.9.2 1.0.0 1.0.1 1.10.0'],
  ['Hackage', 'acme', 'pkg:hackage/acme@', '0.9 1.0 1.0.0 1.0.1 1.10'],
  ['SwiftURL', 'https://github.com/acme/tool.git', 'pkg:swift/github.com/acme/tool@', '1.0.0-beta 1.0.0 1.10.0'],
  ['GitHub Actions', 'acme/tool/inner', 'pkg:github/acme/tool@', '1.0.0 1.2.0 v1.10.0 v2.0.0'],
  ['GitHub Actions', 'Acme/tool', 'pkg:githubactions/acme/tool/inner@', '1.0.0 1.2.0 v1.10.0 v2.0.0'],
  ['ConanCenter', 'acme', 'pkg:conan/acme@', '1.0.0-pre 1.0.0 1.2.0 1.10.0'],
  ['CPAN', 'Acme::Tool', 'pkg:cpan/Acme-Tool@', '0.99 1.00 1.001 1.01 1.1'],
  ['Julia', 'Acme_jll', 'pkg:julia/Acme_jll@?uuid=d2c73de3-f751-5644-a686-071e5b155ba9', '1.0.0-rc1 1.0.0 1.0.0+0 1.0.0+1 1.0.0+10 1.10.0'],
  ['opam', 'acme', 'pkg:opam/acme@', '1.0~beta 1.0 1.10'],
  ['VSCode', 'acme.tool', 'pkg:vscode-extension/acme/tool@', '1.0.0 1.2.0 1.10.0'],
  ['VSCode', 'acme/tool', 'pkg:vscode-extension/acme/tool@', '1.0.0 1.10.0'],
  ['Kubernetes', 'k8s.io/ingress-nginx', 'pkg:golang/k8s.io/ingress-nginx@', '1.0.0-rc.1 v1.0.0 1.10.0'],
  ['Bitnami', 'acme', 'pkg:bitnami/acme@', '1.0.0 1.0.1 1.10.0'],
  ['Debian:12', 'acme', 'pkg:deb/debian/acme@?distro=debian-12', '1.0~rc1-1 1.0-1~bpo1 1.0-1 1.0-1+b1 1.0-1+deb12u1 1.0-2 1.0+dfsg-1 1.10-1 1:0.9-1'],
  ['Ubuntu:Pro:18.04:LTS', 'acme', 'pkg:deb/ubuntu/libacme1@?distro=bionic&upstream=acme', '1.0-0 1.0-0ubuntu1 1.0-0ubuntu1.1 1.0-0ubuntu1.10 1.0-1 2.0-1'],
  ['Echo', 'acme', 'pkg:deb/echo/acme@', '1.0-1 1.0-1+e1 1.1-1'],
  ['Alpine:v3.18', 'acme', 'pkg:apk/alpine/acme@?distro=alpine-3.18.4', '1.0_alpha1-r0 1.0_beta2-r0 1.0_rc1-r0 1.0-r0 1.0-r2 1.0-r10 1.0_p1-r0 1.0.1-r0 1.10-r0'],
  ...['Wolfi', 'Chainguard', 'MinimOS', 'Alpaquita', 'BellSoft Hardened Containers:23'].map((ecosystem): [string, string, string, string] =>
    [ecosystem, 'acme', `pkg:apk/${ecosystem.split(':')[0]!.toLowerCase().replaceAll(' ', '-')}/acme@`, '1.0_rc1-r0 1.0-r0 1.0-r10 1.10-r0']),
  ['Red Hat:enterprise_linux:9::appstream', 'acme', 'pkg:rpm/redhat/acme@?distro=rhel-9.3&arch=x86_64', '1.0~rc1-1.el9 1.0-1.el9 1.0-1.el9_2 1.0-2.el9 1.0^20240101-1.el9 1.10-1.el9 2:0.1-1.el9'],
  ['Red Hat:rhel_eus:9.2::baseos', 'acme', 'pkg:rpm/rhel/acme@?distro=rhel-9.2', '1.0-1.el9 1.0-1.el9_2'],
  ['Red Hat:openshift:4.12::el8', 'acme', 'pkg:rpm/redhat/acme@?distro=rhel-8.6', '1.0-1.el8 1.0-10.el8'],
  ['Rocky Linux:9', 'acme', 'pkg:rpm/rocky/acme@?distro=rocky-9.3', '0:1.0-1.el9 0:1.0-10.el9 1:0.1-1.el9'],
  ['AlmaLinux:9', 'acme', 'pkg:rpm/almalinux/acme@?distro=almalinux-9', '1.0-1.el9 1.0-10.el9 1:0.1-1.el9'],
  ['SUSE:Linux Enterprise Server 15 SP5', 'acme', 'pkg:rpm/sles/acme@?distro=sles-15.5', '1.0-150500.1.1 1.0-150500.3.1 1.0-150500.10.1 1.1-1'],
  ['openSUSE:Leap 15.5', 'acme', 'pkg:rpm/opensuse-leap/acme@?distro=opensuse-leap-15.5', '1.0-bp155.1 1.0-bp155.10'],
  ['openEuler:22.03-LTS-SP3', 'acme', 'pkg:rpm/openEuler/acme@?distro=openEuler-22.03-LTS-SP3', '1.0-1.oe2203sp3 1.0-10.oe2203sp3'],
  ['Mageia:9', 'acme', 'pkg:rpm/mageia/acme@?distro=mageia-9', '1.0-1.mga9 1.0-1.1.mga9 1.0-2.mga9'],
  ['Photon OS:4.0', 'acme', 'pkg:rpm/photon/acme@?distro=photon-4.0', '1.0-1.ph4 1.0-10.ph4'],
  ['Azure Linux:3', 'acme', 'pkg:rpm/azurelinux/acme@?distro=azurelinux-3.0', '1.0-1.azl3 1.0-10.azl3'],
]; // prettier-ignore

/** Places in the list of versions; of a range in ascending order, one more than there are for "no end". */
interface Case {
  readonly ranges: readonly { readonly cuts: readonly number[]; readonly isLast: boolean; readonly limit: number | null }[];
  readonly listed: readonly number[];
  readonly turn: number;
} // prettier-ignore

const caseOf = (count: number): fc.Arbitrary<Case> => {
  const place = fc.nat(count - 1);
  const range = fc.record({
    cuts: fc.uniqueArray(place, { minLength: 1, maxLength: 5 }).map((cuts) => cuts.sort((a, b) => a - b)),
    isLast: fc.boolean(),
    limit: fc.option(place, { freq: 4 }),
  });
  return fc.record({
    ranges: fc.array(range, { maxLength: 2 }),
    listed: fc.uniqueArray(place, { maxLength: 2 }),
    turn: fc.nat(5),
  });
};

/** The record, its events in any order; the first cut of a list that begins at the first version is written as 0. */
function affectedOf({ ranges, listed, turn }: Case, versions: readonly string[]): JsonObject {
  return {
    versions: listed.map((place) => versions[place]!),
    ranges: ranges.map(({ cuts, isLast, limit }) => {
      const events: JsonObject[] = cuts.map((cut, index) => {
        if (index % 2 === 1) return { [isLast ? 'last_affected' : 'fixed']: versions[cut]! };
        return { introduced: cut === 0 ? '0' : versions[cut]! };
      });
      if (limit !== null) events.push({ limit: versions[limit]! });
      return { type: 'ECOSYSTEM', events: [...events.slice(turn), ...events.slice(0, turn)] };
    }),
  };
}

/** OSV schema, "Evaluation", over places. */
const isAffected = ({ ranges, listed }: Case, place: number): boolean =>
  listed.includes(place) ||
  ranges.some(({ cuts, isLast, limit }) => {
    let isVulnerable = false;
    cuts.forEach((cut, index) => {
      if (index % 2 === 0 ? place >= cut : isLast ? place > cut : place >= cut) isVulnerable = index % 2 === 0;
    });
    return isVulnerable && (limit === null || place < limit);
  });

/** One range's fix may lie in another: what is named as fixed is then fixed, unless a range begins there or it is listed. */
const isNamedFix = ({ ranges, listed }: Case, place: number): boolean =>
  !listed.includes(place) &&
  ranges.some(({ cuts, isLast }) => !isLast && cuts.indexOf(place) % 2 === 1) &&
  !ranges.some(({ cuts }) => cuts.includes(place) && cuts.indexOf(place) % 2 === 0);

it.each(ecosystems)('%s: %s', (ecosystem, name, purl, listed) => {
  const versions = listed.split(' ');
  const purlOf = (version: string) => parsePurl(purl.replace(/@(?=\?|$)/, `@${encodeURIComponent(version)}`));
  fc.assert(
    fc.property(caseOf(versions.length), (one) => {
      const statement = { package: { ecosystem, name }, ...affectedOf(one, versions) };
      const record: JsonObject = { id: 'X-1', affected: [statement] };
      const advisory = parseAdvisory(record);
      const assessed = versions.map((version) => {
        const component = purlOf(version);
        expect(advisoryKeys(component)).toContain(osvRecord(record).packageKeys[0]);
        return `${version}: ${assessPackage(component, { own: version }, affectedPackagesOf(component, advisory)).status}`;
      });
      const nothingSaid = one.ranges.length + one.listed.length === 0;
      expect(assessed).toEqual(
        versions.map((version, place) => {
          const found = isAffected(one, place) && !isNamedFix(one, place);
          return `${version}: ${nothingSaid ? 'unknown' : found ? 'affected' : 'not_affected'}`;
        }),
      );
    }),
    { numRuns: 30 },
  );
});

it('takes the name before a purl that is none', () => {
  const suse = (service: string): JsonObject => ({
    package: {
      ecosystem: `SUSE:Linux Enterprise Server 15 ${service}`,
      name: 'xen',
      purl: `pkg:rpm/suse/xen&distro=SUSE%20Linux%20Enterprise%20Server%2015%20${service}`,
    },
  });
  expect(osvRecord({ id: 'X', affected: [suse('SP4'), suse('SP5')] }).packageKeys).toEqual(['pkg:rpm/suse/xen']);
  const fuzzed = { package: { ecosystem: 'OSS-Fuzz', name: 'libxml2', purl: 'pkg:generic/libxml2' } };
  expect(osvRecord({ id: 'X', affected: [fuzzed] }).packageKeys).toEqual(['pkg:generic/libxml2']);
  expect(purlKey(parsePurl('pkg:npm/Acme'))).toBe('pkg:npm/acme');
});

it('reads releases as distributions write them', () => {
  const declared = ['Red Hat:enterprise_linux:9::baseos', 'Red Hat:rhel_software_collections:3::el7', 'Red Hat:openshift:4', 'SUSE:Linux Enterprise Server 15 SP5', 'openEuler:22.03-LTS-SP3', 'openSUSE:Tumbleweed', 'Maven:https://repo1.maven.org/maven2', 'Packagist:https://packages.drupal.org/8']; // prettier-ignore
  expect(declared.map(releaseOf)).toEqual(['9', '7', null, '15.5', '22.03.3', 'tumbleweed', null, null]);
  const ofPurl = ['rhel-9.3', 'sles-15.5', 'SUSE%20Linux%20Enterprise%20Server%2015%20SP5', 'el8', 'wolfi'];
  expect(ofPurl.map((distro) => releaseOfPurl(parsePurl(`pkg:rpm/a/b?distro=${distro}`)))).toEqual(
    ['9.3', '15.5', '15.5', '8', null], // prettier-ignore
  );
});

import { formatPurl } from '../../../src/model/purl.js';
import { entityOfRow } from '../../../src/sboms/scoring/component-scorer.js';
import type { ScoredRow } from '../../../src/sboms/scoring/component-score.js';
import { parseAdvisory } from '../../../src/scores/vulnerabilities/advisory.js';
import { VulnerabilityMatcher } from '../../../src/scores/vulnerabilities/vulnerability-matcher.js';

const rowOf = (purl: string, properties: Record<string, string> | null, declared = [purl]): ScoredRow =>
  ({
    version: '', selected_purl: purl, selected_cpe: null, selected_repo: null, own_purls: null,
    declared_purls: declared, source_properties: properties,
  }) as unknown as ScoredRow; // prettier-ignore

const trivy = (properties: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(properties).map(([name, value]) => [`aquasecurity:trivy:${name}`, value]));

const upstreamOf = (row: ScoredRow): string | undefined => entityOfRow(row)!.purl!.qualifiers['upstream'];

describe('the source package that the properties of a file name', () => {
  const libssl = 'pkg:deb/debian/libssl3@3.0.11-1~deb12u2?arch=amd64&distro=debian-12.4';
  const openssl = trivy({ SrcName: 'openssl', SrcVersion: '3.0.11', SrcRelease: '1~deb12u2' });

  it.each([
    [libssl, openssl, 'openssl@3.0.11-1~deb12u2'],
    [libssl, trivy({ SrcName: 'openssl', SrcVersion: '3.0.11', SrcEpoch: '1' }), 'openssl@1:3.0.11'],
    [libssl, trivy({ SrcName: 'openssl', SrcVersion: '3.0.11', SrcEpoch: '0' }), 'openssl@3.0.11'],
    [libssl, trivy({ SrcName: 'openssl' }), 'openssl'],
    [libssl, trivy({ SrcName: 'a,b' }), undefined],
    [libssl, trivy({ SrcName: 'a'.repeat(3000) }), undefined],
    [libssl, {}, undefined],
    [libssl, null, undefined],
    [`${libssl}&upstream=stated`, openssl, 'stated'],
    ['pkg:apk/alpine/libssl3@3.1.4-r1', trivy({ SrcName: 'openssl', SrcVersion: '3.1.4-r1' }), 'openssl@3.1.4-r1'],
    ['pkg:rpm/redhat/perl-Errno@1.30-482.el9', trivy({ SrcName: 'perl', SrcVersion: '5.32.1', SrcRelease: '482.el9', SrcEpoch: '4' }), 'perl@4:5.32.1-482.el9'],
    ['pkg:deb/debian/adduser@3.134?distro=debian-12', { 'syft:package:type': 'deb' }, 'adduser'],
    ['pkg:deb/debian/adduser@3.134?distro=debian-12', { 'manifest:scope': 'runtime' }, 'adduser'],
    ['pkg:npm/left-pad@1.0.0', { 'syft:package:type': 'npm' }, undefined],
  ])('%#: is one of the scored entity: %s', (purl, properties, upstream) => {
    expect(upstreamOf(rowOf(purl, properties))).toBe(upstream);
  }); // prettier-ignore

  it.each([
    ['pkg:deb/debian/libssl3@3.0.11-1', 'openssl', 'pkg:deb/debian/libssl3@3.0.11-1?distro=debian-12&upstream=openssl'],
    // At another version the source has its version no more.
    ['pkg:deb/debian/libssl3@3.0.13-1', 'openssl@3.0.11-2', 'pkg:deb/debian/libssl3@3.0.13-1?distro=debian-12&upstream=openssl%40'],
    ['pkg:deb/debian/libssl3@1:3.0.11-1', 'openssl@3.0.11-2', 'pkg:deb/debian/libssl3@1:3.0.11-1?distro=debian-12&upstream=openssl%403.0.11-2'],
  ])('is that of the declared purl, which the selected one lacks: %s', (selected, upstream, compared) => {
    const declared = `pkg:deb/debian/libssl3@3.0.11-1?arch=amd64&distro=debian-12&upstream=${upstream}`;
    const others = ['pkg:deb/debian/other@3.0.11-1?upstream=other', 'pkg:deb/debian/libssl3@9?upstream=former'];
    const row = rowOf(selected, { 'syft:package:type': 'deb' }, [...others, declared].reverse());
    expect(formatPurl(entityOfRow(row)!.purl!)).toBe(compared);
  }); // prettier-ignore

  it('is that of the version which is selected, where the file declares several', () => {
    const at = (version: string, upstream: string) => `pkg:deb/debian/libssl3@${version}?upstream=${upstream}`;
    const declared = [at('9', 'former'), at('3.0.11-1', 'openssl')];
    expect(upstreamOf(rowOf('pkg:deb/debian/libssl3@3.0.11-1', null, declared))).toBe('openssl');
  });

  it('is none of a package that somebody has selected in place of it', () => {
    expect(upstreamOf(rowOf(libssl, openssl, ['pkg:deb/debian/other@1']))).toBeUndefined();
  });

  it('is compared with advisories', () => {
    const { purl, version } = entityOfRow(rowOf(libssl, openssl))!;
    const events = [{ introduced: '0' }, { fixed: '3.0.13-1~deb12u1' }];
    const affected = [
      { package: { ecosystem: 'Debian:12', name: 'openssl' }, ranges: [{ type: 'ECOSYSTEM', events }] },
    ];
    const advisories = [parseAdvisory({ id: 'X-1', affected: affected as never })];
    const matcher = new VulnerabilityMatcher({ purl, cpes: [] }, { advisories, criteria: [] });
    expect(matcher.findings(version)).toMatchObject([{ status: 'affected', fixedIn: '3.0.13-1~deb12u1' }]);
  });
});

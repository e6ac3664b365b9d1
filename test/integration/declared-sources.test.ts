import { startApp, type TestApp } from '../support/app.js';
import { firstAdmin, type Person, type TenantIds } from '../support/people.js';
import { cyclonedx, importSbom, newSbom } from '../support/sboms.js';
import { loadCatalog } from '../support/score-catalog.js';

const advisory = (id: string, fixes: Readonly<Record<string, string>>, name: string): object => ({
  id,
  modified: '2025-09-01T00:00:00Z',
  affected: Object.entries(fixes).map(([ecosystem, fixed]) => ({
    package: { ecosystem, name },
    ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed }] }],
  })),
});
const bundle = {
  'advisories/osv-debian.ndjson': [
    advisory('D-1', { 'Debian:11': '1.1.1w-0+deb11u1', 'Debian:12': '3.0.13-1~deb12u1' }, 'openssl'),
    advisory('D-2', { 'Debian:12': '2.38.1-5+deb12u1' }, 'util-linux'),
    advisory('D-3', { 'Debian:12': '6.1.85-1' }, 'linux'),
    advisory('R-1', { 'Red Hat:enterprise_linux:9::appstream': '32:9.16.23-14.el9' }, 'bind'),
    advisory('A-1', { 'Alpine:v3.18': '3.1.4-r1' }, 'openssl'),
  ],
};

/** As Syft writes them: the source only where it has another name, and all in the purl. */
const purls = {
  libssl3: 'pkg:deb/debian/libssl3@3.0.11-1~deb12u2?arch=amd64&distro=debian-12&upstream=openssl',
  'libssl1.1': 'pkg:deb/debian/libssl1.1@1.1.1w-0%2Bdeb11u1?arch=amd64&distro=debian-11&upstream=openssl',
  bsdutils: 'pkg:deb/debian/bsdutils@1:2.38.1-5?arch=amd64&distro=debian-12&upstream=util-linux%402.38.1-5',
  'linux-image-6.1': 'pkg:deb/debian/linux-image-6.1@6.1.76-1?distro=debian-12&upstream=linux-signed-amd64%406.1.76%2B1',
  'libcrypto3': 'pkg:apk/alpine/libcrypto3@3.1.4-r0?arch=x86_64&distro=alpine-3.18.4&upstream=openssl',
  bind: 'pkg:rpm/redhat/bind@9.16.23-14.el9?arch=x86_64&distro=rhel-9.3&epoch=32',
}; // prettier-ignore

/** Scanners write in the purl by what advisories find a package, and the selection of the package keeps none of it. */
describe('packages of distributions in an SBOM', () => {
  let app: TestApp;
  let admin: Person & TenantIds;

  beforeAll(async () => {
    app = await startApp({ ROLES: 'api,worker' });
    admin = await firstAdmin(app);
    await loadCatalog(app, bundle);
  });
  afterAll(() => app.close());

  it.each([
    ['syft:package:type', 'what else Syft says of them'],
    ['acme:note', 'nothing else'],
  ])('are compared by their source, release and epoch, with %s: %s', async (property) => {
    const sbomId = await newSbom(admin);
    const components = Object.entries(purls).map(([name, purl]) => ({
      name,
      version: decodeURIComponent(/@([^?]+)/.exec(purl)![1]!),
      purl,
      properties: [{ name: property, value: purl.slice(4, 7) }],
    }));
    await importSbom(app, admin, sbomId, cyclonedx(components));
    const { body } = await admin.client.get('v1/vulnerability/getVulnerabilitiesForSBOM', { id: sbomId });
    const found = body.data.map((one: any) => `${one.id} ${one.component.name} ${one.status} ${one.fixed_in}`);
    expect(found.sort()).toEqual([
      'A-1 libcrypto3 affected 3.1.4-r1',
      'D-1 libssl3 affected 3.0.13-1~deb12u1',
      'D-2 bsdutils affected util-linux 2.38.1-5+deb12u1',
      'D-3 linux-image-6.1 affected 6.1.85-1',
    ]);
    expect(body.meta.coverage).toEqual([{ status: 'examined', reason: '', count: 6 }]);
    const { id } = body.data.find((one: any) => one.component.name === 'libssl3').component;
    const impact = (await admin.client.get('v1/project/getUpdateImpact', { id })).body.data;
    expect(impact.to_version).toBe('3.0.13-1~deb12u1');
    expect(impact.vulnerabilities.fixed.map((one: any) => one.id)).toEqual(['D-1']);
    expect(impact.vulnerabilities.coverage).toMatchObject({ status: 'examined' });
  });
});

import { RescoringScheduler } from '../../src/sboms/scoring/rescoring.scheduler.js';
import { startApp, type TestApp } from '../support/app.js';
import { firstAdmin, type Person, type TenantIds } from '../support/people.js';
import { cyclonedx, importSbom, newSbom, settled } from '../support/sboms.js';
import { critical, loadCatalog } from '../support/score-catalog.js';

const debian = (id: string, name: string, upstream: readonly string[]): object => ({
  id,
  upstream,
  modified: '2025-09-01T00:00:00Z',
  affected: [
    {
      package: { ecosystem: 'Debian:12', name },
      ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed: '3.0.11-1' }] }],
    },
  ],
  ...critical,
});
const bundle = {
  'packages.ndjson': [
    { purl: 'pkg:deb/debian/openssl', seen: 9, sources: ['index'] },
    { purl: 'pkg:deb/debian/curl', seen: 9, sources: ['index'] },
  ],
  'advisories/osv-debian.ndjson': [
    debian('DEBIAN-CVE-2023-1', 'openssl', ['CVE-2023-1']),
    debian('DSA-1-1', 'curl', ['CVE-2023-2', 'CVE-2023-3']),
  ],
  'kev.ndjson': [{ cveID: 'CVE-2023-1', dateAdded: '2024-02-01' }],
  'epss.csv': 'cve,epss,percentile\nCVE-2023-1,0.6,0.99\nCVE-2023-2,0.1,0.5\nCVE-2023-3,0.3,0.7\n',
};

describe("a distribution's records of the vulnerabilities of others", () => {
  let app: TestApp;
  let admin: Person & TenantIds;
  let sbomId: string;

  beforeAll(async () => {
    app = await startApp({ ROLES: 'api,worker' });
    admin = await firstAdmin(app);
    await loadCatalog(app, bundle);
    await app.nest.get(RescoringScheduler).schedule();
    sbomId = await newSbom(admin);
    const components = ['openssl', 'curl'].map((name) => ({
      name,
      version: '3.0.9-1',
      purl: `pkg:deb/debian/${name}@3.0.9-1?distro=debian-12`,
    }));
    await importSbom(app, admin, sbomId, cyclonedx(components));
  });
  afterAll(() => app.close());

  const found = async (query: Record<string, string> = {}) => {
    const { body } = await admin.client.get('v1/vulnerability/getVulnerabilitiesForSBOM', { id: sbomId, ...query });
    return body.data.map((one: any) => [one.id, one.exploited?.added_on ?? null, one.epss?.probability ?? null]);
  };

  it('are exploited, and as probably, as those', async () => {
    expect(await found()).toEqual([
      ['CVE-2023-1', '2024-02-01', 0.6],
      ['DSA-1-1', null, 0.3],
    ]);
    const { body } = await admin.client.get('v1/vulnerability/getVulnerability', { id: 'CVE-2023-1' });
    expect(body.data).toMatchObject({ id: 'CVE-2023-1', aliases: ['DEBIAN-CVE-2023-1'], package_count: 1 });
  });

  it('are scored again once one of those is exploited', async () => {
    const kev = [...bundle['kev.ndjson'], { cveID: 'CVE-2023-3', dateAdded: '2024-03-01' }];
    await loadCatalog(app, { ...bundle, 'kev.ndjson': kev });
    await app.nest.get(RescoringScheduler).schedule();
    await settled(app);
    expect(await found({ exploited: 'true' })).toEqual([
      ['CVE-2023-1', '2024-02-01', 0.6],
      ['DSA-1-1', '2024-03-01', 0.3],
    ]);
  });
});

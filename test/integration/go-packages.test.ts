import { RescoringScheduler } from '../../src/sboms/scoring/rescoring.scheduler.js';
import { startApp, type TestApp } from '../support/app.js';
import { firstAdmin, type Person, type TenantIds } from '../support/people.js';
import { cyclonedx, importSbom, newSbom, settled } from '../support/sboms.js';
import { critical, loadCatalog } from '../support/score-catalog.js';

const go = (id: string, name: string, fixed: string, paths?: readonly string[]): object => ({
  id,
  modified: '2025-09-01T00:00:00Z',
  affected: [
    {
      package: { ecosystem: 'Go', name },
      ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed }] }],
      ...(paths && { ecosystem_specific: { imports: paths.map((path) => ({ path })) } }),
    },
  ],
  ...critical,
});
const bundle = {
  'packages.ndjson': [
    { purl: 'pkg:golang/example.org/acme/tool', versions: ['1.0.0', '1.2.0'], seen: 9, sources: ['index'] },
    { purl: 'pkg:golang/example.org/acme/tool/api', versions: ['1.0.0'], seen: 9, sources: ['index'] },
  ],
  'advisories/osv-go.ndjson': [
    go('GO-1', 'example.org/acme/tool', '1.2.0'),
    go('GO-2', 'stdlib', '1.20.3', ['crypto/tls']),
  ],
};
const purls = [
  'example.org/acme/tool/pkg/archive@v1.0.0',
  'example.org/acme/tool/api@v1.0.0',
  'crypto/tls@go1.20.2',
  'net/http@go1.20.2',
];

/** Advisories on Go name modules; the lists that tools write name packages in them as well. */
describe('the packages of a Go program', () => {
  let app: TestApp;
  let admin: Person & TenantIds;
  let sbomId: string;

  beforeAll(async () => {
    app = await startApp({ ROLES: 'api,worker' });
    admin = await firstAdmin(app);
    await loadCatalog(app, bundle);
    sbomId = await newSbom(admin);
    const components = purls.map((purl) => ({
      name: purl.split('@')[0]!,
      version: purl.split('@')[1]!,
      purl: `pkg:golang/${purl}`,
    }));
    await importSbom(app, admin, sbomId, cyclonedx(components));
    await app.nest.get(RescoringScheduler).schedule();
    await settled(app);
  });
  afterAll(() => app.close());

  const found = async () => {
    const { body } = await admin.client.get('v1/vulnerability/getVulnerabilitiesForSBOM', { id: sbomId });
    return body.data.map((one: any) => `${one.id} ${one.component.name} ${one.status}`).sort();
  };

  it('are not taken for safe where their module has an advisory, nor for affected where it is only possible', async () => {
    expect(await found()).toEqual(['GO-1 example.org/acme/tool/pkg/archive unknown', 'GO-2 crypto/tls affected']);
  });

  it('are scored again once there is an advisory on their module', async () => {
    const advisories = [...bundle['advisories/osv-go.ndjson'], go('GO-3', 'stdlib', '1.20.4')];
    await loadCatalog(app, { ...bundle, 'advisories/osv-go.ndjson': advisories });
    await app.nest.get(RescoringScheduler).schedule();
    await settled(app);
    expect(await found()).toEqual([
      'GO-1 example.org/acme/tool/pkg/archive unknown',
      'GO-2 crypto/tls affected',
      'GO-3 crypto/tls unknown',
      'GO-3 net/http unknown',
    ]);
  });
});

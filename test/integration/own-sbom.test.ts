import { execFileSync } from 'node:child_process';
import { projectRoot } from '../../src/platform/project-root.js';
import { startApp, type TestApp } from '../support/app.js';
import { firstAdmin } from '../support/people.js';

describe('the service’s own bill of materials', () => {
  let app: TestApp;
  beforeAll(async () => (app = await startApp({ IMPORT_WAIT_MS: '120000' })));
  afterAll(() => app.close());

  it('made from the lock by npm, is imported by the service with the same count and the same packages', async () => {
    const words = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--loglevel=silent'];
    const text = execFileSync('npm', words, { cwd: projectRoot, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
    const { components } = JSON.parse(text) as { components: { purl: string }[] };
    expect(components.length).toBeGreaterThan(500);

    const admin = await firstAdmin(app);
    const fields = { name: 'Stocktake', version: '', supplier: '', contact_name: '', contact_email: '' };
    const made = await admin.client.post('v1/project/createSBOM', { ...fields, org_id: admin.orgId });
    const imported = await admin.client.upload('v1/project/importSBOM', text, { sbom_id: made.body.data.id });
    expect([imported.status, imported.body.meta.total_count]).toEqual([200, components.length]);

    const exported = await admin.client.post(
      'v1/report/getSBOM',
      { sbom_id: made.body.data.id },
      { sbom_type: 'CycloneDX' },
    );
    const purls = (list: { purl: string }[]): string[] => list.map(({ purl }) => purl).sort();
    expect(purls(exported.body.data.components)).toEqual(purls(components));
  });
});

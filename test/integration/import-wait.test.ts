import { startApp, type TestApp } from '../support/app.js';
import { firstAdmin, type Person, type TenantIds } from '../support/people.js';

describe('importSBOM with wait=true', () => {
  let app: TestApp;
  let admin: Person & TenantIds;

  const sbom = async (): Promise<string> => {
    const texts = { name: 'Shop', version: '1', supplier: 'ACME', contact_name: '', contact_email: '' };
    return (await admin.client.post('v1/project/createSBOM', { ...texts, org_id: admin.orgId })).body.data.id;
  };
  const file = 'name,version,purl\nlodash,4.17.21,pkg:npm/lodash@4.17.21\n';
  const start = async (settings: Record<string, string>): Promise<void> => {
    app = await startApp(settings);
    admin = await firstAdmin(app);
  };
  afterEach(() => app.close());

  it('answers with what every component was assessed to be', async () => {
    await start({});
    const sbom_id = await sbom();
    const plain = await admin.client.upload('v1/project/importSBOM', file, { sbom_id: await sbom() });
    expect([plain.status, plain.body.data.entries[0].status]).toEqual([200, 'no-resolution']);
    const { status, body } = await admin.client.upload('v1/project/importSBOM', file, { sbom_id, wait: 'true' });
    expect([status, body.data.entries[0].status, body.data.metadata.resolved_entry_count]).toEqual([
      200,
      'resolved',
      1,
    ]);
    const { data } = (await admin.client.get('v1/project/checkSBOM', { id: sbom_id })).body;
    expect([data.pending_count, data.verdict]).toEqual([0, expect.stringMatching(/^(passed|failed)$/)]);
  });

  it('answers 202 where that lasts, and is no async', async () => {
    await start({ ROLES: 'api', IMPORT_WAIT_MS: '200' });
    const sbom_id = await sbom();
    const late = await admin.client.upload('v1/project/importSBOM', file, { sbom_id, wait: 'true' });
    expect([late.status, late.body.data.entries, typeof late.body.meta.job_id]).toEqual([202, null, 'string']);
    const both = await admin.client.upload('v1/project/importSBOM', file, { sbom_id, wait: 'true', async: 'true' });
    expect([both.status, both.body.fields]).toEqual([400, { wait: 'cannot be combined with async' }]);
  });
});

import { startApp, type TestApp } from '../support/app.js';
import { firstAdmin, otherOrganization, type Person, type TenantIds } from '../support/people.js';
import { cyclonedx, importSbom, library, newSbom } from '../support/sboms.js';

describe('licences', () => {
  let app: TestApp;
  let admin: Person & TenantIds;
  let id: string;

  beforeAll(async () => {
    app = await startApp({ ROLES: 'api,worker' });
    admin = await firstAdmin(app);
    id = await newSbom(admin);
    const under = (name: string, license: string) =>
      library(name, '1.0.0', { licenses: license === '' ? [] : [{ license: { id: license } }] });
    const components = [under('a', 'MIT'), under('b', 'GPL-2.0-only'), under('c', 'Apache-2.0'), under('d', '')];
    const dependencies = [
      { ref: 'a', dependsOn: ['b', 'd'] },
      { ref: 'b', dependsOn: ['c'] },
    ];
    await importSbom(app, admin, id, cyclonedx(components, { dependencies }));
  });
  afterAll(() => app.close());

  const setPolicy = (body: object, by = admin) =>
    by.client.post('v1/license/setPolicy', { org_id: admin.orgId, usage: 'distributed', ...body });

  it('are decided by the policy of the organization; what it does not list or know is not allowed', async () => {
    const licenses = async (query: object = {}) =>
      (await admin.client.get('v1/license/getLicenses', { sbom_id: id, ...query })).body;
    expect((await licenses()).meta).toMatchObject({ usage: 'distributed', decisions: { unlisted: 3, unknown: 1 } });
    const lists = { allowed: ['class:permissive', 'mit'], denied: ['GPL-2.0'] };
    expect((await setPolicy(lists)).body.data).toMatchObject({ allowed: ['class:permissive', 'MIT'], review: [], denied: ['GPL-2.0-only'] });
    const { data, meta } = await licenses();
    expect(meta.decisions).toEqual({ allowed: 2, denied: 1, unknown: 1 });
    const gpl = data.find(({ license }: any) => license === 'GPL-2.0-only');
    expect(gpl).toMatchObject({ class: 'strong copyleft', decision: 'denied', components: 1, names: ['b 1.0.0'] });
    expect(gpl.obligations.map((one: any) => one.obligation)).toContain('source-of-work');
    expect(data.find(({ license }: any) => license === null)).toMatchObject({ class: null, decision: 'unknown', obligations: [] });
    const ordered = async (sort: string) => (await licenses({ sort })).data.map(({ license }: any) => license);
    expect((await ordered('license')).slice(0, 2)).toEqual([null, 'Apache-2.0']);
    expect(await ordered('-license')).toEqual((await ordered('license')).reverse());
    expect((await licenses({ sort: '-decision', limit: '1' })).data).toMatchObject([{ license: null }]);
    expect((await licenses({ usage: 'saas' })).meta.decisions).toEqual({ unlisted: 3, unknown: 1 });
    await setPolicy({ allowed: ['MIT'] });
    const { body } = await admin.client.get('v1/license/getPolicy', { org_id: admin.orgId });
    expect(body.data).toMatchObject([{ usage: 'distributed', allowed: ['MIT'], review: [], denied: [] }]);
  }); // prettier-ignore

  it('refuse entries that are none, one by one', async () => {
    const { status, body } = await setPolicy({ allowed: ['MIT', 'nice'], denied: ['class:bad'] });
    expect([status, Object.keys(body.fields)]).toEqual([400, ['allowed[1]', 'denied[0]']]);
    expect((await setPolicy({ usage: 'gift' })).status).toBe(400);
  });

  it('conflict along the dependencies, and unknown pairs are counted', async () => {
    const { body } = await admin.client.get('v1/license/getConflicts', { sbom_id: id });
    expect(body.meta).toMatchObject({ relations: { conflict: 1, compatible: 1, unknown: 1 }, complete: true, outside: 0 });
    expect(body.data).toEqual([
      {
        path: ['b', 'c'].map((name) => expect.objectContaining({ ref: name, name })),
        reason: expect.stringContaining('patent'),
        source: expect.stringContaining('gnu.org'),
      },
    ]);
  }); // prettier-ignore

  it('conflict with what is linked or contained, and with the licence of the product itself', async () => {
    const named = (name: string, license: string) => ({
      SPDXID: `SPDXRef-${name}`,
      name,
      versionInfo: '1',
      downloadLocation: 'NOASSERTION',
      licenseDeclared: license,
    });
    const related = (from: string, relationshipType: string, to: string) => ({
      spdxElementId: `SPDXRef-${from}`,
      relationshipType,
      relatedSpdxElement: `SPDXRef-${to}`,
    });
    const document = JSON.stringify({
      spdxVersion: 'SPDX-2.3',
      SPDXID: 'SPDXRef-DOCUMENT',
      name: 'linked',
      dataLicense: 'CC0-1.0',
      documentNamespace: 'https://example.com/linked',
      creationInfo: { created: '2026-01-01T00:00:00Z', creators: ['Tool: hand'] },
      packages: [named('product', 'GPL-2.0-only'), named('static', 'GPL-2.0-only'), named('a', 'Apache-2.0'), named('b', 'Apache-2.0')],
      relationships: [
        related('DOCUMENT', 'DESCRIBES', 'product'),
        related('product', 'DEPENDS_ON', 'a'),
        related('static', 'STATIC_LINK', 'a'),
        related('static', 'DEPENDS_ON', 'a'),
        related('b', 'CONTAINED_BY', 'static'),
      ],
    });
    const linked = await newSbom(admin, { name: 'Linked' });
    await importSbom(app, admin, linked, document);
    const { body } = await admin.client.get('v1/license/getConflicts', { sbom_id: linked });
    expect(body.data.map(({ path }: any) => path.map(({ name }: any) => name)).sort()).toEqual([
      ['product', 'a'],
      ['static', 'a'],
      ['static', 'b'],
    ]);
    expect(body.meta).toMatchObject({ relations: { conflict: 3, compatible: 0, unknown: 0 }, outside: 0 });
  }); // prettier-ignore

  it('stay inside the organization', async () => {
    const other = await otherOrganization(app, admin);
    for (const path of ['getLicenses', 'getConflicts'])
      expect((await other.client.get(`v1/license/${path}`, { sbom_id: id })).status).toBe(404);
    expect((await other.client.get('v1/license/getPolicy', { org_id: admin.orgId })).status).toBe(404);
    expect((await setPolicy({}, other)).status).toBe(404);
  });
});

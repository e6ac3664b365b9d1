import { startApp, type TestApp } from '../support/app.js';
import { firstAdmin, otherOrganization, type Person, type TenantIds } from '../support/people.js';

const list = 'Teil;Stand;Quelle\nzlib;1.3;intern\nopenssl;3.0.10;intern\n';
const mapping = JSON.stringify({ Teil: 'name', Stand: 'version' });

describe('columns of an imported list', () => {
  let app: TestApp;
  let admin: Person & TenantIds;

  beforeAll(async () => {
    app = await startApp();
    admin = await firstAdmin(app);
  });
  afterAll(() => app.close());

  const newSbom = async (person: Person & TenantIds = admin): Promise<string> => {
    const fields = { name: 'Columns', version: '1', supplier: 's', contact_name: 'c', contact_email: '' };
    const answer = await person.client.post('v1/project/createSBOM', { ...fields, org_id: person.orgId });
    return answer.body.data.id;
  };
  const upload = (sbomId: string, file: string, query: Record<string, string> = {}, person: Person = admin) =>
    person.client.upload('v1/project/importSBOM', file, { sbom_id: sbomId, ...query });
  const entries = ({ body }: { body: any }): string[] =>
    body.data.entries.map(({ name, version }: { name: string; version: string }) => `${name}@${version}`);

  it('are named with what they were taken for, in the dry run as well', async () => {
    const sbomId = await newSbom();
    const text = 'Used component,Version,Notes\nzlib,1.3,x\n';
    const dry = await upload(sbomId, text, { dry_run: 'true' });
    expect(dry.body.meta.import).toMatchObject({
      dry_run: true,
      columns: [
        { column: 'Used component', field: 'name', source: 'guess' },
        { column: 'Version', field: 'version', source: 'name' },
        { column: 'Notes', field: null, source: 'name' },
      ],
    });
    expect(dry.body.meta.warnings).toEqual([
      { path: 'line 1', message: expect.stringContaining('"Used component" was taken for the name of components') },
    ]);
    expect((await upload(sbomId, text)).body.meta.import.columns).toEqual(dry.body.meta.import.columns);
  });

  it('are mapped as the caller says, and later lists of the organization with that header alike', async () => {
    const sbomId = await newSbom();
    expect((await upload(sbomId, list)).status).toBe(422);
    const dry = await upload(sbomId, list, { mapping, dry_run: 'true' });
    expect(dry.body.meta.import.columns).toEqual([
      { column: 'Teil', field: 'name', source: 'mapping' },
      { column: 'Stand', field: 'version', source: 'mapping' },
      { column: 'Quelle', field: null, source: 'name' },
    ]);
    // A dry run stores nothing.
    expect((await upload(sbomId, list)).status).toBe(422);
    expect(entries(await upload(sbomId, list, { mapping }))).toEqual(['zlib@1.3', 'openssl@3.0.10']);

    const later = await upload(await newSbom(), 'Teil;Stand;Quelle\ncurl;8.5.0;intern\n');
    expect(later.status).toBe(200);
    expect(entries(later)).toEqual(['curl@8.5.0']);
    expect(later.body.meta.import.columns[0]).toEqual({ column: 'Teil', field: 'name', source: 'stored' });
    expect(later.body.meta.warnings).toEqual([]);

    const other = await otherOrganization(app, admin);
    expect((await upload(await newSbom(other), list, {}, other)).status).toBe(422);
  });

  it('take another meaning than their name has', async () => {
    const text = 'Name,Version,Product\nserver,2026-01-02,zlib\n';
    const answer = await upload(await newSbom(), text, {
      mapping: JSON.stringify({ product: 'name', version: 'property' }),
    });
    expect(entries(answer)).toEqual(['zlib@']);
    expect(answer.body.meta.warnings).toEqual([]);
  });

  it.each([
    ['no JSON', 'Teil=name', 400, 'invalid_request'],
    ['no object', '["name"]', 400, 'invalid_request'],
    ['an unknown field', '{"Teil": "nom"}', 400, 'invalid_request'],
    ['no column', '{}', 400, 'invalid_request'],
    ['a column that the file does not have', '{"Teile": "name"}', 422, 'invalid'],
    ['a prototype', '{"__proto__": "name"}', 422, 'invalid'],
  ])('are refused with a mapping that is %s', async (_, text, status, reason) => {
    const answer = await upload(await newSbom(), 'Teil;Stand\nzlib;1.3\n', { mapping: text });
    expect(answer).toMatchObject({ status, body: { reason } });
  });

  it('are refused with a mapping for columns beside those of the file, or for a file without columns', async () => {
    const beside = await upload(await newSbom(), 'Name,Version\nzlib,1.3\n', { mapping: '{"Stand": "version"}' });
    expect(beside).toMatchObject({ status: 422, body: { reason: 'invalid' } });
    expect(JSON.stringify(beside.body)).toContain('the column \\"Stand\\"');
    const document = JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, components: [] });
    const none = await upload(await newSbom(), document, { mapping: '{"Stand": "version"}' });
    expect(none).toMatchObject({ status: 422, body: { reason: 'invalid' } });
  });

  it('a file without components replaces entries only where the caller allows it', async () => {
    const sbomId = await newSbom();
    const empty = 'Name,Version\n';
    expect((await upload(sbomId, empty)).status).toBe(200);
    await upload(sbomId, 'Name,Version\nzlib,1.3\n');
    for (const query of [{}, { dry_run: 'true' }, { allow_empty: 'false' }] as Record<string, string>[]) {
      const refused = await upload(sbomId, empty, query);
      expect(refused).toMatchObject({ status: 422, body: { reason: 'empty' } });
    }
    const kept = await admin.client.get('v1/project/getSBOM', { id: sbomId });
    expect(kept.body.data.entries).toHaveLength(1);
    const emptied = await upload(sbomId, empty, { allow_empty: 'true' });
    expect(emptied.body.meta.import).toMatchObject({ components: 0, removed: 1 });
  });
});

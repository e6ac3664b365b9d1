import { startApp, type TestApp } from '../support/app.js';
import { firstAdmin, type Person, type TenantIds } from '../support/people.js';
import { cyclonedx, importSbom, library, newSbom } from '../support/sboms.js';

jest.setTimeout(60_000);

describe('getQuality', () => {
  let app: TestApp;
  let admin: Person & TenantIds;

  beforeAll(async () => {
    app = await startApp({ ROLES: 'api,worker' });
    admin = await firstAdmin(app);
  });
  afterAll(() => app.close());

  const quality = async (query: Record<string, string>) => admin.client.get('v1/report/getQuality', query);
  const requirement = ({ standards }: any, id: string) => standards[0].requirements.find((one: any) => one.id === id);

  it('checks what the file has, not what the service found out or people added', async () => {
    const id = await newSbom(admin, { name: 'Shop' });
    const parts = [library('left-pad', '1.3.0', { 'bom-ref': 'a' }), { type: 'library', name: 'nameless part', 'bom-ref': 'b' }];
    const document = JSON.parse(cyclonedx(parts));
    document.dependencies = [{ ref: 'a', dependsOn: ['b'] }];
    await importSbom(app, admin, id, JSON.stringify(document));
    await admin.client.post('v1/project/addComponent', { sbom_id: id, name: 'by hand' });
    const { status, body } = await quality({ id, standard: 'ntia-2021' });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ name: 'Shop', format: expect.stringMatching(/^cyclonedx 1\./), components: 2 });
    expect(body.data.standards.map((one: any) => one.id)).toEqual(['ntia-2021']);
    expect(requirement(body.data, 'component.version')).toMatchObject({
      ...{ status: 'not_met', checked: 2, lacking: 1 },
      components: [{ ref: 'b', name: 'nameless part', version: '', place: '/components/1' }],
    });
    expect(requirement(body.data, 'component.relationship')).toMatchObject({ status: 'met', mend: '' });
  }); // prettier-ignore

  it('writes a letter, and says nothing of an SBOM without a file', async () => {
    const id = await newSbom(admin, { name: 'Empty', supplier: 'Example Inc.' });
    const letter = await quality({ id, format: 'markdown' });
    expect(letter.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(String(letter.body)).toContain('To Example Inc.:');
    const page = await quality({ id, format: 'html' });
    expect(page.headers.get('content-security-policy')).toContain('sandbox');
    expect(String(page.body)).toContain('<h1>SBOM of Empty 1</h1>');
    const { body } = await quality({ id });
    expect(body.data).toMatchObject({ format: '', components: 0 });
    for (const one of body.data.standards) expect(one).toMatchObject({ met: false, score: null });
    expect((await quality({ id, standard: 'mine' })).status).toBe(400);
  });
});

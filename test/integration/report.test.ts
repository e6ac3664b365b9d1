import { startApp, type TestApp } from '../support/app.js';
import { jsonValidator } from '../support/conformance/cyclonedx-schemas.js';
import { spdx23Faults } from '../support/conformance/spdx-schemas.js';
import { firstAdmin, type Person, type TenantIds } from '../support/people.js';
import { resolvedEntries } from '../support/sboms.js';

const document = JSON.stringify({
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  version: 1,
  metadata: { component: { type: 'application', name: 'webshop', version: '3.1', 'bom-ref': 'root' } },
  components: [
    {
      type: 'library',
      'bom-ref': 'a',
      name: 'log4j-core',
      group: 'org.apache.logging.log4j',
      version: '2.14.1',
      purl: 'pkg:maven/org.apache.logging.log4j/log4j-core@2.14.1',
      licenses: [{ license: { id: 'Apache-2.0' } }],
      hashes: [{ alg: 'SHA-256', content: 'ab'.repeat(32) }],
    },
    { type: 'library', 'bom-ref': 'b', name: 'mystery', version: '1.10' },
  ],
  dependencies: [{ ref: 'root', dependsOn: ['a'] }, { ref: 'a', dependsOn: ['b'] }, { ref: 'b' }],
});

describe('report/getSBOM', () => {
  let app: TestApp;
  let admin: Person & TenantIds;
  let sbomId: string;

  beforeAll(async () => {
    app = await startApp();
    admin = await firstAdmin(app);
    sbomId = await imported('Webshop');
  });
  afterAll(() => app.close());

  async function imported(name: string, file = document): Promise<string> {
    const sbom = await admin.client.post('v1/project/createSBOM', {
      name,
      version: '1',
      supplier: 'Acme',
      contact_name: 'c',
      contact_email: '',
      org_id: admin.orgId,
    });
    const { id } = sbom.body.data;
    expect((await admin.client.upload('v1/project/importSBOM', file, { sbom_id: id })).status).toBe(200);
    return id;
  }
  const report = (query: Record<string, string>, body: object = { sbom_id: sbomId }) =>
    admin.client.post('v1/report/getSBOM', body, query);

  it('gives a CycloneDX 1.6 document with what the file said and what the entry was found to be', async () => {
    const [entry] = (await admin.client.get('v1/project/getSBOM', { id: sbomId })).body.data.entries;
    await admin.client.post('v1/project/updateComponents', [
      {
        id: entry.id,
        sbom_id: sbomId,
        search_results: { product: [{ cpe: 'cpe:2.3:a:apache:log4j:2.14.1:*:*:*:*:*:*:*', selected: true }] },
      },
    ]);
    const answer = await report({ sbom_type: 'CycloneDX' });
    expect(answer.status).toBe(200);
    const { data, meta } = answer.body;
    expect(meta).toMatchObject({ total_count: 1, offset: 0, losses: expect.any(Array) });
    expect(data).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6' });
    expect(data.metadata.component).toMatchObject({ name: 'webshop', version: '3.1' });
    expect(data.components[0]).toMatchObject({
      name: 'log4j-core',
      group: 'org.apache.logging.log4j',
      version: '2.14.1',
      'bom-ref': 'a',
      purl: 'pkg:maven/org.apache.logging.log4j/log4j-core@2.14.1',
      cpe: 'cpe:2.3:a:apache:log4j:2.14.1:*:*:*:*:*:*:*',
      licenses: [{ license: { id: 'Apache-2.0' } }],
      hashes: [{ alg: 'SHA-256', content: 'ab'.repeat(32) }],
    });
    expect(data.components[0].properties).toContainEqual({ name: 'stocktake:product:selected-by', value: 'person' });
    expect(data.dependencies).toContainEqual({ ref: 'a', dependsOn: ['b'] });
    expect(jsonValidator('1.6')(data)).toBeNull();
  });

  it('gives an SPDX 2.3 document that an import reads back to the same entries', async () => {
    const { data } = (await report({ sbom_type: 'SPDX', encoding: 'JSON' })).body;
    expect(data).toMatchObject({ spdxVersion: 'SPDX-2.3', dataLicense: 'CC0-1.0' });
    expect(spdx23Faults(data)).toEqual([]);
    const again = await admin.client.post('v1/project/createSBOM', {
      name: 'Again',
      version: '1',
      supplier: '',
      contact_name: '',
      contact_email: '',
      org_id: admin.orgId,
    });
    const id = again.body.data.id;
    const answer = await admin.client.upload('v1/project/importSBOM', JSON.stringify(data), { sbom_id: id });
    expect(answer.body.data.entries.map(({ name, version }: any) => [name, version])).toEqual([
      ['log4j-core', '2.14.1'],
      ['mystery', '1.10'],
    ]);
  });

  it('is the same, byte for byte, as long as the SBOM is; an ETag tells', async () => {
    const raw = () => report({ sbom_type: 'CycloneDX', download: 'true' });
    const [one, two] = [await raw(), await raw()];
    expect(one.body).toEqual(two.body);
    expect(one.headers.get('content-disposition')).toBe('attachment; filename="Webshop-1.cdx.json"');
    expect(JSON.parse(one.headers.get('stocktake-losses') ?? '')).toEqual(expect.any(Array));
    const etag = one.headers.get('etag') ?? '';
    const send = (id: string) =>
      admin.client.send('POST', 'v1/report/getSBOM', {
        query: { sbom_type: 'CycloneDX' },
        body: { sbom_id: id },
        headers: { 'If-None-Match': etag },
      });
    expect((await send(sbomId)).status).toBe(304);
    await admin.client.post('v1/project/addComponent', { sbom_id: sbomId, name: 'added' });
    expect((await send(sbomId)).status).toBe(200);
  });

  it('has another ETag when the organization that is its subject is called otherwise', async () => {
    const merged = (etag: string) =>
      admin.client.send('POST', 'v1/report/getSBOM', {
        query: { sbom_type: 'CycloneDX', team_top_level: 'true' },
        body: { sbom_ids: [sbomId] },
        headers: { 'If-None-Match': etag },
      });
    await resolvedEntries(admin, sbomId);
    const etag = (await merged('"none"')).headers.get('etag')!;
    expect((await merged(etag)).status).toBe(304);
    const rename = (name: string) =>
      admin.client.post('v1/organizations/updateOrganization', { id: admin.orgId, name });
    await rename('Renamed');
    expect((await merged(etag)).status).toBe(200);
    await rename('Default');
  });

  it('is of the team that is named, or not found', async () => {
    const of = async (teamId: string) =>
      (await report({ sbom_type: 'SPDX' }, { sbom_ids: [sbomId], team_id: teamId })).status;
    const { body } = await admin.client.post('v1/teams/createTeam', { org_id: admin.orgId, name: 'Another' });
    expect([await of(admin.teamId.toUpperCase()), await of(body.data.id)]).toEqual([200, 404]);
  });

  it('merges several SBOMs below the organization, each component once', async () => {
    const other = await imported('Backoffice');
    const body = { sbom_ids: [sbomId, other] };
    expect((await report({ sbom_type: 'CycloneDX' }, body)).status).toBe(400);
    const { data } = (await report({ sbom_type: 'CycloneDX', team_top_level: 'true' }, body)).body;
    expect(data.metadata.component.name).toBe('Default');
    const names = data.components.map(({ name }: any) => name).sort();
    expect(names.filter((name: string) => name === 'mystery')).toHaveLength(1);
    expect(names).toEqual(expect.arrayContaining(['Webshop', 'Backoffice', 'log4j-core']));
    const dependsOn = (ref: string) => data.dependencies.find((node: any) => node.ref === ref)?.dependsOn ?? [];
    expect(dependsOn(data.metadata.component['bom-ref']).sort()).toEqual([sbomId, other].sort());
    expect(dependsOn(other)).toHaveLength(1);
  });

  describe('of several SBOMs', () => {
    const merged = { sbom_type: 'CycloneDX', team_top_level: 'true' };
    let sboms: Record<'chain' | 'cycle', string>;

    beforeAll(async () => {
      const edges = (ref: string, ...dependsOn: string[]) => ({ ref, dependsOn });
      sboms = {
        chain: await imported('Chain', about('root', [edges('root', 'one', 'two'), edges('one', 'two')])),
        cycle: await imported('Cycle', about('root', [edges('root', 'one'), edges('one', 'two'), edges('two', 'one')])),
      };
    });

    it('says what each depends on by itself, as its own document did', async () => {
      const { data } = (await report(merged, { sbom_ids: Object.values(sboms) })).body;
      const names = new Map(data.components.map((component: any) => [component['bom-ref'], component.name]));
      const dependsOn = (ref: string) =>
        data.dependencies
          .filter((node: any) => node.ref === ref)
          .map((node: any) => node.dependsOn.map((to: string) => names.get(to)));
      expect(dependsOn(sboms.chain)).toEqual([['one', 'two']]);
      expect(dependsOn(sboms.cycle)).toEqual([['one']]);
    });

    it('tells what belongs to one document only and is left out', async () => {
      const { meta } = (await report(merged, { sbom_ids: Object.values(sboms) })).body;
      expect(meta.losses).toEqual([
        { what: 'metadata.authors', count: 2, places: [{ element: '', field: 'metadata.authors' }] },
        { what: 'subject', count: 2, places: [{ element: '', field: 'subject' }] },
        { what: 'vulnerability', count: 2, places: [{ element: '', field: 'vulnerability' }] },
      ]);
    });

    it('keeps builds of one package apart, as each is a file of its own', async () => {
      const build = (arch: string): object => ({
        type: 'library',
        name: 'openssl-libs',
        version: '3.0.7-18.el9_2',
        'bom-ref': arch,
        purl: `pkg:rpm/redhat/openssl-libs@3.0.7-18.el9_2?arch=${arch}`,
      });
      const sbom = { bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 };
      const file = JSON.stringify({ ...sbom, components: [build('x86_64'), build('s390x')] });
      const sbom_ids = [await imported('Image', file), await imported('Other image', file)];
      const { data } = (await report(merged, { sbom_ids })).body;
      expect(data.components.filter(({ name }: any) => name === 'openssl-libs')).toHaveLength(2);
    });

    it('has a serial number that other SBOMs together do not have', async () => {
      const serialOf = async (...sbom_ids: string[]): Promise<string> =>
        (await report(merged, { sbom_ids })).body.data.serialNumber;
      const { chain, cycle } = sboms;
      const serials = [await serialOf(chain, cycle), await serialOf(chain, sbomId), await serialOf(cycle)];
      expect(new Set(serials).size).toBe(3);
      expect(await serialOf(cycle, chain)).toBe(serials[0]);
    });
  });

  it.each([
    [{ sbom_type: 'CycloneDX', encoding: 'tag-value' }, 'encoding'],
    [{ sbom_type: 'SPDX', spec_version: '9.9' }, 'spec_version'],
    [{ sbom_type: 'SWID' }, 'sbom_type'],
    [{ sbom_type: 'SPDX', team_top_level: 'yes' }, 'team_top_level'],
  ])('refuses %j, naming the parameter', async (query, field) => {
    const answer = await report(query as unknown as Record<string, string>);
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.fields)).toContain(field);
  });

  it('refuses a request that names no SBOM, and does not know a foreign one', async () => {
    expect((await report({ sbom_type: 'SPDX' }, {})).status).toBe(400);
    const foreign = { sbom_ids: [sbomId, '018f0000-0000-7000-8000-00000000beef'] };
    expect((await report({ sbom_type: 'SPDX', team_top_level: 'true' }, foreign)).status).toBe(404);
  });
});

/** A document whose subject is `ref`, of two components and with something that is nobody's but its own. */
const about = (ref: string, dependencies: object[]): string =>
  JSON.stringify({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    dependencies,
    metadata: { component: { type: 'application', name: 'it', 'bom-ref': ref }, authors: [{ name: 'Ada' }] },
    components: ['one', 'two'].map((name) => ({ type: 'library', name, 'bom-ref': name, purl: `pkg:npm/${name}@1` })),
    vulnerabilities: [{ id: 'CVE-2021-44228', affects: [{ ref: 'one' }] }],
  });

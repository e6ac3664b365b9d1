import { CatalogLoader } from '../../src/catalog/catalog-loader.js';
import type { CatalogRecord } from '../../src/catalog/loading/records.js';
import { Database } from '../../src/platform/database/database.js';
import { startApp, type TestApp } from '../support/app.js';
import { firstAdmin, otherOrganization, type Person, type TenantIds } from '../support/people.js';

const core = 'pkg:maven/org.example.wombat/wombat-core';
const api = 'pkg:maven/org.example.wombat/wombat-api';
const debian = 'pkg:deb/debian/libwombat-java';
const repository = 'https://github.com/example/wombat';
const cpe = (version = '*', product = 'wombat') => `cpe:2.3:a:example:${product}:${version}:*:*:*:*:*:*:*`;

async function* catalog(): AsyncGenerator<CatalogRecord[]> {
  await Promise.resolve();
  yield [
    { kind: 'package', purl: core, repositoryUrl: repository },
    { kind: 'package', purl: api, repositoryUrl: repository },
    { kind: 'package', purl: debian },
    { kind: 'product', cpe: cpe() },
    { kind: 'link', from: core, to: cpe(), relation: 'same' },
    { kind: 'link', from: core, to: debian, relation: 'packaged_as' },
    { kind: 'link', from: core, to: repository, relation: 'source_of' },
    { kind: 'link', from: api, to: repository, relation: 'source_of' },
  ];
}

/** "Who has it" has one answer, whatever the entries and the question are identified by. */
describe('findComponents finds an entity', () => {
  let app: TestApp;
  let admin: Person & TenantIds;
  let sbomId: string;

  beforeAll(async () => {
    app = await startApp({ ROLES: 'api' });
    admin = await firstAdmin(app);
    await app.nest.get(CatalogLoader).load([{ name: 'test', origin: 'test', records: catalog }]);
    sbomId = await newSbom(admin);
    await add('by package', '2.1', { package: [{ purl: `${core}@2.1`, selected: true }] });
    await add('by product', '2.2', { product: [{ cpe: cpe('2.2'), selected: true }] });
    await add('by both', '2.3', {
      package: [{ purl: `${core}@2.3`, selected: true }],
      product: [{ cpe: cpe('2.3'), selected: true }],
    });
    await add('by Debian', '1:2.4-1', { package: [{ purl: `${debian}@1%3A2.4-1`, selected: true }] });
    await add('by repository', '2.5', { repo: [{ repo_url: repository, selected: true }] });
    await add('another part', '2.6', { package: [{ purl: `${api}@2.6`, selected: true }] });
    await add('undecided', '2.7', {
      package: [{ purl: `${core}@2.7`, selected: false }, { purl: 'pkg:npm/wombat@2.7', selected: false }], // prettier-ignore
    });
    await add('decided otherwise', '2.8', {
      package: [{ purl: `${core}@2.8`, selected: false }, { purl: 'pkg:npm/other@2.8', selected: true }], // prettier-ignore
    });
    await add('Wombat-Core', '2.9', {});
    await add('another thing', '2.1', { package: [{ purl: 'pkg:npm/thing@2.1', selected: true }] });
  });
  afterAll(() => app.close());

  const newSbom = async (owner: Person & TenantIds): Promise<string> => {
    const fields = { name: 'Lists', version: '1', supplier: 's', contact_name: 'c', contact_email: '' };
    const body = { ...fields, org_id: owner.orgId, team_id: owner.teamId };
    return (await owner.client.post('v1/project/createSBOM', body)).body.data.id;
  };
  const add = async (name: string, version: string, search_results: object, [who, sbom_id] = [admin, sbomId]) => {
    const body = { sbom_id, position: -1, name, org: '', version, search_results };
    expect((await who.client.post('v1/project/addComponent', body)).status).toBe(200);
  };
  const find = async (query: Record<string, string>, who: Person = admin) => {
    const { status, body } = await who.client.get('v1/project/findComponents', query);
    expect(status).toBe(200);
    return body;
  };
  /** Names of entries, with what makes them only possible. */
  const found = async (query: Record<string, string>): Promise<string[]> =>
    (await find(query)).data.map(
      ({ name, possible_because: doubt }: { name: string; possible_because: string | null }) =>
        doubt ? `${name}: ${doubt}` : name,
    );
  const certain = ['by package', 'by product', 'by both', 'by Debian'];
  const open = ['by repository: repository', 'undecided: candidate', 'Wombat-Core: name'];

  it.each([
    ['the purl', { purl: core }],
    ['the CPE', { cpe: cpe() }],
  ])('by %s, however its entries were identified', async (_by, query) => {
    const names = await found(query);
    expect(names.filter((name) => !name.includes(':'))).toEqual(certain);
    expect(names.filter((name) => name.startsWith('undecided'))).toEqual(['undecided: candidate']);
  });

  it('by its purl, with all that may be it after it', async () => {
    expect(await found({ purl: core })).toEqual([...certain, ...open]);
    expect((await find({ purl: core })).meta).toMatchObject({ total_count: 7, possible_count: 3, sbom_count: 1 });
    expect(await found({ purl: core, possible: 'false' })).toEqual(certain);
  });

  it('by a repository, with all packages that come from it', async () => {
    expect(await found({ repo_url: 'git@github.com:example/wombat.git', possible: 'false' })).toEqual([
      ...[...certain, 'by repository', 'another part'],
    ]);
  });

  it('by the name of its package, its product, or an entry', async () => {
    expect(await found({ name: 'WOMBAT-core', possible: 'false' })).toEqual([...certain, 'Wombat-Core']);
    expect(await found({ name: 'wombat', possible: 'false' })).toEqual(certain);
    expect(await found({ name: 'by both', possible: 'false' })).toEqual(['by package', 'by product', 'by both']);
  });

  it('not by a package that only shares a product or a repository', async () => {
    expect(await found({ purl: api, possible: 'false' })).toEqual(['another part']);
    expect(await found({ purl: core })).not.toContain('another part');
  });

  it('says what led to each entry, and what connects it with the query', async () => {
    const { data, meta } = await find({ purl: `${core}@2.3` });
    expect(data[0]).toMatchObject({
      name: 'by both',
      matched_by: [
        { kind: 'purl', identifier: `${core}@2.3`, link: 'asked' },
        { kind: 'cpe', identifier: cpe('2.3'), link: 'catalogue' },
      ],
    });
    expect(meta.identifiers).toEqual(
      expect.arrayContaining([
        { kind: 'purl', identifier: core, link: 'asked' },
        { kind: 'cpe', identifier: cpe(), link: 'catalogue' },
        { kind: 'purl', identifier: debian, link: 'catalogue' },
        { kind: 'repo_url', identifier: repository, link: 'catalogue' },
      ]),
    );
    const undecided = (await find({ purl: core })).data.find(({ name }: { name: string }) => name === 'undecided');
    expect(undecided.matched_by).toEqual([{ kind: 'candidate', identifier: `${core}@2.7`, link: 'asked' }]);
  });

  it('by a version range, each entry in the order of its own versions', async () => {
    expect(await found({ purl: core, vers: '>=2.2 <2.4' })).toEqual(['by product', 'by both']);
    expect(await found({ cpe: cpe(), vers: 'vers:maven/>=2.1|<2.3', possible: 'false' })).toEqual([
      ...['by package', 'by product'],
    ]);
    expect(await found({ purl: `${core}@2.7` })).toEqual(['undecided: candidate']);
  });

  it('by what entries say is one thing, without any catalogue', async () => {
    await add('own', '1.0', {
      package: [{ purl: 'pkg:generic/quokka@1.0', selected: true }],
      product: [{ cpe: cpe('1.0', 'quokka'), selected: true }],
    });
    await add('own product', '1.1', { product: [{ cpe: cpe('1.1', 'quokka'), selected: true }] });
    await add('own package', '', { package: [{ purl: 'pkg:generic/quokka', selected: true }] });
    const all = ['own', 'own product', 'own package'];
    expect(await found({ purl: 'pkg:generic/quokka' })).toEqual(all);
    expect(await found({ cpe: cpe('*', 'quokka') })).toEqual(all);
    expect(await found({ name: 'own' })).toEqual(all);
    expect(await found({ purl: 'pkg:generic/quokka@1.1' })).toEqual(['own product', 'own package: version']);
  });

  it('in the caller’s own organizations only, by candidates and by parts of names as well', async () => {
    const other = await otherOrganization(app, admin);
    const foreign = await newSbom(other);
    await add('foreign wombat', '1', { package: [{ purl: `${core}@1`, selected: false }] }, [other, foreign]);
    expect(await found({ purl: core })).toEqual([...certain, ...open]);
    expect(await found({ name: 'oreign womb', match: 'part' })).toEqual([]);
    expect((await find({ purl: core }, other)).data).toHaveLength(1);
    // The functions behind both check the organizations themselves, whatever they are given.
    const rows = await app.nest.get(Database).transaction({ organizations: [other.orgId] }, (sql) =>
      sql.query(
        `SELECT id FROM components_by_candidate($orgs::uuid[], '{wombat-core}')
         UNION ALL SELECT id FROM components_by_name_part($orgs::uuid[], 'by ') AS parts (id)`,
        { orgs: [admin.orgId, other.orgId] },
      ),
    );
    expect(rows).toHaveLength(1);
  });
});

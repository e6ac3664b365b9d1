import { CatalogLoader } from '../../src/catalog/catalog-loader.js';
import { Database } from '../../src/platform/database/database.js';
import { startApp, type TestApp } from '../support/app.js';
import { cyclonedx, importSbom, library, newSbom } from '../support/sboms.js';
import { firstAdmin, type Person, type TenantIds } from '../support/people.js';

const named = (name: string, version = '4.17.21', more: object = {}): object => ({
  type: 'library',
  name,
  version,
  'bom-ref': `named ${name} ${version}`,
  ...more,
});
const npm = (count: number, prefix = 'one'): object[] =>
  Array.from({ length: count }, (_, index) => library(`${prefix}-${index}`, '1.0.0'));
const python = ['two-0', 'two-1'].map((name) => library(name, '1.0.0', { purl: `pkg:pypi/${name}@1.0.0` }));

describe('what an SBOM says about its components', () => {
  let app: TestApp;
  let admin: Person & TenantIds;

  beforeAll(async () => {
    app = await startApp({ ROLES: 'api,worker' });
    admin = await firstAdmin(app);
    await app.nest.get(CatalogLoader).loadStarter();
  });
  afterAll(() => app.close());

  const importNew = async (components: object[]): Promise<string> => {
    const id = await newSbom(admin);
    await importSbom(app, admin, id, cyclonedx(components));
    return id;
  };
  const system = <Row extends object>(text: string, parameters = {}): Promise<Row[]> =>
    app.nest.get(Database).transaction('system', (sql) => sql.query<Row>(text, parameters));
  const summaryOf = async (id: string): Promise<any> => {
    const [row] = await system<{ summary: object }>('SELECT summary FROM sbom_contexts WHERE sbom_id = $id', { id });
    return row?.summary ?? null;
  };
  const entryOf = async (id: string, name: string): Promise<any> => {
    const { entries } = (await admin.client.get('v1/project/getSBOM', { id, limit: '1000' })).body.data;
    return entries.find((entry: any) => entry.name === name);
  };
  const reasonsFor = async (id: string, name: string): Promise<string[]> => {
    const { id: component } = await entryOf(id, name);
    const { body } = await admin.client.get('v1/project/explainComponent', { id: component });
    return body.data.package.flatMap((one: any) => one.evidence as string[]);
  };

  it('is computed from what is sure, in any order, and explained in figures', async () => {
    const components = [...npm(18), ...python, named('lodash')];
    const [id, other] = [await importNew(components), await importNew([...components].reverse())];
    const summary = await summaryOf(id);
    // lodash is sure by itself.
    expect(summary).toMatchObject({ sureCount: 21, ecosystems: { npm: 19, pypi: 2 }, distribution: null });
    expect(await summaryOf(other)).toEqual(summary);
    expect((await entryOf(other, 'lodash')).search_results).toEqual((await entryOf(id, 'lodash')).search_results);
    expect(await reasonsFor(id, 'lodash')).toContain('19 of 21 sure components of the SBOM are npm packages');
    expect((await reasonsFor(id, 'one-1')).join()).not.toContain('sure components');
  });

  it('is found in a list without identifiers, by names, hints and versions', async () => {
    const properties = (value: string): object => ({ properties: [{ name: 'syft:package:type', value }] });
    const id = await importNew([
      named('lodash'),
      named('express', '4.18.2'),
      named('zlib1g', '1:1.2.13.dfsg-1ubuntu0.22.04.1', properties('deb')),
      named('libnobody', '1.0-2build1', properties('deb')),
    ]);
    expect(await summaryOf(id)).toMatchObject({
      ecosystems: { deb: 2, npm: 2 },
      distribution: { namespace: 'ubuntu', release: '22.04' },
    });
  });

  it('is not computed where every component declares its package', async () => {
    expect(await summaryOf(await importNew(npm(5)))).toBeNull();
  });

  it('counts what a person selected', async () => {
    const id = await importNew([...npm(3), named('nobody-knows-it')]);
    expect(await summaryOf(id)).toMatchObject({ sureCount: 3, ecosystems: { npm: 3 } });
    const chosen = { purl: 'pkg:gem/nobody-knows-it@4.17.21', selected: true, is_user_input: true };
    const search_results = { package: [chosen], repo: [], product: [] };
    const { id: component } = await entryOf(id, 'nobody-knows-it');
    const change = [{ id: component, sbom_id: id, search_results }];
    expect((await admin.client.post('v1/project/updateComponents', change)).status).toBe(200);
    await importSbom(app, admin, id, cyclonedx([...npm(3), named('nobody-knows-it'), named('nor-that')]));
    expect(await summaryOf(id)).toMatchObject({ sureCount: 4, ecosystems: { npm: 3, gem: 1 } });
  });

  it('that has changed resolves the open components again, and only those', async () => {
    const id = await importNew([...npm(4), named('lodash'), named('nobody-else-knows-it')]);
    const lookedAt = async (): Promise<number> => {
      const [run] = await system<{ n: number }>(
        `SELECT (result ->> 'looked_at')::int AS n FROM job_runs WHERE name = 'sbom.resolve' AND subject_id = $id
         ORDER BY finished_at DESC LIMIT 1`,
        { id },
      );
      return run!.n;
    };
    expect(await lookedAt()).toBe(6);
    const more = [...npm(4), named('lodash'), named('nobody-else-knows-it')];
    await importSbom(app, admin, id, cyclonedx([...more, library('one-4', '1.0.0')]));
    expect(await lookedAt()).toBe(1);
    await importSbom(app, admin, id, cyclonedx([...more, library('one-4', '1.0.0'), ...python]));
    expect(await lookedAt()).toBe(4);
  });
});

import { CatalogLoader } from '../../src/catalog/catalog-loader.js';
import { Database } from '../../src/platform/database/database.js';
import { EgressClient } from '../../src/platform/egress/egress-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { startEgressServer, type EgressTestServer } from '../support/egress-server.js';
import { firstAdmin, type Person, type TenantIds } from '../support/people.js';
import { cyclonedx, importSbom, newSbom, settled } from '../support/sboms.js';

const packument = (...versions: string[]): object => ({
  'dist-tags': { latest: versions.at(-1) },
  versions: Object.fromEntries(versions.map((version) => [version, {}])),
});
const manifest = (repository: string): object => ({
  repository: `git+https://github.com/${repository}.git`,
  license: 'MIT',
});

/** What the registries know. */
const pages: Readonly<Record<string, object>> = {
  '/zorbulator': packument('1.0.0', '1.2.3'),
  '/zorbulator/1.2.3': manifest('acme/zorbulator'),
  '/quixotrim': packument('1.2.3'),
  '/quixotrim/1.2.3': manifest('evil/quixotrim'),
  '/mirror/npm/zorbulator': packument('1.2.3'),
};

const named = (name: string, type: string, more: object = {}): object => ({
  type: 'library',
  name,
  version: '1.2.3',
  'bom-ref': name,
  properties: [{ name: 'syft:package:type', value: type }],
  ...more,
});

describe('registries', () => {
  let app: TestApp;
  let admin: Person & TenantIds;
  let world: EgressTestServer;
  const credentials: (string | undefined)[] = [];

  const start = async (settings: Record<string, string>): Promise<void> => {
    world.asked.splice(0);
    credentials.splice(0);
    app = await startApp({ ROLES: 'api,worker', ...settings });
    jest.spyOn(app.nest.get(EgressClient), 'send').mockImplementation((...asked) => world.client.send(...asked));
    admin = await firstAdmin(app);
  };
  beforeAll(async () => {
    world = await startEgressServer((request, response) => {
      credentials.push(request.headers.authorization);
      const page = pages[request.url!];
      response.writeHead(page ? 200 : 404).end(JSON.stringify(page ?? {}));
    });
  });
  afterEach(() => app.close());
  afterAll(() => world.close());

  const load = (purls: readonly string[], weight: number): Promise<void> =>
    app.nest.get(CatalogLoader).add(
      'test',
      'test',
      purls.map((purl) => ({ kind: 'package', purl, versions: ['1.2.3'], weight }) as const),
    );
  const importNew = async (...components: object[]): Promise<string> => {
    const id = await newSbom(admin);
    await importSbom(app, admin, id, cyclonedx(components));
    return id;
  };
  const entriesOf = async (id: string): Promise<any[]> =>
    (await admin.client.get('v1/project/getSBOM', { id })).body.data.entries;
  const system = <Row extends object>(text: string): Promise<Row[]> =>
    app.nest.get(Database).transaction('system', (sql) => sql.query<Row>(text));
  const urls = (): string[] => world.asked.map(({ url }) => url);

  it('confirm a candidate, which is then known to everybody, and hear nothing of internal names', async () => {
    await start({ LIVE_SOURCES: 'npm,pypi' });
    const pattern = { org_id: admin.orgId, kind: 'name_prefix', pattern: 'secret-' };
    expect((await admin.client.post('v1/resolution/createInternalPattern', pattern)).status).toBe(200);
    const components = [named('zorbulator', 'npm'), named('secret-plan', 'npm'), named('nobody-has-it', 'npm')];
    const id = await importNew(...components);
    const [zorbulator, secret, nobody] = await entriesOf(id);
    expect(zorbulator).toMatchObject({ status: 'resolved' });
    expect(zorbulator.search_results.package[0]).toMatchObject({ purl: 'pkg:npm/zorbulator@1.2.3', selected: true });
    expect(zorbulator.search_results.repo[0]).toMatchObject({ repo_url: 'https://github.com/acme/zorbulator' });
    expect([secret, nobody].map(({ status }) => status)).not.toContain('resolved');
    expect(urls().filter((url) => /pypi|secret/.test(url))).toEqual([]);
    expect(urls()).toContain('https://registry.npmjs.org/nobody-has-it');
    expect(await system('SELECT purl, versions, sources FROM catalog_packages')).toEqual([
      { purl: 'pkg:npm/zorbulator', versions: ['1.2.3', '1.0.0'], sources: ['npm'] },
    ]);
    expect(await system('SELECT key, found, facts FROM catalog_lookups ORDER BY key')).toEqual([
      { key: 'pkg:npm/nobody-has-it', found: false, facts: null },
      { key: 'pkg:npm/zorbulator', found: true, facts: { license: 'MIT' } },
    ]);
    const asked = world.asked.length;
    await importNew(...components);
    expect(world.asked).toHaveLength(asked);
  });

  it('confirm nothing by mere existence where a popular package is a typing error away', async () => {
    await start({ LIVE_SOURCES: 'npm' });
    await load(['pkg:npm/quixotrin'], 20);
    const [entry] = await entriesOf(await importNew(named('quixotrim', 'npm')));
    expect(urls()).toContain('https://registry.npmjs.org/quixotrim');
    expect(entry.search_results.package.filter(({ selected }: any) => selected)).toEqual([]);
    expect(await system(`SELECT purl FROM catalog_packages WHERE name = 'quixotrim'`)).toEqual([]);
    expect(await system(`SELECT facts FROM catalog_lookups`)).toEqual([{ facts: { looks_like: 'pkg:npm/quixotrin' } }]);
    await load(['pkg:npm/quixotrin'], 1);
  });

  it('take back what was selected without being known', async () => {
    const settings = { LIVE_SOURCES: 'maven-central' };
    await start(settings);
    const known = ['pkg:maven/org.wombat.core/wombat-base', 'pkg:npm/wombat-x', 'pkg:npm/burrowstarter'];
    await load(known, 3);
    const component = named('wombat-burrowstarter', 'maven', { group: 'org.wombat.tools' });
    const expected = { purl: 'pkg:maven/org.wombat.tools/wombat-burrowstarter@1.2.3' };
    const answer = world.answer;
    world.answer = (_request, response) => void response.writeHead(500).end();
    const before = (await entriesOf(await importNew(component)))[0];
    expect(before.search_results.package[0]).toMatchObject({ ...expected, selected: true });
    world.answer = answer;
    const [after] = await entriesOf(await importNew(component));
    expect(urls().at(-1)).toBe(
      'https://repo1.maven.org/maven2/org/wombat/tools/wombat-burrowstarter/maven-metadata.xml',
    );
    expect(after.search_results.package[0]).toMatchObject({ ...expected, selected: false });
    const { body } = await admin.client.get('v1/project/explainComponent', { id: after.id });
    expect(body.data.package[0].evidence).toContain('Against it: its registry does not know it');
    const [again] = await entriesOf(await importNew(component));
    expect(again.search_results.package[0]).toMatchObject({ ...expected, selected: false });
    await settled(app);
  });

  it('are asked at a mirror with its credentials where the settings name one', async () => {
    await start({ LIVE_SOURCES: 'npm', LIVE_URLS: 'npm=https://reader:p%40ss@nexus.example/mirror/npm' });
    await importNew(named('zorbulator', 'npm'));
    expect(new Set(urls().map((url) => new URL(url).origin))).toEqual(new Set(['https://nexus.example']));
    expect(urls()[0]).toBe('https://nexus.example/mirror/npm/zorbulator');
    expect(new Set(credentials)).toEqual(new Set([`Basic ${Buffer.from('reader:p@ss').toString('base64')}`]));
    const { body } = await admin.client.get('v1/catalog/getSources');
    expect(body.data.find(({ name }: any) => name === 'npm').origin).toBe('https://nexus.example/mirror/npm');
    expect(JSON.stringify(body)).not.toContain('p@ss');
  });
});

import { LiveCatalog } from '../../src/catalog/live/live-catalog.js';
import { Configuration } from '../../src/platform/configuration/configuration.js';
import { ConfigurationError } from '../../src/platform/configuration/configuration-error.js';
import { Database } from '../../src/platform/database/database.js';
import { EgressClient } from '../../src/platform/egress/egress-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { startEgressServer, type Answer, type EgressTestServer } from '../support/egress-server.js';
import { firstAdmin, type Person, type TenantIds } from '../support/people.js';

/** The world knows one package, of one repository. */
const pages: Readonly<Record<string, object>> = {
  '/v3/systems/npm/packages/quokka': { versions: [{ versionKey: { version: '2.0.0' }, isDefault: true }] },
  '/v3/systems/npm/packages/quokka/versions/2.0.0': {
    versionKey: { version: '2.0.0' },
    relatedProjects: [{ projectKey: { id: 'github.com/acme/quokka' }, relationType: 'SOURCE_REPO' }],
  },
  '/v1/query': { vulns: [{ id: 'OSV-1', affected: [{ package: { ecosystem: 'npm', name: 'quokka' } }] }] },
  '/projects/github.com/acme/quokka': { score: 7.3, date: '2026-01-05' },
};

const elsewhere = 'https://169.254.169.254/latest/meta-data';

describe('live sources', () => {
  let app: TestApp;
  let admin: Person & TenantIds;
  let world: EgressTestServer;

  const start = async (live: string, settings: Record<string, string> = {}): Promise<void> => {
    world.asked.splice(0);
    app = await startApp({ LIVE_SOURCES: live, ...settings });
    jest.spyOn(app.nest.get(EgressClient), 'send').mockImplementation((...asked) => world.client.send(...asked));
    admin = await firstAdmin(app);
  };
  beforeAll(async () => {
    world = await startEgressServer((request, response) => {
      const page = pages[request.url!];
      response.writeHead(page ? 200 : 404).end(JSON.stringify(page ?? {}));
    });
  });
  afterEach(() => app.close());
  afterAll(() => world.close());

  const importPurls = async (...purls: string[]): Promise<string> => {
    const fields = { name: 'Live', version: '1', supplier: 's', contact_name: 'c', contact_email: '' };
    const { body } = await admin.client.post('v1/project/createSBOM', { ...fields, org_id: admin.orgId });
    const components = purls.map((purl) => ({ type: 'library', name: /([^/@]+)@/.exec(purl)![1], purl }));
    const document = JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, components });
    const answer = await admin.client.upload('v1/project/importSBOM', document, { sbom_id: body.data.id });
    expect(answer.status).toBe(200);
    return body.data.id;
  };
  const system = <Row extends object>(text: string): Promise<Row[]> =>
    app.nest.get(Database).transaction('system', (sql) => sql.query<Row>(text));
  /** Until nothing more is to be done, but for what waits for its hour of the night. */
  const quiet = async (): Promise<void> => {
    for (const end = Date.now() + 30_000; Date.now() < end;) {
      const [row] = await system<{ open: number }>(
        `SELECT count(*)::int AS open FROM job_runs WHERE state IN ('waiting', 'queued', 'active') AND due_at < now() + interval '1 minute'`,
      );
      if (row!.open === 0) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error('There is always more to do');
  };

  it('tell what the catalogue does not know, once, and never hear of what is internal', async () => {
    await start('deps.dev,osv,scorecard');
    const pattern = { org_id: admin.orgId, kind: 'name_prefix', pattern: 'secret-' };
    expect((await admin.client.post('v1/resolution/createInternalPattern', pattern)).status).toBe(200);
    const purls = ['pkg:npm/quokka@1.0.0', 'pkg:npm/secret-plan@1.0.0', 'pkg:npm/nobody-knows@1.0.0'];
    const id = await importPurls(...purls, 'pkg:npm/elsewhere@1.0.0?repository_url=npm.acme.example');
    await quiet();
    const { entries } = (await admin.client.get('v1/project/getSBOM', { id })).body.data;
    expect(entries[0].search_results.repo[0]).toMatchObject({
      repo_url: 'https://github.com/acme/quokka',
      selected: true,
    });
    expect(await system('SELECT purl, versions, sources, observed_at FROM catalog_packages')).toEqual([
      { purl: 'pkg:npm/quokka', versions: ['2.0.0'], sources: ['deps.dev'], observed_at: expect.any(Date) },
    ]);
    expect(await system('SELECT id, source FROM catalog_advisories')).toEqual([{ id: 'OSV-1', source: 'osv' }]);
    expect(await system(`SELECT source, key, found, facts FROM catalog_lookups WHERE facts IS NOT NULL`)).toEqual([
      {
        source: 'scorecard',
        key: 'https://github.com/acme/quokka',
        found: true,
        facts: { score: 7.3, date: '2026-01-05', checks: {} },
      },
    ]);
    expect(JSON.stringify(world.asked)).not.toMatch(/secret|elsewhere/);
    expect(world.asked.filter(({ url }) => url.includes('nobody-knows'))).toHaveLength(1);
    const { body } = await admin.client.get('v1/catalog/getSources');
    expect(body.data.map(({ name, origin }: Record<string, string>) => [name, origin])).toEqual(
      expect.arrayContaining([
        ['deps.dev', 'https://api.deps.dev'],
        ['osv', 'https://api.osv.dev'],
      ]),
    );

    const asked = world.asked.length;
    await importPurls(...purls);
    await quiet();
    expect(world.asked.length).toBe(asked);
    await system(`UPDATE catalog_lookups SET observed_at = now() - interval '25 hours'`);
    await importPurls(...purls);
    await quiet();
    // What nobody knew may exist by now; what was known counts for longer.
    expect(world.asked.slice(asked).map(({ url }) => url)).toEqual([
      'https://api.deps.dev/v3/systems/npm/packages/nobody-knows',
    ]);
  });

  it('are asked again for the advisories of a package that has some', async () => {
    await start('deps.dev,osv');
    const { answer } = world;
    const known = () => system<{ id: string }>('SELECT id FROM catalog_advisories ORDER BY id');
    await importPurls('pkg:npm/quokka@1.0.0');
    await quiet();
    expect(await known()).toEqual([{ id: 'OSV-1' }]);
    const affected = [{ package: { ecosystem: 'npm', name: 'quokka' } }];
    world.answer = (_request, response) =>
      void response.end(JSON.stringify({ vulns: ['OSV-1', 'OSV-2'].map((id) => ({ id, affected })) }));
    await system(`UPDATE catalog_lookups SET observed_at = now() - interval '8 days' WHERE source = 'osv'`);
    await importPurls('pkg:npm/quokka@1.0.0');
    await quiet();
    world.answer = answer;
    expect(await known()).toEqual([{ id: 'OSV-1' }, { id: 'OSV-2' }]);
  });

  it.each<[string, Answer]>([
    ['be away', (_request, response) => void response.writeHead(500).end()],
    ['take every question and say nothing', () => undefined],
    ['answer something else', (_request, response) => void response.end('[{"versions":{}}]')],
    ['send on to another host', (_request, response) => void response.writeHead(302, { location: elsewhere }).end()],
  ])('may %s: everything else goes on', async (_what, faulty) => {
    await start('deps.dev,ecosyste.ms,osv,deps.dev-projects,scorecard', { LIVE_TIMEOUT_S: '1' });
    const { answer } = world;
    world.answer = faulty;
    const id = await importPurls('pkg:npm/quokka@1.0.0');
    await quiet();
    world.answer = answer;
    expect(world.asked.length).toBeGreaterThan(0);
    const { entries } = (await admin.client.get('v1/project/getSBOM', { id })).body.data;
    expect(entries[0]).toMatchObject({ status: 'resolved' });
    expect(await system('SELECT * FROM catalog_lookups')).toEqual([]);
    // What the scheduler has just queued may be under way.
    expect(await system(`SELECT name, error FROM job_runs WHERE state = 'failed' OR error IS NOT NULL`)).toEqual([]);
  });

  it('are not asked unless the settings say so', async () => {
    await start('');
    await importPurls('pkg:npm/quokka@1.0.0');
    await quiet();
    expect(world.asked).toEqual([]);
    const dependencies = [app.nest.get(Database), {} as never, {} as never] as const;
    expect(() => new LiveCatalog(new Configuration({ LIVE_SOURCES: 'nonsense' }), ...dependencies)).toThrow(
      ConfigurationError,
    );
  });
});

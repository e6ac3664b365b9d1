import { Analyst, type Shown } from '../support/analyses.js';
import { startApp, type TestApp } from '../support/app.js';
import { GitRepository, gitHttpBackend, hasGit } from '../support/git-repository.js';
import { firstAdmin } from '../support/people.js';
import { describeIf } from '../support/requirement.js';
import { SourceServer } from '../support/source-server.js';

describeIf(hasGit, 'git is not installed')('requirements without a lock file', () => {
  let app: TestApp;
  let server: SourceServer;
  let analyst: Analyst;
  const repository = new GitRepository();
  const asked: string[] = [];
  const registry: Record<string, unknown> = {
    '/npm/lodash': { 'dist-tags': { latest: '5.0.0' }, versions: { '4.17.20': {}, '4.17.21': {}, '5.0.0': {} } },
    '/npm/express': { 'dist-tags': { latest: '4.0.0' }, versions: { '4.0.0': {} } },
    '/pypi/pypi/flask/json': { info: {}, releases: { '2.9': [{}], '3.0': [{}] } },
  };

  beforeAll(async () => {
    server = await SourceServer.start();
    server.answer = (request, response) => {
      const url = request.url ?? '';
      if (!/^\/(?:npm|pypi)\//.test(url)) return gitHttpBackend(repository.root, request, response);
      asked.push(url);
      const answer = registry[url];
      response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(answer ?? {}));
    };
    app = await startApp({
      ROLES: 'api,worker',
      OUTSIDE_OPENED: server.host,
      OUTSIDE_CA_FILE: server.authority,
      LIVE_SOURCES: 'npm,pypi',
      LIVE_URLS: `npm=https://${server.host}/npm,pypi=https://${server.host}/pypi`,
    });
    analyst = new Analyst(app, await firstAdmin(app));
  });
  afterAll(async () => {
    await app.close();
    await server.close();
    repository.remove();
  });

  const manifest = (dependencies: Readonly<Record<string, string>>): string =>
    JSON.stringify({ name: 'shop', dependencies });

  /** Version and property of each component, as the SBOM that others receive has them. */
  async function resolved(sbomId: string): Promise<Record<string, string>> {
    const { client } = analyst.person;
    const { body } = await client.post(
      'v1/report/getSBOM',
      { sbom_id: sbomId },
      { sbom_type: 'CycloneDX', include_dependencies: 'true' },
    );
    const { components } = body.data;
    const of = ({ version = '', properties = [] }: Shown): string =>
      `${version}|${properties.find(({ name }: Shown) => name === 'manifest:resolved')?.value ?? ''}`;
    return Object.fromEntries(components.map((one: Shown) => [one.name, of(one)]));
  }

  it('get the version that their registry would give as a property, never as their version', async () => {
    const { client, orgId } = analyst.person;
    const pattern = { org_id: orgId, kind: 'purl_namespace', pattern: 'pkg:npm/@own' };
    expect((await client.post('v1/resolution/createInternalPattern', pattern)).status).toBe(200);
    repository.push({
      'package.json': manifest({ lodash: '^4.17.0', express: '4.0.0', absent: '^1.0.0', '@own/secret': '^1.0.0' }),
      'api/requirements.txt': 'flask>=2,<3\n',
    });
    const id = await analyst.project({ type: 'git', source: `https://${server.host}/shop.git`, branch: 'main' });
    const analysis = await analyst.analyze(id);
    expect(analysis).toMatchObject({ status: 'finished', components: 5 });
    expect(await resolved(analysis.sbom_id)).toEqual({
      lodash: '|4.17.21',
      express: '4.0.0|',
      absent: '|',
      secret: '|',
      flask: '|2.9',
    });
    expect(analysis.warnings.map(({ message }: Shown) => message)).toEqual([
      'Registries gave no version for 2 of 4 requirements without a lock file: 1 of internal packages, which are not asked for; 1 of packages that their registry does not know',
    ]);
    expect(asked.filter((url) => url.includes('own'))).toEqual([]);
    expect((await analyst.entries(analysis.sbom_id)).map(({ name, version }) => `${name}@${version}`)).toContain(
      'lodash@',
    );
  });

  it('are asked for once in a while, and not where a lock file says what is in use', async () => {
    const before = asked.filter((url) => url === '/npm/lodash').length;
    const lock = { lockfileVersion: 3, packages: { '': { dependencies: { express: '^4' } }, 'node_modules/express': { version: '4.0.0' } } }; // prettier-ignore
    repository.push({
      'package.json': manifest({ lodash: '^4.17.0' }),
      'api/package.json': manifest({ express: '^4' }),
      'api/package-lock.json': JSON.stringify(lock),
    });
    const id = await analyst.project({ type: 'git', source: `https://${server.host}/shop.git`, branch: 'main', name: 'Second' }); // prettier-ignore
    const analysis = await analyst.analyze(id);
    expect(await resolved(analysis.sbom_id)).toMatchObject({ lodash: '|4.17.21', express: '4.0.0|' });
    expect(asked.filter((url) => url === '/npm/lodash').length - before).toBeLessThanOrEqual(1);
  });
});

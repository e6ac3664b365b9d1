import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Analyst, packageLock, type Shown } from '../support/analyses.js';
import { Database } from '../../src/platform/database/database.js';
import { MonitoringScheduler } from '../../src/monitoring/monitoring.scheduler.js';
import { startApp, type TestApp } from '../support/app.js';
import { GitRepository, gitHttpBackend, hasGit } from '../support/git-repository.js';
import { loseSecret } from '../support/lost-keys.js';
import { passTime } from '../support/monitoring.js';
import { withClient } from '../support/postgres.js';
import { firstAdmin } from '../support/people.js';
import { SourceServer, withBasic } from '../support/source-server.js';
import { describeIf } from '../support/requirement.js';

describeIf(hasGit, 'git is not installed')('analyses of git projects', () => {
  let app: TestApp;
  let server: SourceServer;
  let analyst: Analyst;
  let repository: GitRepository;

  beforeAll(async () => {
    server = await SourceServer.start();
    app = await startApp({
      ROLES: 'api,worker',
      OUTSIDE_OPENED: server.host,
      OUTSIDE_CA_FILE: server.authority,
      ANALYSIS_MAX_BYTES: '300000',
      LIVE_SOURCES: 'maven-central',
      LIVE_URLS: `maven-central=https://${server.host}/maven2`,
    });
    analyst = new Analyst(app, await firstAdmin(app));
  });
  beforeEach(() => {
    repository = new GitRepository();
    server.answer = (request, response) => gitHttpBackend(repository.root, request, response);
    server.requests.length = 0;
  });
  afterEach(() => repository.remove());
  afterAll(async () => {
    await app.close();
    await server.close();
  });

  const project = (more: Shown = {}) =>
    analyst.project({ type: 'git', source: `https://${server.host}/shop.git`, branch: 'main', ...more });
  const packs = () => server.requests.filter(({ method }) => method === 'POST').length;

  it('reads the manifests of the branch, once for each commit, and tells the differences', async () => {
    const first = repository.push({ 'web/package-lock.json': packageLock({ lodash: '4.17.20' }), 'README.md': 'x' });
    const id = await project();
    const one = await analyst.analyze(id);
    expect(one).toMatchObject({
      status: 'finished',
      message: '',
      revision: first,
      branch: 'main',
      files: 2,
      components: 1,
      manifests: [{ path: 'web/package-lock.json', kind: 'npm-lock', components: 1 }],
    });
    expect(await analyst.names(one.sbom_id)).toEqual(['lodash@4.17.20']);
    const asked = packs();
    expect(await analyst.analyze(id)).toMatchObject({ status: 'finished', unchanged: true, revision: first });
    expect(packs()).toBe(asked + 1); // the list of refs, and no pack

    const second = repository.push({ 'web/package-lock.json': packageLock({ lodash: '4.17.21' }) });
    const two = await analyst.analyze(id);
    expect(two).toMatchObject({ revision: second, unchanged: false, added: 0, removed: 0, changed: 1 });
    const sbom = await analyst.person.client.post('v1/report/getSBOM', { project_ids: [id] }, cycloneDx);
    expect(sbom.body.data.metadata.component).toMatchObject({ name: 'Webshop', version: second });
  });

  const cycloneDx = { sbom_type: 'CycloneDX', include_dependencies: 'true' };

  it('says that its password cannot be read, and what to do', async () => {
    repository.push({ 'web/package-lock.json': packageLock({ lodash: '4.17.20' }) });
    const id = await project({ username: 'u', password: 'p' });
    await loseSecret(app.databaseUrl, 'project_secrets', id, { key: 'project_id' });
    expect(await analyst.analyze(id)).toMatchObject({
      status: 'errored',
      message:
        'The password of the project cannot be read, because its master key is not here; enter it again (v1/project/updateProject), or put the key back',
    });
    const { body } = await analyst.person.client.get('v1/project/getProject', { id, team_id: analyst.person.teamId });
    const update = { ...body.data, password: 'again' };
    expect((await analyst.person.client.put('v1/project/updateProject', update)).status).toBe(200);
    expect(await analyst.analyze(id)).toMatchObject({ status: 'finished' });
  });

  it('reads another branch where it is asked to, into an SBOM of its own', async () => {
    repository.push({ 'requirements.txt': 'flask==3.0.0\n' });
    const commit = repository.push({ 'requirements.txt': 'flask==2.0.0\n' }, 'release/2');
    const id = await project();
    const own = await analyst.analyze(id);
    const analysis = await analyst.analyze(id, { branch: 'release/2' });
    expect(analysis).toMatchObject({ status: 'finished', branch: 'release/2', revision: commit });
    expect(await analyst.names(analysis.sbom_id)).toEqual(['flask@2.0.0']);
    expect(analysis).toMatchObject({ added: null, removed: null, changed: null });
    expect(analysis.sbom_id).not.toBe(own.sbom_id);
    expect(await analyst.names(own.sbom_id)).toEqual(['flask@3.0.0']);
    expect(await analyst.analyze(id)).toMatchObject({ unchanged: true, sbom_id: own.sbom_id });

    repository.push({ 'requirements.txt': 'flask==2.0.1\n' }, 'release/2');
    const later = await analyst.analyze(id, { branch: 'release/2' });
    expect(later).toMatchObject({ sbom_id: analysis.sbom_id, added: 0, removed: 0, changed: 1 });
    expect(await analyst.analyze(id, { branch: 'none' })).toMatchObject({
      status: 'errored',
      message: 'The repository has no branch or tag "none". It has main, release/2',
      finished_at: expect.any(String),
    });
    await analyst.person.client.post('v1/project/deleteProject', { id });
    expect((await analyst.person.client.get('v1/project/getSBOM', { id: later.sbom_id })).status).toBe(404);
  });

  it('shows the verdict and the state of the branch of the project, whatever was analysed last', async () => {
    repository.push({ 'requirements.txt': 'flask==3.0.0\n' });
    repository.push({ 'requirements.txt': 'flask==2.0.0\n' }, 'dev');
    const id = await project();
    const { client, teamId } = analyst.person;
    const monitoring = async () =>
      (await client.get('v1/project/getProject', { id, team_id: teamId })).body.data.monitoring;
    await analyst.analyze(id, { branch: 'dev' });
    expect(await monitoring()).toMatchObject({ status: 'pending', succeeded_at: null });
    const own = await analyst.analyze(id);
    const state = await monitoring();
    expect(state).toMatchObject({ status: 'succeeded', succeeded_at: expect.any(String) });
    const other = await analyst.analyze(id, { branch: 'dev' });
    const failed = await analyst.analyze(id, { branch: 'none' });
    expect([other.status, failed.status]).toEqual(['finished', 'errored']);
    expect(await monitoring()).toEqual(state);
    for (const { sbom_id } of [own, other])
      await client.get('v1/ruleset/getAppliedRulesets', { sbom_id, wait: 'true' });
    await app.nest.get(Database).transaction('system', (sql) =>
      sql.run('UPDATE sboms SET compliance_failing = (id = $other)::int WHERE id IN ($own, $other)', {
        own: own.sbom_id,
        other: other.sbom_id,
      }),
    );
    const { body } = await client.post('v1/ruleset/getAppliedRuleset', { project_id: id });
    expect(body.data).toMatchObject({ analysis_id: own.id });
    expect(body.data.rule_evaluation_summary.summary).not.toBe('fail');
    const latest = await client.get('v1/scanner/getLatestAnalysisStatus', { project_id: id });
    expect(latest.body.data.id).toBe(own.id);
    const all = await client.get('v1/scanner/getLatestAnalysisStatuses', { team_id: teamId, limit: '1000' });
    expect(all.body.data.find((one: any) => one.project_id === id)).toMatchObject({ id: own.id });

    // Its SBOM is still that of the former branch, until the new one is analysed.
    await client.put('v1/project/updateProject', { id, branch: 'release' });
    expect((await client.get('v1/scanner/getLatestAnalysisStatus', { project_id: id })).body.data.id).toBe(own.id);
    const last = await analyst.analyze(id);
    expect(last).toMatchObject({ status: 'errored', branch: 'release' });
    expect((await client.get('v1/scanner/getLatestAnalysisStatus', { project_id: id })).body.data.id).toBe(last.id);
  });

  it('reads again what another branch has replaced in the SBOM of the project', async () => {
    repository.push({ 'requirements.txt': 'flask==1.0.0\n' });
    repository.push({ 'requirements.txt': 'flask==2.0.0\n' }, 'dev');
    const id = await project();
    const { sbom_id } = await analyst.analyze(id);
    await analyst.analyze(id, { branch: 'dev' });
    const to = (branch: string) => analyst.person.client.put('v1/project/updateProject', { id, branch });
    await to('dev');
    expect(await analyst.analyze(id)).toMatchObject({ branch: 'dev', unchanged: false, sbom_id, changed: null });
    expect(await analyst.names(sbom_id)).toEqual(['flask@2.0.0']);
    await to('main');
    expect(await analyst.analyze(id)).toMatchObject({ branch: 'main', unchanged: false, sbom_id, changed: null });
    expect(await analyst.names(sbom_id)).toEqual(['flask@1.0.0']);
    expect(await analyst.analyze(id)).toMatchObject({ unchanged: true, sbom_id });
  });

  it('is not tried again where there is no such repository', async () => {
    server.answer = (_request, response) => void response.writeHead(404).end();
    expect(await analyst.analyze(await project())).toMatchObject({
      status: 'errored',
      finished_at: expect.any(String),
      message: 'The repository does not exist, or the credentials do not grant access',
    });
    expect(new Set(server.requests.map(({ url }) => url)).size).toBe(server.requests.length);
  });

  it('reads the default branch, tags, whole refs and commits, and tells an empty repository apart', async () => {
    const one = repository.push({ 'requirements.txt': 'flask==1.0.0\n' });
    repository.git('tag', '-a', 'v1', '-m', 'first');
    repository.git('push', '--quiet', 'origin', 'v1');
    const two = repository.push({ 'requirements.txt': 'flask==2.0.0\n' });
    const id = await project({ branch: '' });
    expect(await analyst.analyze(id)).toMatchObject({ status: 'finished', branch: '', revision: two });
    expect(await analyst.analyze(id)).toMatchObject({ unchanged: true });
    for (const branch of ['v1', 'refs/tags/v1', one]) {
      const analysis = await analyst.analyze(id, { branch });
      expect(analysis).toMatchObject({ status: 'finished', message: '', branch, revision: one });
      expect(await analyst.names(analysis.sbom_id)).toEqual(['flask@1.0.0']);
    }
    expect(await analyst.analyze(id, { branch: '1'.repeat(40) })).toMatchObject({
      status: 'errored',
      message: 'The repository does not have this commit, or does not give it out by its name',
    });
    expect(await analyst.analyze(id, { branch: one.slice(0, 7) })).toMatchObject({
      message: `The repository has no branch or tag "${one.slice(0, 7)}"; a commit is named by all of its digits. It has main`,
    });
    repository.remove();
    repository = new GitRepository();
    repository.push({ 'requirements.txt': 'flask==1.0.0\n' }, 'develop');
    expect(await analyst.analyze(id)).toMatchObject({
      status: 'errored',
      message: 'The repository has no default branch: its HEAD names a branch without a commit. It has develop',
    });
    repository.remove();
    repository = new GitRepository();
    expect(await analyst.analyze(await project())).toMatchObject({
      status: 'errored',
      message: 'The repository is empty: it has no branch with a commit',
    });
  });

  it('names what it saw and did not read: pointers, submodules, links, archives and unread kinds', async () => {
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 12345\n`;
    repository.write('web/package-lock.json', packageLock({ lodash: '4.17.21' }));
    repository.write('CMakeLists.txt', 'project(x)');
    repository.write('lfs/Cargo.lock', pointer);
    repository.write('libs/a.jar', 'PK');
    symlinkSync('../web/package-lock.json', repository.path('libs/yarn.lock'));
    symlinkSync('../README.md', repository.path('libs/README.md'));
    mkdirSync(repository.path('vendored/lib'), { recursive: true });
    repository.git('update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},vendored/lib`);
    repository.push({});
    const analysis = await analyst.analyze(await project());
    expect(analysis).toMatchObject({ status: 'finished', components: 1, stale: 0 });
    expect(analysis.unread.map((gap: Shown) => `${gap.reason} ${gap.kind} ${gap.path}`)).toEqual([
      'not_supported cmake CMakeLists.txt',
      'lfs_pointer cargo-lock lfs/Cargo.lock',
      'not_unpacked archive libs/a.jar',
      'link yarn-lock libs/yarn.lock',
      'submodule submodule vendored/lib',
    ]);
  });

  it('asks the repository of Maven for parents and bills of materials outside of the tree, once', async () => {
    const pom = (head: string, managed = '') => `<project>${head}${managed === '' ? '' : `<dependencyManagement><dependencies>${managed}</dependencies></dependencyManagement>`}`; // prettier-ignore
    const of = (group: string, artifact: string, version = '', more = '') =>
      `<groupId>${group}</groupId><artifactId>${artifact}</artifactId>${version === '' ? '' : `<version>${version}</version>`}${more}`;
    const dependency = (inner: string) => `<dependency>${inner}</dependency>`;
    const poms: Record<string, string> = {
      '/maven2/org/far/parent/1.0/parent-1.0.pom': `${pom(`<parent>${of('org.far', 'top', '2')}</parent><artifactId>parent</artifactId>`, dependency(of('org.far', 'bom', '${bom.version}', '<type>pom</type><scope>import</scope>')))}</project>`,
      '/maven2/org/far/top/2/top-2.pom': `${pom(of('org.far', 'top', '2'))}<properties><bom.version>3</bom.version></properties></project>`,
      '/maven2/org/far/bom/3/bom-3.pom': `${pom(of('org.far', 'bom', '3'), dependency(of('g', 'managed', '4.5')))}</project>`,
    };
    const asked: string[] = [];
    server.answer = (request, response) => {
      const url = request.url ?? '';
      if (!url.startsWith('/maven2/')) return gitHttpBackend(repository.root, request, response);
      asked.push(url);
      response.writeHead(poms[url] ? 200 : 404).end(poms[url] ?? '');
    };
    const module = (name: string, version: string) =>
      `${pom(`<parent>${of('org.far', 'parent', version)}</parent><artifactId>${name}</artifactId>`)}<dependencies>${dependency(of('g', 'managed'))}</dependencies></project>`;
    repository.push({ 'a/pom.xml': module('a', '1.0'), 'b/pom.xml': module('b', '1.0') });
    const id = await project();
    const analysis = await analyst.analyze(id);
    expect(analysis).toMatchObject({ status: 'finished', message: '', warnings: [] });
    expect(await analyst.names(analysis.sbom_id)).toEqual(['g/managed@4.5']);
    expect(asked).toEqual(Object.keys(poms));
    repository.push({ 'c/pom.xml': module('c', '9') });
    expect(await analyst.analyze(id)).toMatchObject({
      warnings: [
        {
          path: 'c/pom.xml, line 1',
          message: expect.stringMatching(/^The parent org\.far:parent:9 is not in the tree/),
        },
      ],
    });
    expect(asked.slice(3).filter((url) => url.endsWith('.pom'))).toEqual(['/maven2/org/far/parent/9/parent-9.pom']);

    const { client, orgId } = analyst.person;
    const pattern = { org_id: orgId, kind: 'purl_namespace', pattern: 'pkg:maven/org.own' };
    expect((await client.post('v1/resolution/createInternalPattern', pattern)).status).toBe(200);
    repository.push({
      'd/pom.xml': `${pom(`<parent>${of('org.own.tools', 'parent', '1')}</parent><artifactId>d</artifactId>`)}</project>`,
    });
    expect((await analyst.analyze(id)).warnings).toEqual(
      expect.arrayContaining([
        { path: 'd/pom.xml, line 1', message: expect.stringMatching(/^The parent org\.own\.tools/) },
      ]),
    );
    expect(asked.filter((url) => url.includes('/org/own/'))).toEqual([]);
  });

  it('has a gap where that repository cannot be reached, and asks again though the source is the same', async () => {
    let status = 503;
    const parent = `<groupId>org.far</groupId><artifactId>late</artifactId><version>1</version>`;
    server.answer = (request, response) => {
      if (!request.url?.startsWith('/maven2/')) return gitHttpBackend(repository.root, request, response);
      response.writeHead(status).end(`<project>${parent}<properties><of.late>7</of.late></properties></project>`);
    };
    const used = '<groupId>g</groupId><artifactId>late</artifactId><version>${of.late}</version>';
    repository.push({
      'pom.xml': `<project><parent>${parent}</parent><artifactId>a</artifactId><dependencies><dependency>${used}</dependency></dependencies></project>`,
    });
    const id = await project();
    const { unread, sbom_id } = await analyst.analyze(id);
    expect(unread).toEqual([expect.objectContaining({ path: '', kind: 'pom', reason: 'not_fetched' })]);
    expect(await analyst.names(sbom_id)).toEqual(['g/late@']);
    status = 200;
    expect(await analyst.analyze(id)).toMatchObject({ unread: [], unchanged: false });
    expect(await analyst.names(sbom_id)).toEqual(['g/late@7']);
  });

  it('monitors less and less often what goes on to be refused, and says until when', async () => {
    let status = 403;
    server.answer = (request, response) =>
      request.url?.startsWith('/maven2/')
        ? void response.writeHead(status).end('<project/>')
        : gitHttpBackend(repository.root, request, response);
    const parent = `<groupId>org.far</groupId><artifactId>barred</artifactId><version>1</version>`;
    repository.push({ 'pom.xml': `<project><parent>${parent}</parent><artifactId>a</artifactId></project>` });
    const id = await project();
    const query = (text: string) => withClient(app.databaseUrl, (client) => client.query(text, [id]));
    await query(`UPDATE projects SET created_at = now() - interval '9 days' WHERE id = $1`);
    const monitored = async (): Promise<Shown> => {
      await query(`UPDATE analyses SET refetch_at = refetch_at - interval '1 day' WHERE project_id = $1`);
      await passTime(app.databaseUrl, id, 1);
      await app.nest.get(MonitoringScheduler).schedule();
      for (const end = Date.now() + 60_000; Date.now() < end; await sleep(50)) {
        const [run] = (await analyst.person.client.get('v1/monitoring/getRuns', { project_id: id })).body.data;
        if (run.status !== 'queued' && run.status !== 'running') return analyst.ended(run.id);
      }
      throw new Error('The run did not finish');
    };
    const daysUntil = (time: string): number => Math.round(((Date.parse(time) - Date.now()) / 86_400_000) * 10) / 10;

    const first = await analyst.analyze(id);
    expect(daysUntil(first.refetch_at)).toBeCloseTo(0);
    expect(first.unread[0].message).toEqual(
      expect.stringMatching(/did not give 1 \(the repository answered 403\)\..* The next analysis asks for it again$/),
    );
    const days = [];
    for (let day = 1; day <= 7; day += 1) days.push(await monitored());
    expect(days.map(({ unchanged }) => unchanged)).toEqual([false, true, false, true, true, true, false]);
    expect(days.map(({ refetch_at }) => daysUntil(refetch_at))).toEqual([1.5, 0.5, 3.5, 2.5, 1.5, 0.5, 7.5]);
    const { unread, sbom_id, refetch_at } = days.at(-1)!;
    const until = `${refetch_at.slice(0, 16).replace('T', ' ')} UTC`;
    expect(unread).toMatchObject([{ reason: 'not_fetched', message: expect.stringContaining(`It was asked for 4 times: monitoring asks again after ${until}`) }]); // prettier-ignore
    const gaps = (await analyst.person.client.get('v1/project/getGaps', { sbom_id })).body.data;
    expect(gaps).toMatchObject([{ message: unread[0].message }]);

    expect(await analyst.analyze(id)).toMatchObject({ unchanged: false, unread: [{ reason: 'not_fetched' }] });
    status = 200;
    expect(await analyst.analyze(id)).toMatchObject({ unchanged: false, unread: [], refetch_at: null });
    expect(await monitored()).toMatchObject({ unchanged: true, refetch_at: null });
  });

  it('sends the credentials to that host when it asks for them, and leaves no trace of them', async () => {
    const commit = repository.push({ 'requirements.txt': 'flask==3.0.0\n' });
    const secret = 'p@ss:w/rd %41 "quoted"';
    server.answer = withBasic('ann', secret, (request, response) => gitHttpBackend(repository.root, request, response));
    const seen: string[] = [];
    const watch = setInterval(() => seen.push(...processes()), 20);
    const allowed = await analyst.analyze(await project({ username: 'ann', password: secret }));
    clearInterval(watch);
    expect(allowed).toMatchObject({ status: 'finished', revision: commit });
    expect(seen.some((one) => one.includes('git'))).toBe(true);
    expect(seen.filter((one) => one.includes('p@ss') || one.includes('p%40ss'))).toEqual([]);
    await gone(join(app.configuration.dataDir, 'blobs', 'drafts'));
    const refused = await analyst.analyze(await project({ username: 'ann', password: 'wrong' }));
    expect(refused).toMatchObject({ status: 'errored', message: 'The source rejected the credentials' });
    expect(JSON.stringify([allowed, refused])).not.toContain('wrong');
  });

  it('runs nothing that the repository brings, and follows nothing in it', async () => {
    const marker = join(repository.root, 'marker');
    const run = `touch ${marker}`;
    repository.write('requirements.txt', 'flask==3.0.0\n');
    repository.write('.gitattributes', '* filter=evil diff=evil\n*.txt filter=lfs\n');
    repository.write('.lfsconfig', `[lfs]\n\turl = https://${server.host}/lfs\n`);
    repository.write('.gitconfig', `[core]\n\tfsmonitor = ${run}\n\thooksPath = hooks\n`);
    repository.write('.gitmodules', `[submodule "x"]\n\tpath = x\n\turl = ext::sh -c ${run}\n\tupdate = !${run}\n`);
    repository.write('hooks/post-checkout', `#!/bin/sh\n${run}\n`);
    repository.write('setup.py', `import os; os.system("${run}")\n`);
    repository.write('package.json', JSON.stringify({ scripts: { preinstall: run } }));
    symlinkSync('/etc/passwd', repository.path('poetry.lock'));
    symlinkSync('../../../../../../etc', repository.path('up'));
    for (const hook of ['post-checkout', 'post-update', 'pre-receive']) repository.write(`.githooks/${hook}`, run);
    repository.git('update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},x`);
    repository.push({});
    const analysis = await analyst.analyze(await project());
    expect(analysis).toMatchObject({ status: 'finished', components: 1 });
    expect(analysis.manifests.map(({ path }: Shown) => path)).toEqual(['requirements.txt', 'package.json', 'setup.py']);
    expect(existsSync(marker)).toBe(false);
    expect(server.requests.every(({ url }) => url.startsWith('/shop.git/'))).toBe(true);
  });

  it('keeps a limit on what is fetched', async () => {
    repository.push({ 'noise.bin': randomBytes(900_000) });
    const analysis = await analyst.analyze(await project());
    expect(analysis).toMatchObject({ status: 'errored', message: expect.stringMatching(/larger than 300000 bytes/) });
  });

  it('lets itself be led nowhere else', async () => {
    const elsewhere = await SourceServer.start();
    try {
      server.answer = (request, response) =>
        void response.writeHead(302, { location: `https://${elsewhere.host}${request.url}` }).end();
      const analysis = await analyst.analyze(await project());
      expect(analysis).toMatchObject({
        status: 'errored',
        message: 'The address leads to another one; give that one',
      });
      expect(elsewhere.requests).toEqual([]);
      server.answer = (request, response) =>
        void response.writeHead(302, { location: `http://${elsewhere.host}${request.url}` }).end();
      expect((await analyst.analyze(await project())).status).toBe('errored');
    } finally {
      await elsewhere.close();
    }
  });

  it.each([
    'ext::sh -c touch%20/tmp/x',
    'file:///etc',
    '/etc/passwd',
    'git://github.com/a/b',
    'http://github.com/a/b',
    '--upload-pack=touch /tmp/x',
    'https://github.com/--upload-pack=x',
    'ssh://-oProxyCommand=x/y',
    'git@-oProxyCommand=x:y',
    'https://10.0.0.1/x.git',
    'https://169.254.169.254/x.git',
    'https://user:pass@github.com/a/b',
  ])('is not even saved with the source %s', async (source) => {
    const { status, body } = await analyst.person.client.post('v1/project/createProject', {
      team_id: analyst.person.teamId,
      name: 'x',
      description: '',
      type: 'git',
      branch: 'main',
      source,
    });
    expect([status, Object.keys(body.fields)]).toEqual([400, ['source']]);
  });

  it.each(['--upload-pack=touch /tmp/x', '-c', 'main\nx', 'a..b', 'refs/../x', 'main\0'])(
    'is neither saved with the branch %j nor analysed from it',
    async (branch) => {
      const id = await project();
      const whole = { team_id: analyst.person.teamId, name: 'x', description: '', type: 'git', branch };
      for (const [path, fields] of [
        ['project/createProject', { ...whole, source: 'https://github.com/a/b' }],
        ['scanner/analyzeProject', { team_id: analyst.person.teamId, project_id: id, branch }],
      ] as const) {
        const { status, body } = await analyst.person.client.post(`v1/${path}`, fields);
        expect([path, status, Object.keys(body.fields)]).toEqual([path, 400, ['branch']]);
      }
      expect(server.requests).toEqual([]);
    },
  );
});

/** Waits until nothing is left in the folder. */
async function gone(folder: string): Promise<void> {
  for (const end = Date.now() + 60_000; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 50)))
    if (readdirSync(folder).length === 0) return;
  throw new Error(`Something is left in ${folder}`);
}

/** Arguments and environment of every process that can be looked at. */
function processes(): string[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) return [];
    try {
      return [`${readFileSync(`/proc/${name}/cmdline`, 'latin1')} ${readFileSync(`/proc/${name}/environ`, 'latin1')}`];
    } catch {
      return [];
    }
  });
}

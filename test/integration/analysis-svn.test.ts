import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Analyst, packageLock, type Shown } from '../support/analyses.js';
import { startApp, type TestApp } from '../support/app.js';
import { firstAdmin } from '../support/people.js';
import { hasSvn, SvnRepository } from '../support/svn-repository.js';
import { describeIf } from '../support/requirement.js';

describeIf(hasSvn, 'svn is not installed')('analyses of svn projects', () => {
  let app: TestApp;
  let analyst: Analyst;
  let repository: SvnRepository;
  let serving: { host: string; stop(): void };
  const secret = 'p@ss word %41 "x"';

  beforeAll(async () => {
    repository = new SvnRepository();
    serving = await repository.serve('anon-access = none\nauth-access = read', `ann = ${secret}`);
    app = await startApp({ ROLES: 'api,worker', OUTSIDE_OPENED: serving.host, ANALYSIS_MAX_BYTES: '300000' });
    analyst = new Analyst(app, await firstAdmin(app));
  });
  afterAll(async () => {
    await app.close();
    serving.stop();
    repository.remove();
  });

  const project = (path: string, more: Shown = {}) =>
    analyst.project({
      type: 'svn',
      source: `svn://${serving.host}/shop/${path}`,
      username: 'ann',
      password: secret,
      ...more,
    });

  it('reads the manifests of a folder, once for each revision of it, and tells the differences', async () => {
    const first = repository.commit({ 'trunk/web/package-lock.json': packageLock({ lodash: '4.17.20' }) });
    const id = await project('trunk');
    const one = await analyst.analyze(id);
    expect(one).toMatchObject({
      status: 'finished',
      message: '',
      revision: first,
      files: 1,
      components: 1,
      manifests: [{ path: 'web/package-lock.json', kind: 'npm-lock', components: 1 }],
    });
    repository.commit({ 'branches/other/requirements.txt': 'flask==1.0\n' });
    expect(await analyst.analyze(id)).toMatchObject({ status: 'finished', unchanged: true, revision: first });
    const second = repository.commit({ 'trunk/web/package-lock.json': packageLock({ lodash: '4.17.21' }) });
    expect(await analyst.analyze(id)).toMatchObject({ revision: second, unchanged: false, added: 0, changed: 1 });
  });

  it('reads a single file, and addresses with an @', async () => {
    const revision = repository.commit({ 'tags/v@1/requirements.txt': 'flask==3.0.0\n' });
    const file = await analyst.analyze(await project('tags/v@1/requirements.txt'));
    expect(file).toMatchObject({ status: 'finished', message: '', revision, components: 1 });
    expect(await analyst.analyze(await project('tags/v@1'))).toMatchObject({ status: 'finished', components: 1 });
  });

  it('says what is wrong: the credentials, the path', async () => {
    const refused = await analyst.analyze(await project('trunk', { password: 'wrong' }));
    expect(refused).toMatchObject({ status: 'errored', message: 'The source rejected the credentials' });
    const missing = await analyst.analyze(await project('nothing'));
    expect(missing).toMatchObject({ status: 'errored', message: expect.stringMatching(/does not exist/) });
  });

  it('follows no external, link or keyword, and runs nothing', async () => {
    const marker = join(repository.root, 'marker');
    repository.commit({ 'evil/requirements.txt': 'flask==3.0.0\n' });
    repository.link('evil/poetry.lock', '/etc/passwd');
    repository.link('evil/up', '../../../../../etc');
    repository.commit({});
    repository.property(
      'svn:externals',
      `svn+ssh://-oProxyCommand=touch%20${marker}/x ext\nhttps://10.0.0.1/x y`,
      'evil',
    );
    repository.commit({});
    const analysis = await analyst.analyze(await project('evil'));
    expect(analysis).toMatchObject({ status: 'finished', message: '', components: 1, files: 1 });
    expect(existsSync(marker)).toBe(false);
    expect(analysis.unread.map(({ path, reason }: Shown) => [path, reason])).toEqual([
      ['ext', 'not_fetched'],
      ['poetry.lock', 'link'],
      ['y', 'not_fetched'],
    ]);
  });

  it('reads no file of this machine where the source itself is a link', async () => {
    repository.commit({ 'linked/plain.txt': '' });
    repository.link('linked/requirements.txt', '/etc/passwd');
    repository.commit({});
    const analysis = await analyst.analyze(await project('linked/requirements.txt'));
    expect(analysis).toMatchObject({ status: 'errored', message: expect.stringMatching(/^The source is a link/) });
    expect(JSON.stringify(analysis)).not.toContain('root:');
  });

  it('keeps a limit on what is fetched', async () => {
    repository.commit({ 'large/noise.bin': randomBytes(900_000) });
    const analysis = await analyst.analyze(await project('large'));
    expect(analysis).toMatchObject({ status: 'errored', message: expect.stringMatching(/larger than 300000 bytes/) });
  });

  it.each([
    'svn+ssh://-oProxyCommand=x/y',
    'svn+ssh://host.org/x',
    'svn://host.org/x',
    'file:///x',
    'http://host.org/x',
  ])('is not even saved with the source %s', async (source) => {
    const { status, body } = await analyst.person.client.post('v1/project/createProject', {
      team_id: analyst.person.teamId,
      name: 'x',
      description: '',
      type: 'svn',
      source,
    });
    expect([status, Object.keys(body.fields)]).toEqual([400, ['source']]);
  });
});

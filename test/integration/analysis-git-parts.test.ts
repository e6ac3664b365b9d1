import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { Analyst, packageLock, type Shown } from '../support/analyses.js';
import { startApp, type TestApp } from '../support/app.js';
import { GitRepository, gitHttpBackend, hasGit } from '../support/git-repository.js';
import { firstAdmin } from '../support/people.js';
import { SourceServer, withBasic } from '../support/source-server.js';
import { describeIf } from '../support/requirement.js';

describeIf(hasGit, 'git is not installed')('submodules and files of Git LFS', () => {
  let app: TestApp;
  let server: SourceServer;
  let elsewhere: SourceServer;
  let analyst: Analyst;
  let repositories: Record<string, GitRepository>;

  beforeAll(async () => {
    [server, elsewhere] = [await SourceServer.start(), await SourceServer.start()];
    app = await startApp({
      ROLES: 'api,worker',
      OUTSIDE_OPENED: server.host,
      OUTSIDE_CA_FILE: server.authority,
      ANALYSIS_MAX_BYTES: '300000',
    });
    analyst = new Analyst(app, await firstAdmin(app));
  });
  beforeEach(() => {
    repositories = { shop: new GitRepository(), lib: new GitRepository(), deep: new GitRepository() };
    server.answer = serve;
    server.requests.length = elsewhere.requests.length = 0;
  });
  afterEach(() => Object.values(repositories).forEach((one) => one.remove()));
  afterAll(async () => {
    await app.close();
    await Promise.all([server.close(), elsewhere.close()]);
  });

  /** `/team/<name>.git` is the repository of that name. */
  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    const [, name = '', rest = ''] = /^\/team\/(\w+)\.git(\/.*)$/.exec(request.url ?? '') ?? [];
    const repository = repositories[name];
    if (!repository) return void response.writeHead(404).end();
    request.url = `/shop.git${rest}`;
    gitHttpBackend(repository.root, request, response);
  };
  const project = (more: Shown = {}) =>
    analyst.project({ type: 'git', source: `https://${server.host}/team/shop.git`, branch: 'main', ...more });
  const change = (id: string, fields: Shown) =>
    analyst.person.client.put('v1/project/updateProject', { id, ...fields });
  const link = (repository: GitRepository, path: string, commit: string) =>
    repository.git('update-index', '--add', '--cacheinfo', `160000,${commit},${path}`);
  const gitmodules = (modules: Readonly<Record<string, string>>) =>
    Object.entries(modules).map(([path, url]) => `[submodule "${path}"]\n\tpath = ${path}\n\turl = ${url}\n`).join(''); // prettier-ignore
  const unread = ({ unread: gaps }: Shown) => gaps.map(({ reason, path }: Shown) => `${reason} ${path}`);
  /** Commits of what is staged; `push` would drop links whose folder does not exist. */
  const commit = (repository: GitRepository): string => {
    repository.git('commit', '--quiet', '--allow-empty', '-m', 'work');
    repository.git('push', '--quiet', '--force', 'origin', 'HEAD:refs/heads/main');
    return repository.git('rev-parse', 'HEAD');
  };
  const nested = (address = '../lib.git') => {
    const { shop, lib, deep } = repositories as Record<'shop' | 'lib' | 'deep', GitRepository>;
    const deepest = deep.push({ 'Cargo.lock': '[[package]]\nname = "serde"\nversion = "1.0.1"\nsource = "registry+https://github.com/rust-lang/crates.io-index"\n' }); // prettier-ignore
    lib.push({ 'package-lock.json': packageLock({ lodash: '4.17.21' }), '.gitmodules': gitmodules({ 'ext/deep': '../deep.git' }) }); // prettier-ignore
    link(lib, 'ext/deep', deepest);
    const inner = commit(lib);
    shop.push({ 'requirements.txt': 'flask==3.0.0\n', '.gitmodules': gitmodules({ 'libs/lib': address }) });
    link(shop, 'libs/lib', inner);
    commit(shop);
  };

  it('fetches submodules, and theirs, where the project says so, and tells them where it does not', async () => {
    nested();
    const id = await project();
    const without = await analyst.analyze(id);
    expect(unread(without)).toEqual(['submodule libs/lib']);
    expect(await analyst.names(without.sbom_id)).toEqual(['flask@3.0.0']);
    expect((await change(id, { fetch_submodules: true })).body.data).toMatchObject({ fetch_submodules: true });
    const whole = await analyst.analyze(id);
    expect(whole).toMatchObject({ unchanged: false, status: 'finished', added: 2, removed: 0, unread: [] });
    expect(whole.manifests.map(({ path }: Shown) => path)).toEqual([
      'libs/lib/ext/deep/Cargo.lock',
      'libs/lib/package-lock.json',
      'requirements.txt',
    ]);
    expect(await analyst.analyze(id)).toMatchObject({ unchanged: true });
    await change(id, { exclude_paths: ['libs/lib/ext'] });
    expect(await analyst.analyze(id)).toMatchObject({ unchanged: false, removed: 1, unread: [] });
  });

  it('keeps what a submodule named before where it cannot be fetched any more, says why, and asks again', async () => {
    nested();
    const id = await project({ fetch_submodules: true });
    const { sbom_id } = await analyst.analyze(id);
    const { lib } = repositories;
    delete repositories.lib;
    repositories.shop!.write('requirements.txt', 'flask==3.0.1\n');
    repositories.shop!.git('add', 'requirements.txt');
    commit(repositories.shop!);
    const broken = await analyst.analyze(id);
    expect(broken).toMatchObject({ status: 'partial', removed: 0, changed: 1, stale: 2, sbom_id });
    expect(broken.unread).toMatchObject([
      {
        path: 'libs/lib',
        kind: 'submodule',
        reason: 'not_fetched',
        message:
          'The submodule could not be fetched: The repository does not exist, or the credentials do not grant access. The next analysis asks for it again',
      },
    ]);
    repositories.lib = lib!;
    expect(await analyst.analyze(id)).toMatchObject({ unchanged: false, status: 'finished', stale: 0, unread: [] });
  });

  it.each([
    ['an address inside', () => 'https://10.0.0.1/lib.git', /its address must name a public host\. The next/],
    ['another protocol', () => 'git://github.com/a/b.git', /its address must be an address of https/],
    ['a program', () => 'ext::sh -c true', /its address must be an address without spaces/],
    ['a folder of this machine', () => '/etc', /its address must be an address of https/],
    ['an address above the host', () => '../../../x', /its address leads above the host/],
    ['a host that is not opened', () => `https://${elsewhere.host}/team/lib.git`, /its address must (?:name|use)/],
    ['a key that another host must not see', () => 'git@github.com:a/b.git', /The project has no deploy key/],
  ])('does not follow a submodule to %s', async (_what, address, message) => {
    nested(address());
    const analysis = await analyst.analyze(await project({ fetch_submodules: true }));
    expect(analysis).toMatchObject({ status: 'finished', unread: [{ path: 'libs/lib', reason: 'not_fetched' }] });
    expect(analysis.unread[0].message).toMatch(message);
    expect(elsewhere.requests).toEqual([]);
  });

  it('is bounded by the limit of the source, and reads what it has', async () => {
    nested();
    const { lib, shop } = repositories as Record<'lib' | 'shop', GitRepository>;
    lib.write('noise.bin', Buffer.from(Array.from({ length: 900_000 }, () => Math.random() * 256)));
    lib.git('add', 'noise.bin');
    link(shop, 'libs/lib', commit(lib));
    commit(shop);
    const analysis = await analyst.analyze(await project({ fetch_submodules: true }));
    expect(analysis).toMatchObject({ status: 'finished', components: 1, unread: [{ path: 'libs/lib', reason: 'not_fetched' }] }); // prettier-ignore
    expect(analysis.unread[0].message).toMatch(/larger than 300000 bytes/);
  });

  it('sends the credentials of the project to its own host', async () => {
    nested();
    server.answer = withBasic('ann', 'secret', serve);
    const analysis = await analyst.analyze(await project({ fetch_submodules: true, username: 'ann', password: 'secret' })); // prettier-ignore
    expect(analysis).toMatchObject({ status: 'finished', components: 3, unread: [] });
  });

  const pointerOf = (content: string) =>
    `version https://git-lfs.github.com/spec/v1\noid sha256:${createHash('sha256').update(content).digest('hex')}\nsize ${content.length}\n`;

  /** The batch API of a server that has these contents, and says so with these headers. */
  const lfs = (contents: readonly string[], header: Shown = {}, sent = (content: string) => content) => {
    const byOid = new Map(contents.map((content) => [createHash('sha256').update(content).digest('hex'), content]));
    return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      const url = request.url ?? '';
      if (url.startsWith('/stored/')) {
        const known = Object.entries(header).every(([name, value]) => request.headers[name] === value);
        return void response.writeHead(known ? 200 : 403).end(sent(byOid.get(url.slice(8)) ?? ''));
      }
      if (!url.endsWith('/info/lfs/objects/batch')) return serve(request, response);
      const asked = JSON.parse(await text(request)) as { objects: { oid: string; size: number }[] };
      const objects = asked.objects.map(({ oid, size }) =>
        byOid.has(oid)
          ? { oid, size, actions: { download: { href: `https://${server.host}/stored/${oid}`, header } } }
          : { oid, size, error: { code: 404, message: 'none' } },
      );
      response.setHeader('content-type', 'application/vnd.git-lfs+json');
      response.end(JSON.stringify({ transfer: 'basic', objects }));
    };
  };
  const answer = (handler: ReturnType<typeof lfs>) => (server.answer = (request, response) => void handler(request, response)); // prettier-ignore

  it('fetches manifests that Git LFS keeps, also those of submodules, and nothing else', async () => {
    const lock = packageLock({ react: '18.2.0' });
    const poetry = '[[package]]\nname = "idna"\nversion = "3.4"\n';
    nested();
    const { lib, shop } = repositories as Record<'lib' | 'shop', GitRepository>;
    lib.write('poetry.lock', pointerOf(poetry));
    lib.git('add', 'poetry.lock');
    link(shop, 'libs/lib', commit(lib));
    shop.write('web/package-lock.json', pointerOf(lock));
    shop.write('video.mp4', pointerOf('much'));
    shop.write('gone/yarn.lock', pointerOf('gone'));
    shop.git('add', 'web', 'video.mp4', 'gone');
    commit(shop);
    answer(lfs([lock, poetry, 'much'], { 'x-token': 'of the server' }));
    const id = await project({ fetch_submodules: true });
    expect(unread(await analyst.analyze(id))).toEqual([
      'lfs_pointer gone/yarn.lock',
      'lfs_pointer libs/lib/poetry.lock',
      'lfs_pointer web/package-lock.json',
    ]);
    await change(id, { fetch_lfs: true });
    const analysis = await analyst.analyze(id);
    expect(await analyst.names(analysis.sbom_id)).toEqual(expect.arrayContaining(['react@18.2.0', 'idna@3.4']));
    expect(analysis.unread).toMatchObject([
      {
        path: 'gone/yarn.lock',
        reason: 'not_fetched',
        kind: 'yarn-lock',
        message:
          'The file of Git LFS could not be fetched: the server does not have it (404). The next analysis asks for it again',
      },
    ]);
    expect(server.requests.filter(({ url }) => url.startsWith('/stored/'))).toHaveLength(2);
  });

  it.each([
    ['other content', (content: string) => content.replace('18.2.0', '18.2.1'), /not what the pointer names/],
    ['more than it said', (content: string) => `${content}${' '.repeat(100)}`, /longer than 196 bytes/],
  ])('takes no file of Git LFS for which the server sends %s', async (_what, sent, message) => {
    const lock = packageLock({ react: '18.2.0' });
    repositories.shop!.push({ 'package-lock.json': pointerOf(lock) });
    answer(lfs([lock], {}, sent));
    const analysis = await analyst.analyze(await project({ fetch_lfs: true }));
    expect(analysis).toMatchObject({ components: 0, unread: [{ path: 'package-lock.json', reason: 'not_fetched' }] });
    expect(analysis.unread[0].message).toMatch(message);
  });

  it.each([
    ['no such API', (response: ServerResponse) => void response.writeHead(404).end(), /the server answered 404/],
    ['no JSON', (response: ServerResponse) => void response.end('<html>'), /is no JSON/],
    ['an address inside', (response: ServerResponse, oid: string) => void response.end(JSON.stringify({ objects: [null, { oid, actions: { download: { href: 'https://169.254.169.254/x' } } }] })), /leads inside/],
    ['a file of this machine', (response: ServerResponse, oid: string) => void response.end(JSON.stringify({ objects: [{ oid, actions: { download: { href: 'file:///etc/passwd' } } }] })), /file: are not asked for/],
  ])('is told where the server of Git LFS answers %s', async (_what, respond, message) => {
    const lock = packageLock({ react: '18.2.0' });
    repositories.shop!.push({ 'package-lock.json': pointerOf(lock) });
    server.answer = (request, response) =>
      (request.url ?? '').includes('/info/lfs/')
        ? respond(response, createHash('sha256').update(lock).digest('hex'))
        : serve(request, response);
    const analysis = await analyst.analyze(await project({ fetch_lfs: true }));
    expect(analysis).toMatchObject({ status: 'finished', unread: [{ reason: 'not_fetched' }] });
    expect(analysis.unread[0].message).toMatch(message);
  }); // prettier-ignore
});

import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { Analyst } from '../support/analyses.js';
import { startApp, type TestApp } from '../support/app.js';
import { GitRepository, hasGit } from '../support/git-repository.js';
import { firstAdmin } from '../support/people.js';

jest.setTimeout(120_000);

const sshd = ['/usr/sbin/sshd', '/usr/bin/sshd'].find((path) => existsSync(path));
const canServe = hasGit && sshd !== undefined;
if (!canServe) console.warn('There is no sshd here: analyses over ssh are not tested');

(canServe ? describe : describe.skip)('analyses of git projects over ssh', () => {
  const folder = mkdtempSync(join(tmpdir(), 'stocktake-ssh-'));
  let repository: GitRepository;
  let server: ChildProcess;
  let port: number;
  let app: TestApp;
  let analyst: Analyst;

  beforeAll(async () => {
    repository = new GitRepository();
    for (const name of ['host', 'deploy', 'stranger'])
      execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(folder, name)]);
    port = await freePort();
    server = await startServer();
    const [type, key] = file('host.pub').split(' ');
    writeFileSync(join(folder, 'known'), `[127.0.0.1]:${port} ${type} ${key}\n`);
    app = await startApp({
      ...{ ROLES: 'api,worker', OUTSIDE_OPENED: `127.0.0.1:${port}`, SSH_KNOWN_HOSTS_FILE: join(folder, 'known') },
    });
    analyst = new Analyst(app, await firstAdmin(app));
  });
  afterAll(async () => {
    await app.close();
    server.kill();
    repository.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  const file = (name: string): string => readFileSync(join(folder, name), 'utf8');
  const project = (deploy_key: string) => {
    const source = `ssh://${userInfo().username}@127.0.0.1:${port}${repository.bare}`;
    return analyst.project({ type: 'git', branch: 'main', source, deploy_key });
  };

  async function startServer(): Promise<ChildProcess> {
    if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true });
    const settings = [
      ...[`Port ${port}`, 'ListenAddress 127.0.0.1', `HostKey ${join(folder, 'host')}`, 'PidFile none', 'UsePAM no'],
      ...[`AuthorizedKeysFile ${join(folder, 'deploy.pub')}`, 'StrictModes no', 'PermitRootLogin prohibit-password'],
    ];
    writeFileSync(join(folder, 'sshd_config'), settings.join('\n'));
    const child = spawn(sshd!, ['-D', '-e', '-f', join(folder, 'sshd_config')], { stdio: 'ignore' });
    for (let round = 0; round < 100; round += 1) {
      if (await answers(port)) return child;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error('sshd does not answer');
  }

  it('fetches with the deploy key from a host whose key is known', async () => {
    const commit = repository.push({ 'requirements.txt': 'flask==3.0.0\n' });
    const analysis = await analyst.analyze(await project(file('deploy')));
    expect(analysis).toMatchObject({ status: 'finished', message: '', revision: commit, components: 1 });
  });

  it('says when the key is not the right one', async () => {
    const analysis = await analyst.analyze(await project(file('stranger')));
    expect(analysis).toMatchObject({ status: 'errored', message: 'The source refuses the credentials' });
  });

  it('speaks to no host that shows another key than the known one', async () => {
    const [type, key] = file('stranger.pub').split(' ');
    const known = file('known');
    writeFileSync(join(folder, 'known'), `[127.0.0.1]:${port} ${type} ${key}\n`);
    try {
      const analysis = await analyst.analyze(await project(file('deploy')));
      expect(analysis).toMatchObject({ status: 'errored', message: expect.stringMatching(/key of the ssh host/) });
    } finally {
      writeFileSync(join(folder, 'known'), known);
    }
  });
});

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => (socket.destroy(), resolve(true)));
    socket.once('error', () => resolve(false));
  });

import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { certificate } from './certificates.js';
import { freePort } from '../../src/platform/embedded/free-port.js';

export const hasSvn = ((): boolean => {
  try {
    for (const program of ['svn', 'svnadmin', 'svnserve']) execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

const apache = '/usr/sbin/apache2';
const apacheModules = '/usr/lib/apache2/modules';
export const hasApacheSvn = hasSvn && existsSync(apache) && existsSync(join(apacheModules, 'mod_dav_svn.so'));

/** A repository `shop` in a folder of its own, made of commits with these files. */
export class SvnRepository {
  readonly root = mkdtempSync(join(tmpdir(), 'stocktake-svn-'));
  readonly repository = join(this.root, 'shop');
  private readonly work = join(this.root, 'work');

  constructor() {
    execFileSync('svnadmin', ['create', this.repository]);
    this.svn('checkout', '--quiet', `file://${this.repository}`, this.work);
  }

  write(path: string, content: string | Buffer): void {
    mkdirSync(dirname(join(this.work, path)), { recursive: true });
    writeFileSync(join(this.work, path), content);
  }

  link(path: string, target: string): void {
    symlinkSync(target, join(this.work, path));
  }

  /** @returns the revision */
  commit(files: Readonly<Record<string, string | Buffer>>): string {
    for (const [path, content] of Object.entries(files)) this.write(path, content);
    this.svn('add', '--quiet', '--force', '--no-ignore', this.work);
    this.svn('commit', '--quiet', '-m', 'work', this.work);
    this.svn('update', '--quiet', '--ignore-externals', this.work);
    return `r${this.svn('info', '--show-item=revision', this.work)}`;
  }

  property(name: string, value: string, path: string): void {
    this.svn('propset', '--quiet', name, value, join(this.work, path));
  }

  /** svnserve on a port of its own. */
  async serve(settings: string, passwords = ''): Promise<{ host: string; stop(): void }> {
    writeFileSync(join(this.repository, 'conf', 'svnserve.conf'), `[general]\npassword-db = passwd\n${settings}\n`);
    writeFileSync(join(this.repository, 'conf', 'passwd'), `[users]\n${passwords}\n`);
    const port = await freePort();
    const options = ['--daemon', '--foreground', '--listen-host=127.0.0.1', `--listen-port=${port}`];
    const child = spawn('svnserve', [...options, `--root=${this.root}`], { stdio: 'ignore' });
    await listening(port);
    return { host: `127.0.0.1:${port}`, stop: () => void child.kill() };
  }

  /** Apache with mod_dav_svn over TLS, for the user `ann` with that password. */
  async serveHttps(password: string): Promise<{ host: string; authority: string; stop(): Promise<void> }> {
    const port = await freePort();
    const { cert, key } = certificate(['127.0.0.1']);
    const file = (name: string): string => join(this.root, name);
    writeFileSync(file('cert.pem'), cert);
    writeFileSync(file('key.pem'), key);
    const hash = execFileSync('openssl', ['passwd', '-apr1', password], { encoding: 'utf8' }).trim();
    writeFileSync(file('users'), `ann:${hash}\n`);
    execFileSync('chmod', ['-R', 'a+rwX', this.root]);
    const modules = ['mpm_event', 'ssl', 'dav', 'dav_svn', 'authn_core', 'authn_file', 'authz_core', 'authz_user'];
    const settings = [
      ...[...modules, 'auth_basic'].map((name) => `LoadModule ${name}_module ${apacheModules}/mod_${name}.so`),
      ...[`Listen 127.0.0.1:${port}`, 'ServerName localhost', `PidFile ${file('pid')}`, `ErrorLog ${file('log')}`],
      ...(process.getuid?.() === 0 ? ['User www-data', 'Group www-data'] : []),
      ...['SSLEngine on', `SSLCertificateFile ${file('cert.pem')}`, `SSLCertificateKeyFile ${file('key.pem')}`],
      ...['<Location /svn>', 'DAV svn', `SVNParentPath ${this.root}`, 'AuthType Basic', 'AuthName "svn"'],
      ...[`AuthUserFile ${file('users')}`, 'Require valid-user', '</Location>'],
    ];
    writeFileSync(file('apache.conf'), settings.join('\n'));
    const child = spawn(apache, ['-D', 'FOREGROUND', '-f', file('apache.conf')], { stdio: 'ignore' });
    await listening(port);
    return { host: `127.0.0.1:${port}`, authority: file('cert.pem'), stop: () => stopped(child) };
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }

  private svn(...args: string[]): string {
    const env = { PATH: process.env.PATH ?? '', HOME: this.root, LC_ALL: 'C.UTF-8' };
    return execFileSync('svn', args, { env, encoding: 'utf8', stdio: 'pipe' }).trim();
  }
}

function stopped(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('close', () => resolve());
    child.kill('SIGTERM');
  });
}

async function listening(port: number): Promise<void> {
  for (let round = 0; round < 200; round += 1) {
    const answers = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('connect', () => (socket.destroy(), resolve(true)));
      socket.once('error', () => resolve(false));
    });
    if (answers) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('The server does not answer');
}

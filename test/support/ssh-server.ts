import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { hasGit } from './git-repository.js';
import { freePort } from '../../src/platform/embedded/free-port.js';

const sshd = ['/usr/sbin/sshd', '/usr/bin/sshd'].find((path) => existsSync(path));

/** Git repositories can be served over ssh here. */
export const hasSsh = hasGit && sshd !== undefined;

/** A real sshd on the loopback that lets the key `deploy` in, and no other; `stranger` is one that nobody knows. */
export class SshServer {
  /** Host and port, as settings name them. */
  readonly host: string;
  /** Settings of a service that knows the server's key. */
  readonly settings: Readonly<Record<string, string>>;

  private constructor(
    private readonly folder: string,
    private readonly port: number,
    private readonly child: ChildProcess,
  ) {
    this.host = `127.0.0.1:${port}`;
    this.settings = { OUTSIDE_OPENED: this.host, SSH_KNOWN_HOSTS_FILE: join(folder, 'known') };
    this.know('host');
  }

  static async start(): Promise<SshServer> {
    const folder = mkdtempSync(join(tmpdir(), 'stocktake-ssh-'));
    for (const name of ['host', 'deploy', 'stranger'])
      execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(folder, name)]);
    if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true });
    const port = await freePort();
    const settings = [
      ...[`Port ${port}`, 'ListenAddress 127.0.0.1', `HostKey ${join(folder, 'host')}`, 'PidFile none', 'UsePAM no'],
      ...[`AuthorizedKeysFile ${join(folder, 'deploy.pub')}`, 'StrictModes no', 'PermitRootLogin prohibit-password'],
    ];
    writeFileSync(join(folder, 'sshd_config'), settings.join('\n'));
    const child = spawn(sshd!, ['-D', '-e', '-f', join(folder, 'sshd_config')], { stdio: 'ignore' });
    for (let round = 0; !(await answers(port)); round += 1) {
      if (round === 100) throw new Error('sshd does not answer');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return new SshServer(folder, port, child);
  }

  key(name: 'deploy' | 'stranger'): string {
    return readFileSync(join(this.folder, name), 'utf8');
  }

  /** The address of a repository in this folder. */
  address(folder: string): string {
    return `ssh://${userInfo().username}@${this.host}${folder}`;
  }

  /** From now on the known key of the server is this one. */
  know(name: 'host' | 'stranger'): void {
    const [type, key] = readFileSync(join(this.folder, `${name}.pub`), 'utf8').split(' ');
    writeFileSync(join(this.folder, 'known'), `[127.0.0.1]:${this.port} ${type} ${key}\n`);
  }

  close(): void {
    this.child.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => (socket.destroy(), resolve(true)));
    socket.once('error', () => resolve(false));
  });

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../src/platform/embedded/free-port.js';
import { openClient } from './postgres.js';

/** Debian installs it where only the administrator's PATH looks. */
const program = ['pgbouncer', '/usr/sbin/pgbouncer'].find((name) => spawnSync(name, ['--version']).status === 0);
export const pgbouncerInstalled = program !== undefined;

export interface Pooler {
  /** The database of the given address, through the pooler. */
  readonly url: string;
  stop(): Promise<void>;
}

/** A PgBouncer in transaction mode before a database, with few connections of its own. */
export async function startPooler(databaseUrl: string, poolSize: number): Promise<Pooler> {
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  const folder = mkdtempSync(join(tmpdir(), 'stocktake-pgbouncer-'));
  chmodSync(folder, 0o777);
  const own = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  const settings = [
    '[databases]',
    `* = host=${hostname} port=${port} user=${username} password=${decodeURIComponent(password)}`,
    '[pgbouncer]',
    `listen_addr = 127.0.0.1\nlisten_port = ${own}\nunix_socket_dir =\nauth_type = any\npool_mode = transaction`,
    `default_pool_size = ${poolSize}\nmax_client_conn = 200\nserver_login_retry = 1`,
  ];
  writeFileSync(file, `${settings.join('\n')}\n`);
  chmodSync(file, 0o644);
  // It refuses to run as root.
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const server = spawn(program!, [...user, '-q', file], { stdio: 'ignore' });
  const url = `postgres://${username}@127.0.0.1:${own}${pathname}`;
  await accepting(url);
  return {
    url,
    async stop() {
      server.kill('SIGKILL'); // Releases differ in which signals wait for clients.
      if (server.exitCode === null) await once(server, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function accepting(url: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await (await openClient(url)).end();
    } catch (error) {
      if (attempt === 50) throw error;
      await sleep(100);
    }
  }
}

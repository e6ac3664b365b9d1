import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomBytes, createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { accountForServer, canEnter, serverBinaries, type Account } from './binaries.js';
import { StartError } from './start-error.js';

/** The PostgreSQL major version of the packaged binaries; a data folder of another one cannot be opened. */
const serverMajor = '18';
const startLimitMs = 60_000;

export interface EmbeddedOptions {
  /** Folder of the service's data; the database lives in `postgres/` below it. */
  readonly dataDir: string;
  /** Throw-away databases (tests, benches) may lose data on a power cut and start faster. */
  readonly durable?: boolean;
}

/** A running PostgreSQL of our own. `stop` ends it only when this process started or adopted it. */
export interface EmbeddedPostgres {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts the embedded PostgreSQL in the data folder, or adopts the one that an earlier, killed process of this service
 * left running there. Nothing is lost by `kill -9` of Node: the server goes on, and the next start finds it.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const account = accountForServer();
  const base = serverFolder(options.dataDir, account);
  const cluster = join(base, 'cluster');
  const passwordFile = join(base, 'password');
  const binaries = serverBinaries(account, base);

  refuseOtherVersion(cluster);
  if (!existsSync(join(cluster, 'PG_VERSION'))) initialise({ account, base, cluster, passwordFile, binaries });
  const password = readFileSync(passwordFile, 'utf8').trim();
  const urlAt = (port: number): string => `postgres://stocktake:${password}@127.0.0.1:${port}/postgres`;

  const running = readPostmaster(cluster);
  if (running && isAlive(running.pid)) {
    const ready = await waitUntilReady(cluster, running.pid, () => false);
    return { url: urlAt(ready.port), stop: () => stopServer(running.pid) };
  }
  rmSync(join(cluster, 'postmaster.pid'), { force: true });
  const port = await freePort();
  const child = launch({ account, base, cluster, binaries, port, durable: options.durable ?? true });
  let exited = false;
  child.once('exit', () => (exited = true));
  await waitUntilReady(cluster, child.pid as number, () => exited).catch((error: unknown) => {
    throw new StartError(`${(error as Error).message}; see ${join(base, 'server.log')}`);
  });
  return { url: urlAt(port), stop: () => stopServer(child.pid as number) };
}

/** Below the data folder; where root's data folder is closed to the server's account, below /var/lib/stocktake. */
function serverFolder(dataDir: string, account: Account | null): string {
  mkdirSync(dataDir, { recursive: true });
  const preferred = join(dataDir, 'postgres');
  if (account === null) return makeFolder(preferred, account);
  if (!canEnter(account, dataDir)) {
    // The id ties the far folder to this data folder: a new folder of the same name starts afresh.
    const idFile = join(dataDir, 'postgres.id');
    if (!existsSync(idFile)) writeFileSync(idFile, randomBytes(12).toString('hex'), { mode: 0o600 });
    const id = createHash('sha256')
      .update(`${dataDir}\n${readFileSync(idFile, 'utf8')}`)
      .digest('hex')
      .slice(0, 24);
    mkdirSync('/var/lib/stocktake', { recursive: true, mode: 0o755 });
    return makeFolder(join('/var/lib/stocktake', id), account);
  }
  return makeFolder(preferred, account);
}

function makeFolder(folder: string, account: Account | null): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (account) chownSync(folder, account.uid, account.gid);
  return folder;
}

function refuseOtherVersion(cluster: string): void {
  const file = join(cluster, 'PG_VERSION');
  if (!existsSync(file)) return;
  const found = readFileSync(file, 'utf8').trim();
  if (found !== serverMajor)
    throw new StartError(
      `The data folder ${cluster} belongs to PostgreSQL ${found}, and this release brings PostgreSQL ${serverMajor}: ` +
        'start the release that made it, take a backup there and restore it here, or choose another DATA_DIR.',
    );
}

interface Place {
  readonly account: Account | null;
  readonly base: string;
  readonly cluster: string;
  readonly binaries: string;
}

/** Into a side folder first: a start that is killed half-way leaves no half-made cluster behind. */
function initialise(place: Place & { readonly passwordFile: string }): void {
  const { account, base, cluster, passwordFile, binaries } = place;
  rmSync(cluster, { recursive: true, force: true });
  const draft = `${cluster}.new`;
  rmSync(draft, { recursive: true, force: true });
  writeFileSync(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
  if (account) chownSync(passwordFile, account.uid, account.gid);
  const { status, stderr, error } = spawnSync(
    join(binaries, 'bin', 'initdb'),
    [
      ...['--pgdata', draft, '--username', 'stocktake', '--pwfile', passwordFile, '--auth', 'scram-sha-256'],
      ...['--encoding', 'UTF8', '--locale', 'C', '--no-sync', '--no-instructions'],
    ],
    { ...account, cwd: base, env: childEnvironment(), encoding: 'utf8' },
  );
  if (status !== 0)
    throw new StartError(
      `PostgreSQL could not make its data folder ${cluster}: ${(stderr || error?.message || '').trim()}`,
    );
  renameSync(draft, cluster);
}

function launch(place: Place & { readonly port: number; readonly durable: boolean }): ChildProcess {
  const settings: Record<string, string | number> = {
    listen_addresses: '127.0.0.1',
    port: place.port,
    unix_socket_directories: '',
    max_connections: 200,
    shared_buffers: '256MB',
    maintenance_work_mem: '128MB',
    work_mem: '16MB',
    max_wal_size: '4GB',
    random_page_cost: 1.1,
    jit: 'off',
    timezone: 'UTC',
    ...(place.durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  const log = openSync(join(place.base, 'server.log'), 'a', 0o600);
  const child = spawn(
    join(place.binaries, 'bin', 'postgres'),
    ['-D', place.cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...place.account, cwd: place.base, env: childEnvironment(), detached: true, stdio: ['ignore', log, log] },
  );
  child.on('error', () => undefined); // seen as a missing process by waitUntilReady
  child.unref();
  closeSync(log);
  return child;
}

const childEnvironment = (): NodeJS.ProcessEnv => ({ PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' });

interface Postmaster {
  readonly pid: number;
  readonly port: number;
  readonly ready: boolean;
}

function readPostmaster(cluster: string): Postmaster | null {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]), port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' };
  } catch {
    return null;
  }
}

async function waitUntilReady(cluster: string, pid: number, gaveUp: () => boolean): Promise<Postmaster> {
  const deadline = Date.now() + startLimitMs;
  while (Date.now() < deadline) {
    const state = readPostmaster(cluster);
    if (state?.pid === pid && state.ready) return state;
    if (gaveUp() || !isAlive(pid)) throw new StartError('The embedded PostgreSQL ended while it was starting');
    await sleep(10);
  }
  throw new StartError(`The embedded PostgreSQL was not ready after ${startLimitMs / 1000} s`);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  // A pid is reused after a reboot: on Linux the program's name settles it. A zombie is no server either.
  if (process.platform !== 'linux') return true;
  try {
    return /^\d+ \(postgres\) [^Z]/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** SIGINT is PostgreSQL's "fast" shutdown: sessions are ended, data is written, then it leaves. */
async function stopServer(pid: number): Promise<void> {
  if (!isAlive(pid)) return;
  process.kill(pid, 'SIGINT');
  const deadline = Date.now() + startLimitMs;
  while (isAlive(pid) && Date.now() < deadline) await sleep(10);
}

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}

/** Windows and macOS ignore modes that Linux needs; called once so that the folder is private from the start. */
export function makePrivate(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
}

import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  closeSync,
  existsSync,
  linkSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { findServerAccount, serverBinaries, type ServerAccount } from './binaries.js';
import { keepInUse, orphanRoundSeconds, watchForOrphan, type OrphanTimes } from './orphan-watch.js';
import { freePort } from './free-port.js';
import { isKept, isServing, readPostmaster, stopServer, whenReady } from './postmaster.js';
import { serverFolder } from './server-folder.js';
import { serverSettings } from './server-settings.js';
import { StartError } from './start-error.js';
import { supervise, type Supervision } from './supervision.js';

/** The PostgreSQL major version of the packaged binaries; a data folder of another one cannot be opened. */
const serverMajor = '18';
const launchAttempts = 3;

export interface EmbeddedOptions {
  /** Folder of the service's data; the database lives in `postgres/` below it. */
  readonly dataDir: string;
  /** Throw-away databases (tests, benches) may lose data on a power cut and start faster. */
  readonly durable?: boolean;
  /** The server is started again when it ends by itself; without it, it stays away. */
  readonly supervision?: Supervision;
  /** When a server that nobody uses any more ends. */
  readonly orphanTimes?: OrphanTimes;
}

/** A running PostgreSQL of our own. `stop` ends it only when this process started or adopted it. */
export interface EmbeddedPostgres {
  readonly url: string;
  /** It was running already: another process of this installation may be using it. */
  readonly adopted: boolean;
  stop(): Promise<void>;
}

interface ClusterPaths {
  readonly account: ServerAccount | null;
  readonly base: string;
  readonly cluster: string;
  readonly passwordFile: string;
  readonly binaries: string;
}

/**
 * Starts the embedded PostgreSQL in the data folder, or adopts the one that an earlier, killed process of this service
 * left running there. Nothing is lost by `kill -9` of Node: the server goes on, and the next start finds it.
 *
 * @throws StartError saying in one sentence why there is no database
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const account = findServerAccount();
  const base = serverFolder(options.dataDir, account);
  const place: ClusterPaths = {
    account,
    base,
    cluster: join(base, 'cluster'),
    passwordFile: join(base, 'password'),
    binaries: serverBinaries(account, base),
  };
  if (existsSync(place.cluster)) checkClusterVersion(place.cluster);
  else initializeCluster(place, options.durable ?? true);
  for (let attempt = 1; attempt <= launchAttempts; attempt += 1) {
    const running = await adoptRunning(place.cluster);
    const server = running ?? (await launch(place, options, await freePort()));
    if (server) return inUse(place, options, { server, adopted: running !== null });
    // Another start or stop was under way.
  }
  throw new StartError(`The embedded PostgreSQL ended while it was starting; see ${join(base, 'server.log')}.`);
}

/** The running server, with what keeps it running and ends it. */
function inUse(
  place: ClusterPaths,
  options: EmbeddedOptions,
  { server, adopted }: { server: Server; adopted: boolean },
): EmbeddedPostgres {
  const password = readFileSync(place.passwordFile, 'utf8').trim();
  const { port } = server;
  let { pid } = server;
  const release = keepInUse(place.base, options.orphanTimes ?? { roundSeconds: orphanRoundSeconds });
  const launchAgain = async (): Promise<Server | null> => {
    await stopServer(pid, place.cluster); // one that stops on SIGTERM waits for our own connections
    const again = (await adoptRunning(place.cluster)) ?? (await launch(place, options, port));
    if (again && again.port !== port)
      throw new Error('Another process started the embedded PostgreSQL on another port');
    if (again) ({ pid } = again);
    return again;
  };
  const { supervision } = options;
  const endSupervision = supervision && supervise(() => isKept(pid, place.cluster), launchAgain, supervision);
  return {
    url: `postgres://stocktake:${password}@127.0.0.1:${port}/postgres`,
    adopted,
    async stop() {
      await endSupervision?.();
      release();
      await stopServer(pid, place.cluster);
    },
  };
}

function checkClusterVersion(cluster: string): void {
  const file = join(cluster, 'PG_VERSION');
  if (!existsSync(file))
    throw new StartError(
      `The folder ${cluster} is no PostgreSQL database (PG_VERSION is missing); nothing was changed.`,
    );
  const found = readFileSync(file, 'utf8').trim();
  if (found !== serverMajor)
    throw new StartError(
      `The data folder ${cluster} belongs to PostgreSQL ${found}, and this release brings PostgreSQL ${serverMajor}: ` +
        'start the release that made it, take a backup there and restore it here, or choose another DATA_DIR.',
    );
}

/** Nobody works on a draft that did not change for so long. */
const draftTimeoutMs = 600_000;

/**
 * Into a side folder first, with a name of its own: a start that was killed half-way leaves no half-made cluster, and
 * its initdb, which may still run, writes elsewhere. Another process may be doing the same: the first one to end has made
 * the cluster, and both use one password.
 */
function initializeCluster(place: ClusterPaths, durable: boolean): void {
  const { account, base, cluster, passwordFile, binaries } = place;
  for (const name of readdirSync(base))
    if (name.startsWith('draft-') && isAbandoned(join(base, name)))
      rmSync(join(base, name), { recursive: true, force: true, maxRetries: 5 });
  const draft = join(base, `draft-${randomBytes(6).toString('hex')}`);
  ensurePassword(place);
  const { status, stderr, error } = spawnSync(
    join(binaries, 'bin', 'initdb'),
    [
      '--pgdata',
      draft,
      '--username',
      'stocktake',
      '--pwfile',
      passwordFile,
      '--auth',
      'scram-sha-256',
      '--encoding',
      'UTF8',
      '--locale',
      'C',
      '--no-instructions',
      ...(durable ? [] : ['--no-sync']),
    ],
    { ...account, cwd: base, env: childEnvironment(), encoding: 'utf8' },
  );
  if (status !== 0)
    throw new StartError(
      `PostgreSQL could not make its data folder ${cluster}: ${(stderr || error?.message || '').trim()}`,
    );
  try {
    renameSync(draft, cluster);
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    rmSync(draft, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Appears whole, and only once: another process may begin with it already. */
function ensurePassword({ account, passwordFile }: ClusterPaths): void {
  if (statSync(passwordFile, { throwIfNoEntry: false })?.size) return;
  rmSync(passwordFile, { force: true }); // empty, of a start that was killed
  const draft = `${passwordFile}.${randomBytes(6).toString('hex')}`;
  writeFileSync(draft, randomBytes(24).toString('base64url'), { mode: 0o600, flush: true });
  if (account) chownSync(draft, account.uid, account.gid);
  try {
    linkSync(draft, passwordFile);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function isAbandoned(draft: string): boolean {
  const changed = statSync(draft, { throwIfNoEntry: false })?.mtimeMs;
  return changed !== undefined && Date.now() - changed > draftTimeoutMs;
}

interface Server {
  readonly pid: number;
  readonly port: number;
}

async function adoptRunning(cluster: string): Promise<Server | null> {
  const running = readPostmaster(cluster);
  if (!running) return null;
  if (isServing(running.pid, cluster)) return whenReady(cluster, running.pid, () => false);
  // Left by a killed server; PostgreSQL would mistake an unrelated process with that pid for it.
  rmSync(join(cluster, 'postmaster.pid'), { force: true });
  return null;
}

async function launch(
  place: ClusterPaths,
  { durable, orphanTimes }: EmbeddedOptions,
  port: number,
): Promise<Server | null> {
  const child = spawnServer(place, port, durable ?? true);
  let exited = child.pid === undefined;
  child.once('exit', () => (exited = true));
  const server = await whenReady(place.cluster, child.pid ?? 0, () => exited);
  if (server) watchForOrphan({ pid: server.pid, ...place }, place.account, orphanTimes);
  return server;
}

function spawnServer(place: ClusterPaths, port: number, durable: boolean): ChildProcess {
  const settings: Record<string, string | number> = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    ...serverSettings,
    shared_buffers: `${cacheMb()}MB`,
    timezone: 'UTC',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  const log = openSync(join(place.base, 'server.log'), 'a', 0o600);
  const child = spawn(
    join(place.binaries, 'bin', 'postgres'),
    ['-D', place.cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...place.account, cwd: place.base, env: childEnvironment(), detached: true, stdio: ['ignore', log, log] },
  );
  child.on('error', () => undefined); // seen as a missing process by whenReady
  child.unref();
  closeSync(log);
  return child;
}

/** A quarter of the memory, as PostgreSQL's manual advises, within what tables of a million components gain from. */
const cacheMb = (): number => Math.round(Math.min(1_024, Math.max(128, totalmem() / 4 / 1_048_576)));

const childEnvironment = (): NodeJS.ProcessEnv => ({ PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' });

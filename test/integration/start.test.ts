import { readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cloneDatabase, withClient } from '../support/postgres.js';
import { freePort } from '../../src/platform/embedded/free-port.js';
import { makeDataFolder, ServiceProcess } from '../support/service-process.js';

/** One data folder for the whole file: it lives through everything that the tests do to it, in their order. */
describe('starting and stopping the service', () => {
  const dataDir = makeDataFolder();
  let environment: { DATA_DIR: string; PORT: string };
  let service: ServiceProcess | undefined;
  let password = '';

  beforeAll(async () => (environment = { DATA_DIR: dataDir, PORT: String(await freePort()) }));
  afterAll(async () => {
    await service?.kill('SIGTERM');
    rmSync(dataDir, { recursive: true, force: true });
  });

  const start = (more: Record<string, string> = {}): ServiceProcess => new ServiceProcess({ ...environment, ...more });

  async function login({ url }: ServiceProcess): Promise<number> {
    const headers = { Authorization: `Basic ${Buffer.from(`admin:${password}`).toString('base64')}` };
    return (await fetch(`${url}/v1/sessions/login`, { method: 'POST', headers })).status;
  }

  it('comes up after being killed at any moment of its first start', async () => {
    const shown: string[] = [];
    for (const moment of [800, 1_600, 2_500, 3_500]) {
      const killed = start();
      await sleep(moment);
      await killed.kill();
      shown.push(killed.stdout);
    }
    service = await start().ready();
    // Shown until one start has come to its end, by whichever that was.
    password = passwordIn([...shown, service.stdout].join('\n'));
    expect(await login(service)).toBe(200);
  });

  it('accepts connections with several handles, so that a burst of clients is answered', () => {
    const inode = listeningInode(Number(environment.PORT));
    const folder = `/proc/${service!.child.pid!}/fd`;
    const handles = readdirSync(folder).filter((fd) => isLinkTo(join(folder, fd), `socket:[${inode}]`));
    expect(handles).toHaveLength(9);
  });

  it('refuses to start a second time on the same data folder', async () => {
    const second = start({ PORT: String(await freePort()) });
    expect(await second.exited).toBe(1);
    expect(second.stderr).toMatch(/^Stocktake cannot start\. Stocktake is already running on the data folder .+\n$/);
  });

  it('ends with exit code 0 on SIGTERM, the database with it', async () => {
    const postmaster = Number(readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0]);
    expect(await service?.kill('SIGTERM')).toBe(0);
    // The process itself is gone once its parent has looked, which is not the service's to hurry.
    for (const end = Date.now() + 60_000; Date.now() < end && isAlive(postmaster);) await sleep(50);
    expect(isAlive(postmaster)).toBe(false);
  });

  it('names a port that is in use', async () => {
    const other = await occupy(Number(environment.PORT));
    const refused = start();
    expect(await refused.exited).toBe(1);
    expect(refused.stderr).toBe(
      `Stocktake cannot start. Port ${environment.PORT} is in use by another program: ` +
        'stop it, or set PORT to a free port.\n',
    );
    await new Promise((resolve) => other.close(resolve));
  });

  it('names a data folder of another PostgreSQL and leaves it as it is', async () => {
    const file = join(dataDir, 'postgres/cluster/PG_VERSION');
    writeFileSync(file, '15\n');
    const refused = start();
    expect(await refused.exited).toBe(1);
    expect(refused.stderr).toMatch(/^Stocktake cannot start\. The data folder .+ belongs to PostgreSQL 15, .+\n$/);
    expect(readFileSync(file, 'utf8')).toBe('15\n');
    writeFileSync(file, '18\n');
  });

  it('names wrong settings', async () => {
    const refused = start({ PORT: 'seven', ROLES: 'cook' });
    expect(await refused.exited).toBe(1);
    expect(refused.stderr).toMatch(/^Stocktake cannot start\. Wrong settings: PORT must .+; ROLES may .+\n$/);
  });

  it('names a database that is away, without its password', async () => {
    const refused = start({ DATABASE_URL: 'postgres://me:hush@127.0.0.1:1/mine' });
    expect(await refused.exited).toBe(1);
    expect(refused.stderr).toMatch(
      /^Stocktake cannot start\. The database at 127\.0\.0\.1:1\/mine cannot be reached.+\n$/,
    );
    expect(refused.stderr).not.toContain('hush');
  });

  it('names a database that a later release has written', async () => {
    const clone = await cloneDatabase();
    await withClient(clone.url, (client) =>
      client.query(`INSERT INTO schema_migrations (timestamp, name) VALUES (9, 'FromTheFuture9')`),
    );
    const refused = start({ DATABASE_URL: clone.url });
    expect(await refused.exited).toBe(1);
    expect(refused.stderr).toMatch(/^Stocktake cannot start\. The database was written by another release.+\n$/);
    await clone.drop();
  });

  it('goes on after kill -9 of npm and of Node', async () => {
    service = await new ServiceProcess(environment, ['npm', 'start']).ready();
    await service.kill('SIGKILL'); // of npm: the service sees it and ends
    service = await start().ready();
    await service.kill('SIGKILL'); // of Node: the database goes on, and is found again
    service = await start().ready();
    expect(await login(service)).toBe(200);
    expect(service.stdout).not.toContain(password);
  });

  it('answers health and nothing else in a process without the role api', async () => {
    const clone = await cloneDatabase();
    const worker = await start({ DATABASE_URL: clone.url, ROLES: 'worker', PORT: String(await freePort()) }).ready();
    expect((await fetch(`${worker.url}/v1/project/getSBOMs`)).status).toBe(404);
    expect(await worker.kill('SIGTERM')).toBe(0);
    await clone.drop();
  });
});

function passwordIn(output: string): string {
  return [...output.matchAll(/^ {2}password {2}(\S+)$/gm)].at(-1)?.[1] ?? `none in: ${output}`;
}

async function occupy(port: number): Promise<Server> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return server;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Of the socket that listens on the port, as the kernel's table of them says. */
function listeningInode(port: number): string {
  const address = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const sockets = readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
  const isListening = '0A';
  return sockets.find(([, local, , state]) => local?.endsWith(address) && state === isListening)![9]!;
}

function isLinkTo(path: string, target: string): boolean {
  try {
    return readlinkSync(path) === target;
  } catch {
    return false; // closed in the meantime
  }
}

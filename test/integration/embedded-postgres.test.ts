import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../../src/platform/embedded/embedded-postgres.js';
import { projectRoot } from '../../src/platform/project-root.js';
import { withClient } from '../support/postgres.js';
import { freePort } from '../../src/platform/embedded/free-port.js';
import { makeDataFolder, ServiceProcess } from '../support/service-process.js';

/** Ends after three rounds of a second in which nobody used it. */
const orphanTimes = { rounds: 3, roundSeconds: 1 };

describe('the embedded PostgreSQL', () => {
  let dataDir: string;
  let server: EmbeddedPostgres | undefined;

  beforeEach(() => {
    dataDir = makeDataFolder();
  });
  afterEach(async () => {
    await server?.stop();
    server = undefined;
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  });

  const pidOf = (): number =>
    Number(readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0]);
  const isAlive = (pid: number): boolean => {
    try {
      process.kill(pid, 0);
      return true;
    } catch {
      return false;
    }
  };
  const until = async (condition: () => boolean | Promise<boolean>): Promise<void> => {
    for (const deadline = Date.now() + 60_000; Date.now() < deadline; await sleep(100)) if (await condition()) return;
    throw new Error('It does not come to that');
  };
  const answers = (): Promise<boolean> =>
    withClient(server!.url, async (client) => (await client.query('SELECT 1')).rowCount === 1).catch(() => false);

  const use = async (): Promise<ChildProcess> => {
    const script = ['test/support/run-typescript.cjs', 'test/support/embedded-child.ts'];
    const child = spawn(process.execPath, [...script, dataDir, JSON.stringify(orphanTimes)], {
      cwd: projectRoot,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout!, 'data');
    return child;
  };

  it('is started again under the same address when it ends alone, and given up when that does not last', async () => {
    const restarts: number[] = [];
    const lost: Error[] = [];
    const supervision = {
      onRestart: (count: number) => restarts.push(count),
      onLost: (error: Error) => lost.push(error),
    };
    server = await startEmbeddedPostgres({ dataDir, supervision });
    await withClient(server.url, (client) => client.query('CREATE TABLE kept AS SELECT 1 AS n'));
    for (const expected of [[1], [1, 2], [1, 2, 3], [1, 2, 3, 4], [1, 2, 3, 4, 5]]) {
      process.kill(pidOf(), 'SIGKILL');
      await until(() => restarts.length === expected.length);
      await until(answers);
      expect(restarts).toEqual(expected);
    }
    const { rows } = await withClient(server.url, (client) => client.query('SELECT n FROM kept'));
    expect([rows, lost]).toEqual([[{ n: 1 }], []]);
    process.kill(pidOf(), 'SIGKILL');
    await until(() => lost.length > 0);
    expect(lost[0]!.message).toBe('The embedded PostgreSQL ended 6 times within an hour');
    expect(restarts).toHaveLength(5);
  });

  it('is started again when somebody stops it, which PostgreSQL puts off until nobody is connected', async () => {
    const restarts: number[] = [];
    const supervision = { onRestart: (count: number) => restarts.push(count), onLost: () => restarts.push(-1) };
    server = await startEmbeddedPostgres({ dataDir, durable: false, supervision });
    const pid = pidOf();
    await withClient(server.url, async (client) => {
      client.on('error', () => undefined);
      await client.query('SELECT 1');
      process.kill(pid, 'SIGTERM');
      await until(answers);
    }).catch(() => undefined); // the client was connected to the server that has ended
    expect([isAlive(pid), restarts]).toEqual([false, [1]]);
  });

  it('comes back under a running service', async () => {
    const port = String(await freePort());
    const service = await new ServiceProcess({
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      PORT: port,
      LOG_LEVEL: 'error',
    }).ready();
    const isReady = async (): Promise<boolean> =>
      fetch(`${service.url}/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      );
    try {
      process.kill(pidOf(), 'SIGKILL');
      await until(async () => !(await isReady()));
      await until(isReady);
      const login = { username: 'admin', password: 'wrong' };
      const answer = await fetch(`${service.url}/v1/sessions/login`, {
        method: 'POST',
        body: JSON.stringify(login),
        headers: { 'content-type': 'application/json' },
      });
      expect(answer.status).toBe(401);
      expect(service.stderr + service.stdout).toContain('the embedded PostgreSQL ended by itself');
    } finally {
      expect(await service.kill('SIGTERM')).toBe(0);
    }
  });

  it('is not started again when it is stopped on purpose', async () => {
    const restarts: number[] = [];
    const supervision = { onRestart: (count: number) => restarts.push(count), onLost: () => restarts.push(-1) };
    server = await startEmbeddedPostgres({ dataDir, durable: false, supervision });
    const pid = pidOf();
    await server.stop();
    await sleep(1_500);
    expect([isAlive(pid), restarts]).toEqual([false, []]);
  });

  it('ends by itself when its service was killed and no other one uses it', async () => {
    const first = await use();
    const pid = pidOf();
    await sleep(4_000);
    expect(isAlive(pid)).toBe(true);
    first.kill('SIGKILL');

    const second = await use();
    await sleep(4_000);
    expect([pidOf(), isAlive(pid)]).toEqual([pid, true]);
    second.kill('SIGKILL');
    await until(() => !isAlive(pid));
  });

  it('is made once where two processes begin at the same time', async () => {
    const both = await Promise.all([use(), use()]);
    const pid = pidOf();
    expect(isAlive(pid)).toBe(true);
    for (const child of both) child.kill('SIGKILL');
    await until(() => !isAlive(pid));
    server = await startEmbeddedPostgres({ dataDir, durable: false });
    expect(await answers()).toBe(true);
    expect(readdirSync(join(dataDir, 'postgres')).filter((name) => /^draft-|^password\./.test(name))).toEqual([]);
  });
});

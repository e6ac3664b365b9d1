import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { freePort } from '../../src/platform/embedded/free-port.js';

export const redisInstalled = spawnSync('redis-server', ['--version']).status === 0;

export interface TestRedis {
  readonly url: string;
  command(...words: [string, ...string[]]): Promise<unknown>;
  /** Gone with all it knew; `comeBack` starts an empty one in its place. */
  vanish(): Promise<void>;
  comeBack(): void;
  /** @returns what makes it as it is now again */
  remember(): Promise<() => Promise<void>>;
  stop(): Promise<void>;
}

/** A Redis of our own, in memory only, on a port of its own. */
export async function startRedis(): Promise<TestRedis> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'stocktake-redis-'));
  const arguments_ = [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'no',
    '--dir',
    folder,
  ];
  const launch = (): ChildProcess => spawn('redis-server', arguments_, { stdio: 'ignore' });
  let server = launch();
  const client = new Redis(`redis://127.0.0.1:${port}`, { retryStrategy: () => 50, maxRetriesPerRequest: 100 });
  client.on('error', () => undefined);
  await client.ping();
  return {
    url: `redis://127.0.0.1:${port}`,
    command: (name, ...words) => client.call(name, ...words),
    async vanish() {
      server.kill('SIGKILL');
      await once(server, 'exit');
    },
    comeBack() {
      server = launch();
    },
    async remember() {
      const keys = await client.keysBuffer('*');
      const dumps = await Promise.all(keys.map(async (key) => [key, await client.dumpBuffer(key)] as const));
      return async () => {
        await client.flushall();
        for (const [key, dump] of dumps) if (dump) await client.restore(key, 0, dump);
      };
    },
    async stop() {
      client.disconnect();
      server.kill('SIGKILL');
      if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

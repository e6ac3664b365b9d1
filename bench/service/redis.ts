import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { Redis } from 'ioredis';
import { freePort } from '../../src/platform/embedded/free-port.js';
import { throwAwayFolder } from '../throw-away-folder.js';
import { processorMs } from './processor-ms.js';

export interface BenchRedis {
  readonly url: string;
  processorMs(): number;
  stop(): Promise<void>;
}

/** The machine's redis-server, on a port of its own, as the README's compose file runs it: with an append-only file. */
export async function startRedis(): Promise<BenchRedis> {
  const port = await freePort();
  const folder = throwAwayFolder();
  const server = spawn(
    'redis-server',
    ['--port', String(port), '--bind', '127.0.0.1', '--appendonly', 'yes', '--dir', folder],
    { stdio: 'ignore' },
  );
  const died = once(server, 'exit').then(() => Promise.reject(new Error('redis-server did not start')));
  const client = new Redis({ port, host: '127.0.0.1', retryStrategy: () => 50, maxRetriesPerRequest: 100 });
  client.on('error', () => undefined);
  await Promise.race([client.ping(), died]);
  died.catch(() => undefined);
  client.disconnect();
  return {
    url: `redis://127.0.0.1:${port}`,
    processorMs: () => processorMs(server.pid!),
    async stop() {
      server.kill('SIGTERM');
      if (server.exitCode === null) await once(server, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../src/platform/project-root.js';
import type { TestApp } from './app.js';

/** A worker of the built service, in a process of its own that can be killed; it shares the app's database and files. */
export async function startWorker(app: TestApp): Promise<ChildProcess> {
  const main = join(projectRoot, 'dist/src/main.js');
  if (!existsSync(main)) throw new Error('The service is not built: run the tests with `npm test`');
  const { configuration } = app;
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env.PATH,
      ROLES: 'worker',
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'error',
      SAMPLE: 'false',
      DATABASE_URL: app.databaseUrl,
      REDIS_URL: configuration.redisUrl,
      DATA_DIR: configuration.dataDir,
      MASTER_KEY_FILE: configuration.masterKeyFile,
      JOB_LEASE_MS: String(configuration.jobLeaseMs),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const died = once(child, 'exit').then(() => Promise.reject(new Error('the worker did not start')));
  await Promise.race([once(child.stdout, 'data'), died]);
  died.catch(() => undefined);
  return child;
}

export async function killWorker(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../src/platform/project-root.js';
import { processorMs } from './processor-ms.js';

/** A worker of the built service in a process of its own, as it runs beside the API on another machine. */
export interface BenchWorker {
  /** Milliseconds that it, with all its threads and the children that have ended, has had the processors. */
  processorMs(): number;
  /** Most that it held of the machine's memory so far. */
  mostMb(): number;
  stop(): Promise<void>;
}

/** As `npm start` runs it. */
function startFlags(): string[] {
  const { scripts } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  return scripts.start!.split(' ').filter((word) => word.startsWith('--'));
}

export async function startWorker(
  databaseUrl: string,
  dataDir: string,
  more: Record<string, string> = {},
): Promise<BenchWorker> {
  const child = spawn(process.execPath, [...startFlags(), join(projectRoot, 'dist/src/main.js')], {
    env: {
      PATH: process.env.PATH,
      ROLES: 'worker',
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'error',
      SAMPLE: 'false',
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      ...more,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const died = exited.then(() => Promise.reject(new Error('The worker did not start')));
  await Promise.race([once(child.stdout, 'data'), died]);
  died.catch(() => undefined);
  return {
    processorMs: () => processorMs(child.pid!),
    mostMb: () => {
      const status = readFileSync(`/proc/${child.pid!}/status`, 'utf8');
      return Math.round(Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)![1]) / 1024);
    },
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

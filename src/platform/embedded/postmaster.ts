import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from './start-error.js';

const startLimitMs = 60_000;

/** Content of PostgreSQL's `postmaster.pid` in a cluster's folder. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  readonly state: string;
}

export function readPostmaster(cluster: string): Postmaster | null {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]), port: Number(lines[3]), state: lines[7]?.trim() ?? '' };
  } catch {
    return null;
  }
}

/** True where the process is a PostgreSQL server of this cluster: a pid is used again, after a reboot above all. */
export function isServing(pid: number, cluster: string): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  if (process.platform !== 'linux') return true;
  try {
    // A zombie has an empty command line.
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(cluster);
  } catch {
    return false;
  }
}

/** True where it serves and nobody has stopped it: one that is stopping takes no new connection. */
export const isKept = (pid: number, cluster: string): boolean =>
  isServing(pid, cluster) && readPostmaster(cluster)?.state !== 'stopping';

/**
 * Waits until the server takes connections.
 *
 * @returns null when it ended instead
 * @throws StartError when it is neither ready nor gone within a minute
 */
export async function whenReady(cluster: string, pid: number, exited: () => boolean): Promise<Postmaster | null> {
  const deadline = Date.now() + startLimitMs;
  while (Date.now() < deadline) {
    const postmaster = readPostmaster(cluster);
    if (postmaster?.pid === pid && postmaster.state === 'ready') return postmaster;
    if (exited() || !isServing(pid, cluster)) return null;
    await sleep(10);
  }
  throw new StartError(`The embedded PostgreSQL (process ${pid}) was not ready after ${startLimitMs / 1000} s.`);
}

/** SIGINT is PostgreSQL's "fast" shutdown: sessions are ended, data is written, then it leaves. */
export async function stopServer(pid: number, cluster: string): Promise<void> {
  if (!isServing(pid, cluster)) return;
  process.kill(pid, 'SIGINT');
  const deadline = Date.now() + startLimitMs;
  while (isServing(pid, cluster) && Date.now() < deadline) await sleep(10);
}

import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from './start-error.js';

const heartbeatMs = 2_000;
/** A holder on another machine (a container, say) whose file did not change for so long is gone. */
const heartbeatTimeoutMs = 4 * heartbeatMs;
/** A holder that is not stopping gets this long to begin: its npm may have been killed a moment ago. */
const takeoverWaitMs = 1_500;
const maxStopMs = 60_000;

interface LockHolder {
  readonly pid: number;
  readonly host: string;
  /** Start time of the process; with the pid it identifies one process for ever. */
  readonly started: string;
  readonly url: string;
  readonly stopping: boolean;
}

/** The right of this process to the data folder; one process at a time has it. */
export interface DataFolderLock {
  /** Marks this process as stopping, for its successor. */
  markStopping(): void;
  release(): void;
}

/**
 * Takes the data folder for this process: two services on one embedded database would work against each other. A
 * holder that was killed is passed over, one that is stopping is waited for.
 *
 * @param url where this process will serve, told to whoever comes second
 * @throws StartError when another service goes on using the folder
 */
export async function lockDataFolder(dataDir: string, url: string): Promise<DataFolderLock> {
  mkdirSync(dataDir, { recursive: true });
  const file = join(dataDir, 'owner.json');
  const self: LockHolder = { pid: process.pid, host: hostname(), started: startOf(process.pid), url, stopping: false };
  await claim(file, self, dataDir);
  const beat = setInterval(() => {
    const now = new Date();
    try {
      utimesSync(file, now, now);
    } catch {
      // The folder is gone or full: the database reports it better.
    }
  }, heartbeatMs).unref();
  return {
    markStopping: () => replace(file, { ...self, stopping: true }),
    release: () => {
      clearInterval(beat);
      rmSync(file, { force: true });
    },
  };
}

async function claim(file: string, self: LockHolder, dataDir: string): Promise<void> {
  if (create(file, self)) return;
  do {
    await waitForHolder(file, dataDir);
    if (!create(file, self)) continue;
    // Two that pass over the same dead holder may each remove what the other has just written.
    await sleep(200);
  } while (readLock(file)?.owner?.pid !== self.pid);
}

function create(file: string, owner: LockHolder): boolean {
  try {
    const handle = openSync(file, 'wx', 0o600);
    writeFileSync(handle, JSON.stringify(owner));
    closeSync(handle);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function replace(file: string, owner: LockHolder): void {
  writeFileSync(`${file}.new`, JSON.stringify(owner), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

/** Returns when the folder should be tried again. */
async function waitForHolder(file: string, dataDir: string): Promise<void> {
  const first = readLock(file);
  const since = Date.now();
  for (;;) {
    const now = readLock(file);
    if (!first || !now || now.owner?.pid !== first.owner?.pid) return;
    const waited = Date.now() - since;
    if (isGone(now, first, waited)) {
      rmSync(file, { force: true });
      return;
    }
    if (waited > (now.owner?.stopping ? maxStopMs : patienceLimit(now)))
      throw new StartError(
        `Stocktake is already running on the data folder ${dataDir} (process ${now.owner?.pid} on ` +
          `${now.owner?.host}, ${now.owner?.url}): stop it first, or choose another DATA_DIR and PORT.`,
      );
    await sleep(50);
  }
}

interface LockState {
  /** Null while the holder is writing the file, or was killed while it did. */
  readonly owner: LockHolder | null;
  readonly heartbeatAt: number;
}

function readLock(file: string): LockState | null {
  try {
    return { heartbeatAt: statSync(file).mtimeMs, owner: parse(readFileSync(file, 'utf8')) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function parse(text: string): LockHolder | null {
  try {
    return JSON.parse(text) as LockHolder;
  } catch {
    return null;
  }
}

const isForeign = ({ owner }: LockState): boolean => owner === null || owner.host !== hostname();

const patienceLimit = (sight: LockState): number =>
  isForeign(sight) ? heartbeatTimeoutMs + heartbeatMs : takeoverWaitMs;

function isGone(now: LockState, first: LockState, waited: number): boolean {
  const { owner } = now;
  if (owner === null || isForeign(now)) return now.heartbeatAt === first.heartbeatAt && waited > heartbeatTimeoutMs;
  return owner.pid === process.pid || !isAlive(owner.pid) || startOf(owner.pid) !== owner.started;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Start time of a process in clock ticks since boot (Linux: field 22 of its `stat`); empty if unknown. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

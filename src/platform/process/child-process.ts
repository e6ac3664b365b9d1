import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { projectRoot } from '../project-root.js';

export interface ChildProcessLimits {
  readonly memoryMb: number;
  readonly timeoutMs: number;
  /** Low priority: nothing waits for it. */
  readonly hasLowPriority?: boolean;
}

/** Why a child was killed. */
export type ChildExitReason = 'finished' | 'memory' | 'time' | 'cancelled' | 'crashed';

export interface ChildProcessHandle {
  readonly stdout: Readable;
  /** What it printed on standard error, at most 64 KiB, and how it ended. Never rejects. */
  readonly ended: Promise<{ end: ChildExitReason; code: number | null; stderr: string }>;
  kill(): void;
}

const memoryCheckMs = 100;
const maxStderr = 64 * 1024;

/**
 * Runs a compiled module of ours (`sboms/importing/parse.child`) in a process of its own: bounded in memory, CPU and
 * time by the operating system, killable, without this process's environment and so without its secrets.
 */
export function startChildProcess(
  module: string,
  input: object,
  limits: ChildProcessLimits,
  signal?: AbortSignal,
): ChildProcessHandle {
  return new PreparedProcess(module, limits.memoryMb).run(input, limits, signal);
}

/** A child process that loads its module and then waits for its input, the only one that it ever gets. */
export class PreparedProcess {
  private readonly child: ChildProcessWithoutNullStreams;
  /** Its exit code; null where there is none. */
  private readonly closed: Promise<number | null>;
  private stderr = '';

  constructor(
    module: string,
    private readonly memoryMb: number,
  ) {
    const script = scriptOf(module, join(projectRoot, 'dist'));
    const flags = [`--max-old-space-size=${memoryMb}`, '--no-warnings'];
    const child = spawn(process.execPath, [...flags, script], {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH ?? '', TZ: 'UTC' },
      cwd: projectRoot,
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      if (this.stderr.length < maxStderr) this.stderr += text.slice(0, maxStderr - this.stderr.length);
    });
    child.stdin.on('error', () => undefined); // A child that died before reading reports it by its exit.
    this.closed = new Promise((resolve) => {
      child.once('error', () => resolve(null));
      child.once('close', resolve);
    });
    this.child = child;
  }

  /** False: it died, and cannot be given an input. */
  get isWaiting(): boolean {
    return this.child.pid !== undefined && this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Ends a process that was given no input. */
  discard(): void {
    this.child.kill('SIGKILL');
  }

  run(
    input: object,
    { timeoutMs, hasLowPriority }: Omit<ChildProcessLimits, 'memoryMb'>,
    signal?: AbortSignal,
  ): ChildProcessHandle {
    const { child } = this;
    if (hasLowPriority) lowerPriority(child.pid);
    let end: ChildExitReason = 'finished';
    const kill = (why: ChildExitReason): void => {
      if (end === 'finished') end = why;
      child.kill('SIGKILL');
    };
    const timer = setTimeout(() => kill('time'), timeoutMs);
    const watch = setInterval(() => {
      if (residentMb(child.pid) > this.memoryMb) kill('memory');
    }, memoryCheckMs);
    const cancel = (): void => kill('cancelled');
    signal?.addEventListener('abort', cancel, { once: true });
    child.stdin.end(JSON.stringify(input));

    const ended = this.closed.then((code) => {
      clearTimeout(timer);
      clearInterval(watch);
      signal?.removeEventListener('abort', cancel);
      if (end === 'finished' && code === null) end = 'crashed';
      // V8 ends a process that is out of heap with SIGABRT and says so.
      if (end === 'crashed' && this.stderr.includes('JavaScript heap out of memory')) end = 'memory';
      return { end, code, stderr: this.stderr };
    });
    if (signal?.aborted) cancel();
    return { stdout: child.stdout, ended, kill: cancel };
  }
}

/** The bundle of the build, which loads in half the time; the module itself where it was compiled after the bundle. */
export function scriptOf(module: string, dist: string): string {
  const bundle = join(dist, 'src', `${module}.bundle.cjs`);
  const bundled = modifiedMs(bundle);
  return bundled !== null && bundled >= (modifiedMs(join(dist, '.tsbuildinfo')) ?? 0)
    ? bundle
    : join(dist, 'src', `${module}.js`);
}

/** Null where there is no such file. */
const modifiedMs = (path: string): number | null => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? null;

/** If the system refuses, the child runs with normal priority. */
function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    return;
  }
}

/** Resident memory in MiB; 0 where the system does not tell (the heap limit holds there). */
function residentMb(pid: number | undefined): number {
  if (process.platform !== 'linux' || pid === undefined) return 0;
  try {
    const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]);
    return (pages * 4096) / (1024 * 1024);
  } catch {
    return 0;
  }
}

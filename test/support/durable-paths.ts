import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { projectRoot } from '../../src/platform/project-root.js';

export const straceInstalled = spawnSync('strace', ['-e', 'trace=none', 'true']).status === 0;

interface Call {
  readonly at: number;
  readonly name: string;
  readonly rest: string;
}

/**
 * Runs a program under strace and says which files and folders of `root` a power cut right after its end could lose: a
 * file whose bytes were not synced after the last write, and a name that was made or moved after the last sync of its
 * folder. That is what POSIX promises; most file systems keep more.
 */
export function unsyncedPaths(root: string, program: readonly string[], environment: Record<string, string>): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'stocktake-trace-'));
  try {
    const calls = 'trace=openat,mkdir,rename,link,write,writev,pwrite64,fsync,fdatasync';
    const options = ['-ff', '-ttt', '-y', '-s', '4096', '-e', calls, '-e', 'signal=none', '-o', join(folder, 'trace')];
    const command = [...options, process.execPath, join(projectRoot, 'test/support/run-typescript.cjs'), ...program];
    const env = { ...process.env, ...environment };
    const { status, stdout, stderr } = spawnSync('strace', command, { cwd: projectRoot, env, encoding: 'utf8' });
    if (status !== 0) throw new Error(`${program.join(' ')}: ${stdout}${stderr}`);
    return lostPaths(root, tracedCalls(folder));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Of all threads, in the order in which they returned. */
function tracedCalls(folder: string): Call[] {
  const line = /^(\d+\.\d+) (\w+)\((.*)\) += (?!-1)/;
  return readdirSync(folder)
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
    .flatMap((text) => {
      const [, at, name, rest] = line.exec(text) ?? [];
      return at === undefined ? [] : [{ at: Number(at), name: name!, rest: rest! }];
    })
    .sort((a, b) => a.at - b.at);
}

export function lostPaths(root: string, calls: readonly Call[]): string[] {
  const named = new Map<string, number>();
  const written = new Map<string, number>();
  const synced = new Map<string, number>();
  calls.forEach(({ name, rest }, index) => {
    const [first = '', second = ''] = [...rest.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, path]) => path!);
    const file = /^\d+<([^>]*)>/.exec(rest)?.[1] ?? '';
    if (name === 'mkdir' || (name === 'openat' && rest.includes('O_CREAT') && !named.has(first)))
      named.set(first, index);
    else if (name === 'rename' || name === 'link') {
      named.set(second, index);
      for (const times of [written, synced]) if (times.has(first)) times.set(second, times.get(first)!);
    } else if (name.includes('write')) written.set(file, index);
    else if (name.endsWith('sync')) synced.set(file, index);
  });
  const after = (path: string, since: number): boolean => (synced.get(path) ?? -1) > since;
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((name) => join(root, name))
    .filter((path) => {
      const isNameKept = !named.has(path) || after(dirname(path), named.get(path)!);
      const areBytesKept = !written.has(path) || after(path, written.get(path)!);
      return !isNameKept || !areBytesKept;
    })
    .sort();
}

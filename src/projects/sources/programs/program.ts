import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import type { Writable } from 'node:stream';
import { CallerError } from '../../../model/errors.js';

const maxOutputLength = 64 * 1024;

/** One call of a program that is not ours. */
export interface ProgramCall {
  readonly program: 'git' | 'svn';
  readonly args: readonly string[];
  readonly folder: string;
  /** All of it: nothing of this process's own environment, which holds secrets, goes along. */
  readonly environment: NodeJS.ProcessEnv;
  /** Standard input: what is to be read there, or open for more. */
  readonly input?: { readonly text: string } | 'open';
  /** What the program can read from its file descriptor 3, once; in no argument, environment or file. */
  readonly secret?: string;
}

/** Starts the program in a process group of its own, so that its helpers end with it. */
export function startProgram({ program, args, folder, environment, input, secret }: ProgramCall): ChildProcess {
  const stdio: StdioOptions = [input ? 'pipe' : 'ignore', 'pipe', 'pipe'];
  if (secret !== undefined) stdio.push('pipe');
  const child = spawn(program, [...args], { cwd: folder, env: environment, stdio, detached: true });
  if (input !== undefined && input !== 'open') writeAndEnd(child.stdin!, input.text);
  if (secret !== undefined) writeAndEnd(child.stdio[3] as Writable, secret);
  return child;
}

function writeAndEnd(pipe: Writable, text: string): void {
  pipe.on('error', () => undefined); // a program that had no use for it
  pipe.end(text);
}

/** Ends the program and all that it has started. */
export function endProgram(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
}

/**
 * What the program prints.
 *
 * @param failure what its complaint means
 * @throws as `failure`, and the signal's reason; CallerError where the program is not there
 */
export async function outputOf(
  call: ProgramCall,
  signal: AbortSignal,
  failure: (stderr: string) => Error,
): Promise<string> {
  signal.throwIfAborted();
  const child = startProgram(call);
  const end = (): void => endProgram(child);
  signal.addEventListener('abort', end, { once: true });
  let stdout = '';
  let stderr = '';
  child.stdout!.setEncoding('utf8').on('data', (text: string) => {
    if ((stdout += text).length > maxOutputLength) end();
  });
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    if (stderr.length < maxOutputLength) stderr += text;
  });
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    signal.throwIfAborted();
    if (code !== 0) throw failure(stderr);
    return stdout;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw missingProgram(call.program);
    throw error;
  } finally {
    signal.removeEventListener('abort', end);
  }
}

const missingProgram = (program: string): CallerError =>
  new CallerError(422, `This service has no program ${program}: its operator can install it`, { reason: 'program' });

import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import type { Writable } from 'node:stream';
import { CallerError } from '../../../model/errors.js';

const maxOutputLength = 64 * 1024;

/** One call of an external program. */
export interface ProgramCall {
  readonly program: 'git' | 'svn';
  readonly args: readonly string[];
  readonly folder: string;
  /** The complete environment: that of this process, which holds secrets, is not inherited. */
  readonly environment: NodeJS.ProcessEnv;
  /** Standard input: a text, or open for later writes. */
  readonly input?: { readonly text: string } | 'open';
  /**
   * Text that the program can read once from file descriptor 3, instead of an argument, environment variable or file.
   */
  readonly secret?: string;
}

/** Starts the program in its own process group, so that its child processes end with it. */
export function startProgram({ program, args, folder, environment, input, secret }: ProgramCall): ChildProcess {
  const stdio: StdioOptions = [input ? 'pipe' : 'ignore', 'pipe', 'pipe'];
  if (secret !== undefined) stdio.push('pipe');
  const child = spawn(program, [...args], { cwd: folder, env: environment, stdio, detached: true });
  if (input !== undefined && input !== 'open') writeAndEnd(child.stdin!, input.text);
  if (secret !== undefined) writeAndEnd(child.stdio[3] as Writable, secret);
  return child;
}

function writeAndEnd(pipe: Writable, text: string): void {
  pipe.on('error', () => undefined); // the program may not read it
  pipe.end(text);
}

/** Ends the program and its child processes. */
export function endProgram(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
}

/**
 * Standard output of the program.
 *
 * @param failure translates standard error to an error
 * @throws as `failure`, and the reason of the signal; CallerError if the program is not installed
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
  new CallerError(422, `The program ${program} is not installed on this service; ask its operator to install it`, {
    reason: 'program',
  });

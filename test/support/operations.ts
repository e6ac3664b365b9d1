import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { runOperation as run } from '../../src/commands/operations.js';
import { Configuration } from '../../src/platform/configuration/configuration.js';
import { projectRoot } from '../../src/platform/project-root.js';

export interface CommandEnd {
  readonly code: number | null;
  readonly output: string;
}

/** `stocktake backup` and its like, for an installation with these settings. */
export async function runOperation(words: readonly string[], environment: Record<string, string>): Promise<CommandEnd> {
  const said: string[] = [];
  try {
    await run(words, new Configuration(environment), (sentence) => said.push(sentence));
    return { code: 0, output: said.join('\n') };
  } catch (error) {
    return { code: 1, output: (error as Error).message };
  }
}

/** The same as a process of its own, which can be killed. */
export function startOperation(
  words: readonly string[],
  environment: Record<string, string>,
): { child: ChildProcess; ended: Promise<CommandEnd> } {
  const program = ['test/support/run-typescript.cjs', 'src/stocktake.ts'];
  const child = spawn(process.execPath, [...program, ...words], {
    cwd: projectRoot,
    env: { ...process.env, ...environment },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (output += data.toString()));
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, output }));
  return { child, ended };
}

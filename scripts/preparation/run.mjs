import { spawnSync } from 'node:child_process';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');

const dieWithParent = `--import=${new URL('die-with-parent.mjs', import.meta.url).href}`;

/** Its message is shown without a stack. */
export class PreparationError extends Error {}

/** Runs a program in the project's folder to its end. Node programs among its children die with this process. */
export function run(command, args) {
  const { status, signal, error } = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, NODE_OPTIONS: [process.env.NODE_OPTIONS, dieWithParent].filter(Boolean).join(' ') },
    shell: process.platform === 'win32' && command === 'npm',
  });
  if (error) throw new PreparationError(`${command} could not start: ${error.message}`);
  if (status !== 0)
    throw new PreparationError(
      `"${command} ${args.join(' ')}" failed (${signal ?? `exit code ${status}`}); see above.`,
    );
}

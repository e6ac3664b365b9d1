import { UsageError } from '../cli/usage.js';
import { loadConfiguration } from '../platform/configuration/configuration.js';
import { runOperation } from './operations.js';

/** Commands on the installation that this process's settings describe. */
export async function operate(words: readonly string[]): Promise<void> {
  await runOperation(words, loadConfiguration(), (sentence) => process.stdout.write(`${sentence}\n`));
}

/** Runs one process of the service until a signal ends it. */
export async function serve(words: readonly string[]): Promise<void> {
  if (words.length > 0) throw new UsageError('serve takes no arguments: settings come from the environment');
  await import('../main.js');
}

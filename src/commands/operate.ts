import { runOperation } from './operations.js';
import { loadConfiguration } from '../platform/configuration/configuration.js';

/** `npm run backup`, `restore`, `secrets:rotate` and `secrets:retire`, for the installation of this environment. */
async function main(words: readonly string[]): Promise<void> {
  await runOperation(words, loadConfiguration(), (sentence) => process.stdout.write(`${sentence}\n`));
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});

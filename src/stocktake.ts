#!/usr/bin/env -S node --no-flush-bytecode --max-inlined-bytecode-size=150 --max-inlined-bytecode-size-cumulative=300 --heap-growing-percent=150
// The V8 flags of the start command: docs/adr/0019-v8-flags.md
/** Loaded when asked for: a command on files needs neither the service nor its packages. */
const programs: Readonly<Record<string, (words: readonly string[]) => Promise<void>>> = {
  serve: async (words) => (await import('./commands/operator.js')).serve(words),
  migrate: async (words) => (await import('./commands/operator.js')).operate(['migrate', ...words]),
  backup: async (words) => (await import('./commands/operator.js')).operate(['backup', ...words]),
  restore: async (words) => (await import('./commands/operator.js')).operate(['restore', ...words]),
  secrets: async (words) => (await import('./commands/operator.js')).operate(['secrets', ...words]),
  catalog: async (words) => (await import('./commands/catalog.js')).runCatalogCommand(words),
};

// Asked to stop before there is anything to stop; main.ts takes over.
if (process.argv[2] === 'serve') for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => process.exit(0));

/** `stocktake COMMAND …`: the service, what its operator does, and the client on files. `cli/usage.ts` describes it. */
import('./cli/main.js')
  .then(({ runCommandLine }) => runCommandLine(process.argv.slice(2), programs))
  .then((code) => {
    process.exitCode ??= code;
  })
  .catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  });

import { parseArgs } from 'node:util';
import { FormatError } from '../formats/format.js';
import { product } from '../platform/product.js';
import { ciCommands } from './ci/ci-commands.js';
import { convert } from './convert.js';
import { inspect } from './inspect.js';
import { quality } from './quality.js';
import { terminalSafe } from './terminal-safe.js';
import { exitCodes, help, UsageError } from './usage.js';
import { validate } from './validate.js';

/** Commands that are programs of their own; they take all words behind their name. */
export type Programs = Readonly<Record<string, (words: readonly string[]) => Promise<void>>>;

/** The command line. `usage.ts` describes it. @returns the exit code */
export function runCommandLine(words: readonly string[], programs: Programs): Promise<number> {
  // A reader may close our output at any line (`| head`).
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(process.exitCode ?? exitCodes.done);
  });
  const [name = '', ...rest] = words;
  const program = Object.hasOwn(programs, name) ? programs[name] : undefined;
  const inPipeline = Object.hasOwn(ciCommands, name) ? ciCommands[name] : undefined;
  const done = program?.(rest).then(() => exitCodes.done) ?? inPipeline?.(rest) ?? runOnFiles(words);
  return done.catch(failure);
}

/** Commands on SBOM files, offline. */
async function runOnFiles(words: readonly string[]): Promise<number> {
  const { values, positionals } = argumentsOf(words);
  const [command, file, out, ...rest] = positionals;
  if (values.help || command === 'help') {
    process.stdout.write(help);
    return exitCodes.done;
  }
  if (values.version) {
    process.stdout.write(`${product.name} ${product.version}\n`);
    return exitCodes.done;
  }
  if (rest.length > 0) throw new UsageError(`"${rest[0]}" is an unexpected argument`);
  if (command === 'convert' && file && out)
    return convert(file, out, { to: values.to, version: values['spec-version'] });
  if (command === 'validate' && file && !out) return validate(file);
  if (command === 'inspect' && file && !out) return inspect(file, limitOf(values.limit));
  if (command === 'quality' && file && !out) return quality(file, { standard: values.standard, format: values.format });
  throw new UsageError(command === undefined ? 'No command given' : usageOf(command));
}

function usageOf(command: string): string {
  if (command === 'convert') return 'convert takes two files: IN and OUT';
  if (command === 'validate' || command === 'inspect' || command === 'quality') return `${command} takes one FILE`;
  return `Unknown command "${terminalSafe(command)}"`;
}

function argumentsOf(words: readonly string[]) {
  const options = {
    help: { type: 'boolean', short: 'h' },
    version: { type: 'boolean' },
    to: { type: 'string' },
    'spec-version': { type: 'string' },
    limit: { type: 'string' },
    standard: { type: 'string' },
    format: { type: 'string' },
  } as const;
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function limitOf(text = '20'): number {
  if (!/^\d{1,6}$/.test(text)) throw new UsageError('--limit must be a whole number');
  return Number(text);
}

function failure(error: unknown): number {
  if (error instanceof UsageError) {
    process.stderr.write(`${error.message}\nSee "stocktake --help"\n`);
    return exitCodes.usage;
  }
  if (error instanceof FormatError) {
    const place = error.place === '' ? '' : ` (${terminalSafe(error.place)})`;
    process.stderr.write(`refused: ${error.reason}: ${terminalSafe(error.message)}${place}\n`);
    return exitCodes.refused;
  }
  process.stderr.write(`${messageOf(error)}\n`);
  return exitCodes.failed;
}

const causes: Readonly<Record<string, string>> = {
  ENOENT: 'the file or folder does not exist',
  EACCES: 'access is denied',
  EISDIR: 'it is a folder',
  ENOSPC: 'the disk is full',
};

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code = '', path } = error as NodeJS.ErrnoException;
  return causes[code] === undefined
    ? error.message
    : `${path === undefined ? '' : `${terminalSafe(path.replace(/\.\d+\.part$/, ''))}: `}${causes[code]}`;
}

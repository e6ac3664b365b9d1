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
import { verify } from './verify.js';

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
  if (inPipeline && rest.some((word) => word === '--help' || word === '-h')) return runOnFiles(['help']);
  const done = program?.(rest).then(() => exitCodes.done) ?? inPipeline?.(rest) ?? runOnFiles(words);
  return done.catch(failure);
}

const options = {
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
  to: { type: 'string' },
  'spec-version': { type: 'string' },
  limit: { type: 'string' },
  standard: { type: 'string' },
  format: { type: 'string' },
  key: { type: 'string' },
} as const;
type Option = keyof typeof options;
type OptionValues = Readonly<Partial<Record<Option, string | boolean>>>;

/** A command on SBOM files, offline. */
interface FileCommand {
  readonly takes: string;
  readonly files: 1 | 2;
  readonly options: readonly Option[];
  run(files: readonly string[], text: (option: Option) => string | undefined): Promise<number>;
}

const fileCommands: Readonly<Record<string, FileCommand>> = {
  convert: {
    takes: 'two files: IN and OUT',
    files: 2,
    options: ['to', 'spec-version'],
    run: ([from, to], text) => convert(from!, to!, { to: text('to'), version: text('spec-version') }),
  },
  validate: { takes: 'one FILE', files: 1, options: [], run: ([file]) => validate(file!) },
  verify: { takes: 'one FILE', files: 1, options: ['key'], run: ([file], text) => verify(file!, text('key')) },
  inspect: {
    takes: 'one FILE',
    files: 1,
    options: ['limit'],
    run: ([file], text) => inspect(file!, limitOf(text('limit'))),
  },
  quality: {
    takes: 'one FILE',
    files: 1,
    options: ['standard', 'format'],
    run: ([file], text) => quality(file!, { standard: text('standard'), format: text('format') }),
  },
};

async function runOnFiles(words: readonly string[]): Promise<number> {
  const { values, positionals } = argumentsOf(words);
  const [name, ...files] = positionals;
  if (values.help || name === 'help') {
    process.stdout.write(help);
    return exitCodes.done;
  }
  if (values.version) {
    process.stdout.write(`${product.name} ${product.version}\n`);
    return exitCodes.done;
  }
  if (name === undefined) throw new UsageError('No command given');
  const command = Object.hasOwn(fileCommands, name) ? fileCommands[name] : undefined;
  if (!command) throw new UsageError(`Unknown command "${terminalSafe(name)}"`);
  return runOnce(name, command, files, values);
}

async function runOnce(
  name: string,
  command: FileCommand,
  files: readonly string[],
  values: OptionValues,
): Promise<number> {
  const extra = files[command.files];
  if (extra !== undefined) throw new UsageError(`"${terminalSafe(extra)}" is an unexpected argument`);
  if (files.length < command.files) throw new UsageError(`${name} takes ${command.takes}`);
  const foreign = (Object.keys(values) as Option[]).find((option) => !command.options.includes(option));
  if (foreign) throw new UsageError(`${name} has no option --${foreign}`);
  return command.run(files, (option) => values[option] as string | undefined);
}

function argumentsOf(words: readonly string[]) {
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

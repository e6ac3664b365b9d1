import { readdir, stat } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { terminalSafe } from '../terminal-safe.js';
import { exitCodes, UsageError } from '../usage.js';
import type { UploadView } from '../../sboms/uploading/upload.view.js';
import { CiClient, ServiceRefusal } from './ci-client.js';
import { exportSbom } from './export-command.js';
import { gateOf, parseFailOn } from './fail-on.js';
import { importDependencyTrack } from './import-dependency-track.js';
import { writeNotice } from './notice-command.js';
import { writeReport } from './report-command.js';
import { reportFormats } from './report-formats.js';
import { listOpenQuestions } from './review-command.js';
import { share } from './share-command.js';
import { updateImpact } from './update-command.js';
import { vex } from './vex-command.js';

const options = {
  name: { type: 'string' },
  version: { type: 'string' },
  org: { type: 'string' },
  team: { type: 'string' },
  supplier: { type: 'string' },
  wait: { type: 'boolean' },
  timeout: { type: 'string' },
  'fail-on': { type: 'string' },
  format: { type: 'string' },
  days: { type: 'string' },
  to: { type: 'string' },
  encoding: { type: 'string' },
  'spec-version': { type: 'string' },
  content: { type: 'string' },
  extra: { type: 'string' },
  downloads: { type: 'string' },
  title: { type: 'string' },
  'dry-run': { type: 'boolean' },
  sign: { type: 'string' },
} as const;

const place = ['org', 'team'] as const;
const checking = [...place, 'name', 'version', 'supplier', 'wait', 'timeout', 'fail-on', 'format'] as const;

/** Commands of pipelines against a running service, by their name. */
export const ciCommands: Readonly<Record<string, (words: readonly string[]) => Promise<number>>> = {
  /** Uploads files; several are named after themselves. */
  async upload(words) {
    const { values, positionals } = argumentsOf(words, checking);
    if (positionals.length === 0) throw new UsageError('upload takes one FILE or FOLDER, or several');
    const files = await filesOf(positionals);
    if (files.length > 1 && values.name)
      throw new UsageError('--name is for one FILE; several are named after themselves');
    let code: number = exitCodes.done;
    for (const file of files) {
      const name = values.name ?? basename(file).replace(/(\.(cdx|spdx|bom|sbom))?\.\w+$/i, '');
      code = Math.max(code, await run(values, { name }, (client, query) => client.upload(file, query)));
    }
    return code;
  },

  /** Asks what the ruleset says of an SBOM that is there. */
  async check(words) {
    const { values, positionals } = argumentsOf(words, checking);
    if (positionals.length > 0 || !values.name) throw new UsageError('check takes --name and --version, and no FILE');
    return run(values, { name: values.name }, (client, query) => client.check(query));
  },

  /** Writes an SBOM that is there into a file. */
  async export(words) {
    const writing = ['to', 'encoding', 'spec-version', 'sign'] as const;
    const { values, positionals } = argumentsOf(words, [...place, 'name', 'version', ...writing]);
    const [out, ...more] = positionals;
    const { name } = values;
    if (out === undefined || more.length > 0 || !name) throw new UsageError('export takes OUT, --name and --version');
    return refusalsAsCodes(() => exportSbom(out, { ...values, name }));
  },

  /** Writes the NOTICE of an SBOM that is there into a file. */
  async notice(words) {
    const { values, positionals } = argumentsOf(words, [...place, 'name', 'version', 'format']);
    const [out, ...more] = positionals;
    const { name } = values;
    if (out === undefined || more.length > 0 || !name) throw new UsageError('notice takes OUT, --name and --version');
    return refusalsAsCodes(() => writeNotice(out, { ...values, name }));
  },

  /** Writes the report of an SBOM that is there, or over the organization. */
  async report(words) {
    const { values, positionals } = argumentsOf(words, [...place, 'name', 'version', 'format', 'days']);
    const [out, ...more] = positionals;
    if (out === undefined || more.length > 0) throw new UsageError('report takes OUT');
    return refusalsAsCodes(() => writeReport(out, values));
  },

  /** Exports and imports VEX statements on an SBOM that is there. */
  async vex(words) {
    const { values, positionals } = argumentsOf(words, [...place, 'name', 'version', 'format']);
    return refusalsAsCodes(() => vex(positionals, values));
  },

  /** Links for people without an account. */
  async share(words) {
    const sharing = ['content', 'extra', 'days', 'downloads', 'title', 'dry-run'] as const;
    const { values, positionals } = argumentsOf(words, [...place, 'name', 'version', ...sharing]);
    return refusalsAsCodes(() => share(positionals, values));
  },

  /** Says what an update of a component would touch. */
  async update(words) {
    const { values, positionals } = argumentsOf(words, [...place, 'name', 'version', 'to', 'format']);
    const [component, ...more] = positionals;
    const { name } = values;
    if (component === undefined || more.length > 0 || !name)
      throw new UsageError('update takes COMPONENT, --name and --version');
    return refusalsAsCodes(() => updateImpact(component, { ...values, name }));
  },

  /** Lists what waits for a person. */
  async review(words) {
    const { values, positionals } = argumentsOf(words, ['org', 'name', 'version', 'format']);
    if (positionals.length > 0) throw new UsageError('review takes no FILE');
    return refusalsAsCodes(() => listOpenQuestions(values));
  },

  /** Takes over what is in a running Dependency-Track. */
  async 'import-dependency-track'(words) {
    const { values, positionals } = argumentsOf(words, place);
    if (positionals.length > 0) throw new UsageError('import-dependency-track takes no FILE');
    return refusalsAsCodes(() => importDependencyTrack(values));
  },
};

type Values = ReturnType<typeof argumentsOf>['values'];

async function run(
  values: Values,
  { name }: { name: string },
  ask: (client: CiClient, query: Record<string, string>) => Promise<UploadView>,
): Promise<number> {
  const conditions = parseFailOn(values['fail-on'] ?? '');
  const format = reportFormats[values.format ?? 'table'];
  if (!format) throw new UsageError(`--format takes ${Object.keys(reportFormats).join(', ')}`);
  const endsAt = Date.now() + secondsOf(values.timeout) * 1_000;
  const client = new CiClient(process.env);
  // What stops a pipeline must be assessed first.
  const isWaiting = values.wait === true || conditions.length > 0;
  return refusalsAsCodes(async () => {
    let view = await ask(client, queryOf(values, name, isWaiting));
    while (isWaiting && view.verdict === 'pending' && view.sbom.entry_count > 0 && Date.now() < endsAt) {
      process.stderr.write(`${terminalSafe(name)}: ${view.pending_count} of ${view.sbom.entry_count} components are not assessed yet\n`); // prettier-ignore
      await new Promise((resolve) => setTimeout(resolve, pollMs));
      view = await client.check({ id: view.sbom.id, wait: 'true' });
    }
    const gate = gateOf(view, conditions);
    process.stdout.write(format(view, gate));
    return { passed: exitCodes.done, stopped: exitCodes.stopped, undecided: exitCodes.undecided }[gate.outcome];
  });
}

async function refusalsAsCodes(work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ServiceRefusal)) throw error;
    process.stderr.write(`${terminalSafe(error.message)}\n`);
    return error.status === 422 ? exitCodes.refused : exitCodes.failed;
  }
}

const pollMs = 1_000;

function queryOf(values: Values, name: string, isWaiting: boolean): Record<string, string> {
  const { version, org, team, supplier } = values;
  return {
    name,
    ...(version !== undefined && { version }),
    ...(org !== undefined && { org_id: org }),
    ...(team !== undefined && { team_id: team }),
    ...(supplier !== undefined && { supplier }),
    ...(isWaiting && { wait: 'true' }),
  };
}

function secondsOf(text = '600'): number {
  if (!/^\d{1,5}$/.test(text)) throw new UsageError('--timeout must be a whole number of seconds');
  return Number(text);
}

/** The files of folders too, at any depth, without hidden ones; links are followed only where they are named. */
async function filesOf(paths: readonly string[]): Promise<string[]> {
  const files: string[] = [];
  for (const path of paths) {
    if (!(await stat(path)).isDirectory()) {
      files.push(path);
      continue;
    }
    const entries = await readdir(path, { recursive: true, withFileTypes: true });
    const within = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    const shown = within.filter(
      (file) =>
        !relative(path, file)
          .split(sep)
          .some((part) => part.startsWith('.')),
    );
    if (shown.length === 0) throw new UsageError(`There is no file in ${terminalSafe(path)}`);
    files.push(...shown.sort());
  }
  return files;
}

function argumentsOf(words: readonly string[], allowed: readonly (keyof typeof options)[]) {
  const taken = Object.fromEntries(allowed.map((name) => [name, options[name]])) as Partial<typeof options>;
  try {
    return parseArgs({ args: [...words], options: taken as typeof options, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

import { parseArgs } from 'node:util';
import { terminalSafe } from '../terminal-safe.js';
import { exitCodes, UsageError } from '../usage.js';
import { Assessor, type AssessedFile } from './assess-command.js';
import { CiClient, ServiceRefusal } from './ci-client.js';
import { exportSbom } from './export-command.js';
import { importDependencyTrack } from './import-dependency-track.js';
import { namedFiles, notUploaded } from './named-files.js';
import { writeNotice } from './notice-command.js';
import { writeReport } from './report-command.js';
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
  ruleset: { type: 'string' },
  'allow-empty': { type: 'boolean' },
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
const checking = [...place, 'name', 'version', 'wait', 'timeout', 'fail-on', 'format'] as const;
const uploading = [...checking, 'supplier', 'ruleset', 'allow-empty'] as const;

/** Commands of pipelines against a running service, by their name. */
export const ciCommands: Readonly<Record<string, (words: readonly string[]) => Promise<number>>> = {
  /** Uploads files; several are named after themselves. */
  async upload(words) {
    const { values, positionals } = argumentsOf(words, uploading);
    const { supplier, ruleset, 'allow-empty': allowEmpty, ...assessing } = values;
    if (positionals.length === 0) throw new UsageError('upload takes one FILE or FOLDER, or several');
    const files = await namedFiles(positionals, values.name);
    const client = new CiClient(process.env);
    const assessor = new Assessor(client, assessing);
    const more = {
      ...(supplier !== undefined && { supplier }),
      ...(ruleset !== undefined && { ruleset_id: ruleset }),
      ...(allowEmpty && { allow_empty: 'true' }),
    };
    let code: number = exitCodes.done;
    let done = 0;
    try {
      for (const { file, name } of files) {
        const ask: AssessedFile['ask'] = (query) => client.upload(file, { ...query, ...more });
        const refused = files.length > 1 ? `${file}: ` : '';
        code = Math.max(code, await refusalsAsCodes(() => assessor.assess({ name, ask }), refused));
        done += 1;
      }
    } finally {
      if (files.length > 1 && done < files.length) process.stderr.write(notUploaded(files.slice(done)));
      assessor.end(files.length === 1 && files[0]!.file === positionals[0]);
    }
    return code;
  },

  /** Asks what the ruleset says of an SBOM that is there. */
  async check(words) {
    const { values, positionals } = argumentsOf(words, checking);
    const { name, ...asked } = values;
    if (positionals.length > 0 || !name) throw new UsageError('check takes --name and --version, and no FILE');
    const client = new CiClient(process.env);
    const assessor = new Assessor(client, asked);
    const code = await refusalsAsCodes(() => assessor.assess({ name, ask: (query) => client.check(query) }));
    assessor.end(true);
    return code;
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

/** @param file which one was refused, where there are several */
async function refusalsAsCodes(work: () => Promise<number>, file = ''): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ServiceRefusal)) throw error;
    process.stderr.write(`${terminalSafe(file)}${error.message.split('\n').map(terminalSafe).join('\n')}\n`);
    return error.status === 422 ? exitCodes.refused : exitCodes.failed;
  }
}

function argumentsOf(words: readonly string[], allowed: readonly (keyof typeof options)[]) {
  const taken = Object.fromEntries(allowed.map((name) => [name, options[name]])) as Partial<typeof options>;
  try {
    return parseArgs({ args: [...words], options: taken as typeof options, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

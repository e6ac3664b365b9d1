import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { terminalSafe } from '../terminal-safe.js';
import { exitCodes, UsageError } from '../usage.js';
import type { UploadView } from '../../sboms/uploading/upload.view.js';
import { CiClient, ServiceRefusal } from './ci-client.js';
import { gateOf, parseFailOn } from './fail-on.js';
import { reportFormats } from './report-formats.js';

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
} as const;

/** Commands of pipelines against a running service, by their name. */
export const ciCommands: Readonly<Record<string, (words: readonly string[]) => Promise<number>>> = {
  /** Uploads files; several are named after themselves. */
  async upload(words) {
    const { values, positionals: files } = argumentsOf(words);
    if (files.length === 0) throw new UsageError('upload takes one FILE or several');
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
    const { values, positionals } = argumentsOf(words);
    if (positionals.length > 0 || !values.name) throw new UsageError('check takes --name and --version, and no FILE');
    return run(values, { name: values.name }, (client, query) => client.check(query));
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
  try {
    let view = await ask(client, queryOf(values, name, isWaiting));
    while (isWaiting && view.verdict === 'pending' && view.sbom.entry_count > 0 && Date.now() < endsAt) {
      process.stderr.write(`${terminalSafe(name)}: ${view.pending_count} of ${view.sbom.entry_count} components are not assessed yet\n`); // prettier-ignore
      await new Promise((resolve) => setTimeout(resolve, pollMs));
      view = await client.check({ id: view.sbom.id, wait: 'true' });
    }
    const gate = gateOf(view, conditions);
    process.stdout.write(format(view, gate));
    return { passed: exitCodes.done, stopped: exitCodes.stopped, undecided: exitCodes.undecided }[gate.outcome];
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

function argumentsOf(words: readonly string[]) {
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

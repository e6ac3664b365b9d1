import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { ExportedStatementsMeta, ImportedStatementsView } from '../../sboms/vulnerabilities/statements.view.js';
import { vexFormats } from '../../vex/read-vex.js';
import { terminalSafe } from '../terminal-safe.js';
import { exitCodes, UsageError } from '../usage.js';
import { CiClient } from './ci-client.js';
import { writeOut } from './export-command.js';
import { idOfSbom, type SbomSelector } from './named-sbom.js';

/** `vex export OUT` and `vex import FILE`. */
export async function vex(
  words: readonly string[],
  options: Omit<SbomSelector, 'name'> & { name?: string; format?: string },
): Promise<number> {
  const [what, file, ...more] = words;
  const { name, format } = options;
  if (file === undefined || more.length > 0 || !name) throw new UsageError('vex takes export OUT or import FILE, --name and --version'); // prettier-ignore
  if (what === 'export') return exportVex(file, { ...options, name });
  if (what !== 'import') throw new UsageError('vex takes export OUT or import FILE');
  if (format !== undefined) throw new UsageError('vex import recognises the format by its content, without --format');
  return importVex(file, { ...options, name });
}

async function exportVex(out: string, options: SbomSelector & { format?: string }): Promise<number> {
  const { format = 'openvex' } = options;
  if (!vexFormats.some((one) => one === format)) throw new UsageError(`--format must be ${vexFormats.join(', ')}`);
  const client = new CiClient(process.env);
  const query = { sbom_id: await idOfSbom(client, options), format };
  const { data, meta } = await client.get<object>('v1/vulnerability/exportStatements', query);
  await writeOut(out, Readable.from([`${JSON.stringify(data, null, 2)}\n`]));
  process.stderr.write(silenceOf(meta as unknown as ExportedStatementsMeta));
  return exitCodes.done;
}

/** What the document says nothing of; empty where that is nothing. */
function silenceOf({ expired_count, open_count, unexamined_count }: ExportedStatementsMeta): string {
  const counted: [number, string][] = [
    [open_count, 'vulnerabilities without a statement'],
    [expired_count, 'statements that expired'],
    [unexamined_count, 'components that were not, or only partly, examined'],
  ];
  const silent = counted.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  return silent.length === 0 ? '' : `The document is silent on ${silent.join(', ')}\n`;
}

async function importVex(file: string, options: SbomSelector): Promise<number> {
  const document = parsed(await readFile(file, 'utf8'));
  const client = new CiClient(process.env);
  const body = { sbom_id: await idOfSbom(client, options), document };
  const { data } = await client.post<ImportedStatementsView>('v1/vulnerability/importStatements', body);
  process.stdout.write(
    `${data.statement_count} statements (${data.format}), on ${data.component_count} components, ${data.unmatched_count} left out\n`,
  );
  for (const { vulnerability, products, reason } of data.unmatched)
    process.stdout.write(
      `  ${terminalSafe(`${vulnerability || 'a vulnerability'} on ${products.join(', ') || 'nothing'}: ${reason}`)}\n`,
    );
  if (data.unmatched_count > data.unmatched.length)
    process.stdout.write(`  and ${data.unmatched_count - data.unmatched.length} more\n`);
  if (data.unmatched_product_count > 0)
    process.stdout.write(`${data.unmatched_product_count} products of the other statements are not in the SBOM\n`);
  for (const { vulnerability, product, reason } of data.unmatched_products)
    process.stdout.write(`  ${terminalSafe(`${vulnerability} on ${product || 'nothing'}: ${reason}`)}\n`);
  return data.unmatched_count > 0 ? exitCodes.warned : exitCodes.done;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    throw new UsageError('FILE is not JSON: a VEX document is OpenVEX, CSAF 2.0 or CycloneDX in JSON');
  }
}

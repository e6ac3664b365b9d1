import { extname } from 'node:path';
import { exitCodes, UsageError } from '../usage.js';
import { CiClient } from './ci-client.js';
import { writeOut } from './export-command.js';
import { idOfSbom } from './named-sbom.js';
import { onlyOrganization } from './review-command.js';

export interface ReportOptions {
  readonly name?: string;
  readonly version?: string;
  readonly org?: string;
  readonly team?: string;
  readonly format?: string;
  readonly days?: string;
}

/** Writes the report of an SBOM, or, without a name, that over the organization. */
export async function writeReport(out: string, options: ReportOptions): Promise<number> {
  const { name, days } = options;
  const format = options.format ?? extname(out).slice(1).toLowerCase();
  const formats = name === undefined ? ['html', 'json', 'xlsx'] : ['html', 'json', 'xlsx', 'csv'];
  if (!formats.includes(format)) throw new UsageError(`report writes ${formats.join(', ')}: use --format, or an extension`); // prettier-ignore
  if (name !== undefined && days !== undefined) throw new UsageError('--days is for the report over an organization');
  const client = new CiClient(process.env);
  const [path, query] =
    name === undefined
      ? ['v1/report/getOrganizationReport', { org_id: options.org ?? (await onlyOrganization(client)), ...(days && { days }) }]
      : ['v1/report/getSBOMReport', { id: await idOfSbom(client, { ...options, name }) }]; // prettier-ignore
  await writeOut(out, (await client.download(path as string, { ...(query as object), format })).bytes);
  return exitCodes.done;
}

import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { extname } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Loss } from '../../formats/losses.js';
import { lossesHeader } from '../../sboms/exporting/export-target.js';
import { writeLosses } from '../loss-lines.js';
import { exitCodes, standardStream, UsageError } from '../usage.js';
import { CiClient } from './ci-client.js';
import { idOfSbom, type SbomSelector } from './named-sbom.js';

export interface ExportOptions extends SbomSelector {
  readonly to?: string;
  readonly encoding?: string;
  readonly 'spec-version'?: string;
  readonly sign?: string;
}

/** By the extension of OUT, in lower case. */
const encodings: Readonly<Record<string, string>> = {
  '.json': 'JSON',
  '.xml': 'XML',
  '.yaml': 'YAML',
  '.yml': 'YAML',
  '.csv': 'CSV',
  '.xlsx': 'XLSX',
  '.spdx': 'tag-value',
};

/** Writes an SBOM of the service into OUT, which appears only when it is complete; losses go to standard error. */
export async function exportSbom(out: string, options: ExportOptions): Promise<number> {
  const client = new CiClient(process.env);
  const encoding = options.encoding ?? encodings[extname(out).toLowerCase()];
  if (encoding === undefined)
    throw new UsageError('OUT does not determine the encoding: use --encoding, or an extension such as .json');
  const { to } = options;
  const query = {
    sbom_type: to ?? (encoding === 'tag-value' ? 'SPDX' : 'CycloneDX'),
    encoding,
    download: 'true',
    ...(options['spec-version'] !== undefined && { spec_version: options['spec-version'] }),
    ...(options.sign !== undefined && { sign: options.sign }),
  };
  const { bytes, field } = await client.download('v1/report/getSBOM', query, {
    sbom_id: await idOfSbom(client, options),
  });
  await writeOut(out, bytes);
  const losses = field(lossesHeader);
  // A proxy on the way may remove a trailer.
  if (losses === undefined)
    process.stderr.write(`It is not known what ${encoding} could not include: ${lossesHeader} did not arrive\n`);
  else writeLosses(JSON.parse(losses) as Loss[]);
  return exitCodes.done;
}

/** OUT appears only when it is complete; it may be standard output. */
export async function writeOut(out: string, bytes: Readable): Promise<void> {
  if (out === standardStream) return pipeline(bytes, process.stdout, { end: false });
  const draft = `${out}.${process.pid}.part`;
  try {
    await pipeline(bytes, createWriteStream(draft));
    await rename(draft, out);
  } finally {
    await rm(draft, { force: true });
  }
}

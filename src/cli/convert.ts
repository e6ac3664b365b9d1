import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { reportLostRevision } from '../formats/conversion/lost-header-fields.js';
import type { Format } from '../formats/format.js';
import { formatById, formats } from '../formats/index.js';
import { LossLog } from '../formats/losses.js';
import { product } from '../platform/product.js';
import { writeLosses } from './loss-lines.js';
import { SbomFile } from './sbom-file.js';
import { ProgressLine } from './progress-line.js';
import { exitCodes, standardStream, UsageError } from './usage.js';

/** OUT appears only when it is complete; losses are reported on standard error. */
export async function convert(from: string, to: string, options: { to?: string; version?: string }): Promise<number> {
  const format = outputFormat(to, options.to);
  const specVersion = options.version ?? format.writes![0]!;
  if (!format.writes!.includes(specVersion))
    throw new UsageError(`${format.id} is written in versions ${format.writes!.join(', ')}`);
  const losses = new LossLog();
  const { onLoss, onElement } = losses;
  const progress = new ProgressLine(process.stderr);
  const isStream = to === standardStream;
  const draft = `${to}.${process.pid}.part`;
  try {
    const { components, warningCount } = await SbomFile.use(from, progress, async (sbom) => {
      const summary = await sbom.summarize();
      reportLostRevision(summary.header, format.family, onLoss);
      const options = { specVersion, timestamp: new Date().toISOString(), tool: product, onLoss, onElement };
      const pieces = format.serialize!(sbom.toSource(summary), options);
      const readable = Readable.from(pieces, { objectMode: true });
      if (isStream) await pipeline(readable, process.stdout, { end: false });
      else await pipeline(readable, createWriteStream(draft));
      return summary;
    });
    if (!isStream) await rename(draft, to);
    progress.end();
    const warned = warningCount > 0 ? `, ${warningCount} warnings (stocktake validate lists them)` : '';
    process.stderr.write(
      `${isStream ? 'standard output' : to}: ${format.id} ${specVersion}, ${components} components${warned}\n`,
    );
    writeLosses(losses.list);
    return exitCodes.done;
  } finally {
    progress.end();
    await rm(draft, { force: true });
  }
}

function outputFormat(path: string, id: string | undefined): Format {
  const written = formats.filter(({ serialize }) => serialize !== undefined);
  if (id !== undefined) {
    const named = formatById(id);
    if (named === undefined || !written.includes(named))
      throw new UsageError(`"${id}" is not an output format: ${idsOf(written)}`);
    return named;
  }
  const name = basename(path).toLowerCase();
  const found = written.find(({ extension }) => name.endsWith(`.${extension}`));
  if (found !== undefined) return found;
  const ending = written.filter(({ extension }) => name.endsWith(`.${extension.split('.').at(-1)}`));
  const likely = ending.length > 0 ? ending : written;
  const what = path === standardStream ? 'Standard output' : `The name ${basename(path)}`;
  throw new UsageError(`${what} does not determine the format: use --to with one of ${idsOf(likely)}`);
}

const idsOf = (list: readonly Format[]): string => list.map(({ id }) => id).join(', ');

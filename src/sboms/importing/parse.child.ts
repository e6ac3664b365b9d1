import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { FormatError } from '../../formats/format.js';
import { detectFormat } from '../../formats/index.js';
import { decodeHead } from '../../formats/reading/text.js';
import { FileSource } from '../../platform/storage/file-source.js';
import { refusedExitCode, type ParseInput } from './parse-protocol.js';
import { StagingWriter } from './staging.js';

const flushAt = 64 * 1024;

/**
 * A process of its own: reads one uploaded file and writes the rows of its staging table to standard output. A refusal
 * is one line of JSON on standard error and exit code 3. It has no database, no network and no secret.
 */
async function main(): Promise<void> {
  const { path, limits } = JSON.parse(await text(process.stdin)) as ParseInput;
  const source = await FileSource.open(path);
  const format = detectFormat(decodeHead(await source.read(0, flushAt)));
  if (!format) throw new FormatError('unknown_format', 'This is no SBOM in a format that we know');
  const writer = new StagingWriter();
  let pending = '';
  for await (const events of format.parse(source, limits)) {
    for (const event of events) {
      pending += writer.rows(event);
      if (pending.length > flushAt) pending = await flush(pending);
    }
  }
  await flush(pending + writer.end(format.id));
  await source.close();
}

async function flush(rows: string): Promise<''> {
  if (!process.stdout.write(rows)) await once(process.stdout, 'drain');
  return '';
}

main().catch((error: unknown) => {
  if (error instanceof FormatError) {
    const { reason, message, place } = error;
    process.stderr.write(`${JSON.stringify({ reason, message, place })}\n`);
    process.exitCode = refusedExitCode;
  } else {
    process.stderr.write(String(error instanceof Error ? error.stack : error));
    process.exitCode = 1;
  }
});

import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { FormatError } from '../../formats/format.js';
import { openDocument } from '../../formats/containers/open-document.js';
import { detectFormat } from '../../formats/index.js';
import { FileSource } from '../../platform/storage/file-source.js';
import { refusedExitCode, type ParseInput } from './parse-protocol.js';
import { StagingWriter } from './staging.js';

const flushAt = 64 * 1024;

/**
 * A process of its own: reads one uploaded file and writes the rows of its staging table to standard output. A refusal
 * is one line of JSON on standard error and exit code 3. It has no database, no network and no secret.
 */
async function main(): Promise<void> {
  const { path, spillFolder, limits } = JSON.parse(await text(process.stdin)) as ParseInput;
  const { source, head } = await openDocument(await FileSource.open(path), {
    limits,
    spill: (bytes) => spillInto(spillFolder, bytes),
    isKnown: (start) => detectFormat(start) !== undefined,
  });
  const format = detectFormat(head);
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
}

async function spillInto(folder: string, bytes: AsyncIterable<Uint8Array>): Promise<FileSource> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  await pipeline(bytes, createWriteStream(path, { mode: 0o600 }));
  return FileSource.open(path);
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

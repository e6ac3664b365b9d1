import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { isSurelySbom } from '../../formats/index.js';
import { openDocument, type FindReader } from '../../formats/open-document.js';
import { FileSource } from '../../platform/storage/file-source.js';
import type { ParseInput } from './parse-protocol.js';
import { warmUp } from './warm-up.js';
import { runReader, writeRows } from './reader-process.js';

/**
 * Child process: parses one uploaded file and writes its staging rows to standard output. It has no database, no
 * network and no secrets.
 */
async function main(): Promise<void> {
  const input = text(process.stdin);
  await warmUp(input);
  const { path, fileName, spillFolder, limits, mappings } = JSON.parse(await input) as ParseInput;
  const file = await FileSource.open(path);
  const { format, decode } = await openDocument(file, {
    limits,
    fileName,
    others: findOtherReader,
    ...(mappings && { mappings }),
    spill: (bytes) => spillInto(spillFolder, bytes),
  });
  await writeRows(decode(), (writer) => writer.end(format.id));
  await file.close();
}

/** The readers of manifests are loaded only for what is no SBOM. */
const findOtherReader: FindReader = async (head, name) => {
  if (isSurelySbom(head, name)) return undefined;
  return (await import('../../manifests/manifest-reader.js')).findManifestReader(head, name);
};

async function spillInto(folder: string, bytes: AsyncIterable<Uint8Array>): Promise<FileSource> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  await pipeline(bytes, createWriteStream(path, { mode: 0o600 }));
  return FileSource.open(path);
}

runReader(main);

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
  const { path, fileName, spillFolder, limits, mappings, trustedKeys } = JSON.parse(await input) as ParseInput;
  const file = await FileSource.open(path);
  if (await isImageArchive(file, mappings)) return readImage(file, { name: fileName, folder: spillFolder, limits });
  const { format, decode } = await openDocument(file, {
    limits,
    fileName,
    others: findOtherReader,
    ...(mappings && { mappings }),
    ...(trustedKeys && { trustedKeys }),
    spill: (bytes) => spillInto(spillFolder, bytes),
  });
  await writeRows(decode(), (writer) => writer.end(format.id));
  await file.close();
}

/** Told by the first bytes, so that what reads images is loaded for archives only. */
async function isImageArchive(file: FileSource, mappings: ParseInput['mappings']): Promise<boolean> {
  const head = await file.read(0, 512);
  const isCompressed = head[0] === 0x1f && head[1] === 0x8b;
  const isTar = Buffer.from(head.subarray(257, 262)).toString('latin1') === 'ustar';
  return (isTar || isCompressed) && !mappings?.given && (await import('./image-archive.js')).isTarArchive(file);
}

async function readImage(
  file: FileSource,
  options: { name: string; folder: string; limits: ParseInput['limits'] },
): Promise<void> {
  const { readImageArchive } = await import('./image-archive.js');
  await writeRows(readImageArchive(file, options), (writer) => writer.end('container-image'));
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

import { createInflateRaw, crc32 } from 'node:zlib';
import yauzl, { type Entry } from 'yauzl';
import { FormatError, type ByteSource, type ParseLimits } from '../format.js';
import { checkUnpackedSize, inflate, type SizeLimits } from './bytes.js';

type ZipLimits = SizeLimits & Pick<ParseLimits, 'maxArchiveEntries'>;

/** The parts of a workbook repeat themselves (styles, empty cells); components per byte bound what a small one tells. */
const ratioFrom = 10 * 1024 * 1024;

const pieceSize = 64 * 1024;
const symbolicLink = 0xa000;

/** A file in a zip archive. Its name is a relative path without "..", with "/" between folders. */
export interface ZipEntry {
  readonly name: string;
  readonly packedSize: number;
  readonly size: number;
  /** The bytes, checked against the declared size and the CRC-32. May be called more than once. */
  stream(): AsyncIterable<Uint8Array>;
}

/**
 * The files of a zip archive (APPNOTE 6.3.10), without its directories. Nothing is unpacked before the whole directory
 * is judged.
 *
 * @param onSkippedLink is told of symbolic links, which are left out then
 * @throws FormatError `truncated`, `malformed`; `limit`, `ratio`: entries, declared sizes; `encrypted`; `invalid`:
 *   absolute names or "..", links, one name twice, files that lie over each other
 */
export async function openZip(
  source: ByteSource,
  given: ZipLimits,
  onSkippedLink?: (link: string) => void,
): Promise<ReadonlyMap<string, ZipEntry>> {
  const limits = { ratioFrom, ...given };
  const entries = new Map<string, ZipEntry>();
  let packed = 0;
  let unpacked = 0;
  try {
    const archive = await yauzl.fromRandomAccessReaderPromise(new SourceReader(source), source.size, {});
    if (archive.entryCount > limits.maxArchiveEntries) throw tooManyFilesError(limits);
    for await (const entry of archive.eachEntry()) {
      if (entry.fileName.endsWith('/')) continue;
      if (isLink(entry) && onSkippedLink) {
        onSkippedLink(shorten(entry.fileName));
        continue;
      }
      checkEntry(entry);
      if (entries.has(entry.fileName))
        throw invalidError(`The archive holds two files named "${shorten(entry.fileName)}"`);
      packed += entry.compressedSize;
      unpacked += entry.uncompressedSize;
      checkUnpackedSize(entry.compressedSize, entry.uncompressedSize, limits);
      entries.set(entry.fileName, zipEntry(source, entry, limits));
    }
  } catch (error) {
    throw error instanceof FormatError ? error : toFormatError(error);
  }
  if (packed > source.size) throw invalidError('The files of the archive lie over each other');
  checkUnpackedSize(packed, unpacked, limits);
  return entries;
}

function zipEntry(source: ByteSource, entry: Entry, limits: ZipLimits): ZipEntry {
  return {
    name: entry.fileName,
    packedSize: entry.compressedSize,
    size: entry.uncompressedSize,
    stream: () => verifyEntry(unpack(source, entry, limits), entry),
  };
}

async function* unpack(source: ByteSource, entry: Entry, limits: ZipLimits): AsyncIterable<Uint8Array> {
  const start = await findDataStart(source, entry);
  const packed = readRange(source, start, entry.compressedSize);
  if (entry.compressionMethod === 0) yield* packed;
  else yield* inflate(packed, createInflateRaw({ chunkSize: pieceSize }), limits);
}

/** The local header stands before the data; only its lengths are believed (APPNOTE 4.3.7). */
async function findDataStart(source: ByteSource, entry: Entry): Promise<number> {
  const header = Buffer.from(await source.read(entry.relativeOffsetOfLocalHeader, 30));
  if (header.length < 30 || header.readUInt32LE(0) !== 0x04034b50) {
    throw new FormatError('malformed', `"${shorten(entry.fileName)}" is not where the archive says`);
  }
  return entry.relativeOffsetOfLocalHeader + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
}

async function* readRange(source: ByteSource, start: number, length: number): AsyncGenerator<Uint8Array> {
  for (let offset = 0; offset < length; offset += pieceSize) {
    const wanted = Math.min(pieceSize, length - offset);
    const piece = await source.read(start + offset, wanted);
    if (piece.length < wanted) throw new FormatError('truncated', 'The archive ends too early');
    yield piece;
  }
}

/** Stops as soon as more comes than the directory declares, and compares the rest at the end. */
async function* verifyEntry(unpacked: AsyncIterable<Uint8Array>, entry: Entry): AsyncGenerator<Uint8Array> {
  let size = 0;
  let sum = 0;
  for await (const chunk of unpacked) {
    size += chunk.length;
    if (size > entry.uncompressedSize) {
      throw new FormatError('ratio', `"${shorten(entry.fileName)}" unpacks to more than the archive says`);
    }
    sum = crc32(chunk, sum);
    yield chunk;
  }
  if (size !== entry.uncompressedSize || sum !== entry.crc32) {
    throw new FormatError(
      'malformed',
      `"${shorten(entry.fileName)}" is damaged: its checksum or size is not as declared`,
    );
  }
}

function checkEntry(entry: Entry): void {
  const name = shorten(entry.fileName);
  if (entry.isEncrypted()) throw new FormatError('encrypted', `"${name}" is protected by a password`);
  if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8) {
    throw invalidError(
      `"${name}" is compressed by method ${entry.compressionMethod}; stored and deflated files are read`,
    );
  }
  if (isLink(entry)) throw invalidError(`"${name}" is a symbolic link`);
}

const isLink = ({ externalFileAttributes }: Entry): boolean =>
  ((externalFileAttributes >>> 16) & 0xf000) === symbolicLink;

/** yauzl calls it with the number of bytes read, as `fs.read` does; its types leave that out. */
type ReadCallback = (error: Error | null, bytesRead: number) => void;

/** Lets yauzl read the directory; the data is read by `pieces`. */
class SourceReader extends yauzl.RandomAccessReader {
  constructor(private readonly source: ByteSource) {
    super();
  }

  override read(...[buffer, offset, length, position, callback]: Parameters<yauzl.RandomAccessReader['read']>): void {
    this.source.read(position, length).then(
      (bytes) => {
        buffer.set(bytes, offset);
        (callback as ReadCallback)(null, bytes.length);
      },
      (error: Error) => callback(error),
    );
  }

  override close(callback: (error: Error | null) => void): void {
    callback(null);
  }
}

function toFormatError(error: unknown): unknown {
  if (!(error instanceof Error) || error.constructor !== Error || 'code' in error) return error;
  if (/^(?:End of central directory|unexpected EOF)/.test(error.message)) {
    return new FormatError('truncated', 'The archive has no directory at its end: it is cut off, or no zip archive');
  }
  if (/encryption/.test(error.message)) return new FormatError('encrypted', 'The archive is protected by a password');
  if (/^(?:absolute path|invalid relative path|invalid characters)/.test(error.message)) {
    return invalidError(`The archive holds a file with an unsafe name (${shorten(error.message)})`);
  }
  return new FormatError('malformed', `The archive is damaged: ${shorten(error.message)}`);
}

const invalidError = (message: string): FormatError => new FormatError('invalid', message);
const tooManyFilesError = (limits: ZipLimits): FormatError =>
  new FormatError('limit', `The archive holds more than ${limits.maxArchiveEntries} files`);
const shorten = (name: string): string => name.slice(0, 120);

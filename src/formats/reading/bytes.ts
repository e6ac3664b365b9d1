import { Readable, type Duplex } from 'node:stream';
import { isNativeError } from 'node:util/types';
import { type ByteSource, FormatError, type ParseLimits } from '../format.js';

const chunkLength = 64 * 1024;

/** A document in memory: an unpacked archive member, a small upload, a test. */
export function bytesSource(bytes: Uint8Array): ByteSource {
  return {
    size: bytes.length,
    async *stream() {
      for (let offset = 0; offset < bytes.length; offset += chunkLength)
        yield bytes.subarray(offset, offset + chunkLength);
    },
    read: (offset, length) => Promise.resolve(bytes.subarray(offset, offset + length)),
  };
}

/** Text as UTF-8. */
export const textSource = (text: string): ByteSource => bytesSource(Buffer.from(text, 'utf8'));

/** Writes bytes to a place from which they can be read more than once (a temporary file). The caller removes it. */
export type Spill = (bytes: AsyncIterable<Uint8Array>) => Promise<ByteSource>;

const maxBufferedBytes = 4 * 1024 * 1024;

/** Buffers bytes in memory, or passes them to `spill` once they exceed 4 MiB. */
export async function materialize(bytes: AsyncIterable<Uint8Array>, spill: Spill): Promise<ByteSource> {
  const buffered: Uint8Array[] = [];
  let size = 0;
  const iterator = bytes[Symbol.asyncIterator]();
  for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
    buffered.push(next.value);
    size += next.value.length;
    if (size > maxBufferedBytes) return spill(concatenate(buffered, iterator));
  }
  return bytesSource(Buffer.concat(buffered));
}

async function* concatenate(buffered: Uint8Array[], rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    while (buffered.length > 0) yield buffered.shift()!;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

export interface SizeLimits extends Pick<ParseLimits, 'maxBytes' | 'maxRatio'> {
  /** Unpacked bytes below which the ratio does not count; without it, it always does. */
  readonly ratioFrom?: number;
}

/** Counts the bytes before and after an inflater, and stops a decompression bomb. */
class SizeGuard {
  private packed = 0;
  private unpacked = 0;

  constructor(private readonly limits: SizeLimits) {}

  addPacked(bytes: number): void {
    this.packed += bytes;
  }

  addUnpacked(bytes: number): void {
    this.unpacked += bytes;
    checkUnpackedSize(this.packed, this.unpacked, this.limits);
  }
}

/** @throws FormatError `limit`, `ratio` */
export function checkUnpackedSize(packed: number, unpacked: number, limits: SizeLimits): void {
  if (unpacked > limits.maxBytes) {
    throw new FormatError('limit', `The file unpacks to more than the limit of ${limits.maxBytes} bytes`);
  }
  if (unpacked > (limits.ratioFrom ?? 0) && unpacked > packed * limits.maxRatio) {
    throw new FormatError('ratio', `The file unpacks to more than ${limits.maxRatio} times its size`);
  }
}

/**
 * Streams `packed` through `inflater` (of node:zlib, or one that throws FormatErrors) within the limits on size and
 * ratio.
 *
 * @throws FormatError `limit`, `ratio`, `truncated`, `malformed`
 */
export async function* inflate(
  packed: AsyncIterable<Uint8Array>,
  inflater: Duplex,
  limits: SizeLimits,
): AsyncGenerator<Uint8Array> {
  const sizes = new SizeGuard(limits);
  const input = Readable.from(countPacked(packed, sizes));
  input.on('error', (error) => inflater.destroy(error));
  input.pipe(inflater);
  try {
    for await (const chunk of inflater as AsyncIterable<Buffer>) {
      sizes.addUnpacked(chunk.length);
      yield chunk;
    }
  } catch (error) {
    throw isZlibError(error) ? toFormatError(error) : error;
  } finally {
    input.destroy();
    inflater.destroy();
  }
}

async function* countPacked(packed: AsyncIterable<Uint8Array>, sizes: SizeGuard): AsyncGenerator<Uint8Array> {
  for await (const chunk of packed) {
    sizes.addPacked(chunk.length);
    yield chunk;
  }
}

const isZlibError = (error: unknown): error is Error & { code: string } =>
  isNativeError(error) && 'code' in error && typeof error.code === 'string' && error.code.startsWith('Z_');

function toFormatError(error: Error & { code: string }): FormatError {
  if (error.code === 'Z_BUF_ERROR') return new FormatError('truncated', 'The compressed data is truncated');
  return new FormatError('malformed', `The compressed data is damaged: ${error.message}`);
}

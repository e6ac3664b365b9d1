import { Readable, type Duplex } from 'node:stream';
import { isNativeError } from 'node:util/types';
import { type ByteSource, FormatError, type ParseLimits } from '../format.js';

const pieceSize = 64 * 1024;

/** A document that is in memory already: an unpacked archive member, a small upload, a test. */
export function bytesSource(bytes: Uint8Array): ByteSource {
  return {
    size: bytes.length,
    async *stream() {
      for (let offset = 0; offset < bytes.length; offset += pieceSize) yield bytes.subarray(offset, offset + pieceSize);
    },
    read: (offset, length) => Promise.resolve(bytes.subarray(offset, offset + length)),
  };
}

/** The same for text, as UTF-8. */
export const textSource = (text: string): ByteSource => bytesSource(Buffer.from(text, 'utf8'));

/** Below this the ratio of unpacked to packed bytes is not looked at: a page of spaces is no bomb. */
const minSizeForRatio = 10 * 1024 * 1024;

/** Counts what goes into and comes out of an inflater, and stops a bomb. */
class SizeGuard {
  private packed = 0;
  private unpacked = 0;

  constructor(private readonly limits: Pick<ParseLimits, 'maxBytes' | 'maxRatio'>) {}

  addPacked(bytes: number): void {
    this.packed += bytes;
  }

  addUnpacked(bytes: number): void {
    this.unpacked += bytes;
    checkUnpackedSize(this.packed, this.unpacked, this.limits);
  }
}

/** @throws FormatError `limit`, `ratio` */
export function checkUnpackedSize(
  packed: number,
  unpacked: number,
  limits: Pick<ParseLimits, 'maxBytes' | 'maxRatio'>,
): void {
  if (unpacked > limits.maxBytes) {
    throw new FormatError('limit', `The file unpacks to more than the limit of ${limits.maxBytes} bytes`);
  }
  if (unpacked > minSizeForRatio && unpacked > packed * limits.maxRatio) {
    throw new FormatError('ratio', `The file unpacks to more than ${limits.maxRatio} times its size`);
  }
}

/**
 * The bytes that `inflater` (of node:zlib, or one that throws FormatErrors) makes of `packed`, with the limits on size and ratio kept while they flow.
 *
 * @throws FormatError `limit`, `ratio`, `truncated`, `malformed`
 */
export async function* inflate(
  packed: AsyncIterable<Uint8Array>,
  inflater: Duplex,
  limits: Pick<ParseLimits, 'maxBytes' | 'maxRatio'>,
): AsyncGenerator<Uint8Array> {
  const balance = new SizeGuard(limits);
  const input = Readable.from(countPacked(packed, balance));
  input.on('error', (error) => inflater.destroy(error));
  input.pipe(inflater);
  try {
    for await (const chunk of inflater as AsyncIterable<Buffer>) {
      balance.addUnpacked(chunk.length);
      yield chunk;
    }
  } catch (error) {
    throw isZlibError(error) ? toFormatError(error) : error;
  } finally {
    input.destroy();
    inflater.destroy();
  }
}

async function* countPacked(packed: AsyncIterable<Uint8Array>, balance: SizeGuard): AsyncGenerator<Uint8Array> {
  for await (const chunk of packed) {
    balance.addPacked(chunk.length);
    yield chunk;
  }
}

const isZlibError = (error: unknown): error is Error & { code: string } =>
  isNativeError(error) && 'code' in error && typeof error.code === 'string' && error.code.startsWith('Z_');

function toFormatError(error: Error & { code: string }): FormatError {
  if (error.code === 'Z_BUF_ERROR') return new FormatError('truncated', 'The compressed data ends too early');
  return new FormatError('malformed', `The compressed data is damaged: ${error.message}`);
}

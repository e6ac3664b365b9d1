import { Decompress } from 'fzstd';
import { Duplex, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import * as xz from 'xz-decompress';
import { FormatError } from '../../../formats/format.js';

/** Node finds no names in the library's bundle, and has all of it as the default export. */
const { XzReadableStream } = (xz as unknown as { default?: typeof xz }).default ?? xz;

export type Compression = 'gzip' | 'xz' | 'zstd';

/** For `inflate`; what the libraries throw of damaged data are FormatErrors of ours. */
export const inflaterOf: Readonly<Record<Compression, () => Duplex>> = {
  gzip: () => createGunzip(),
  xz: () => Duplex.from(unxz),
  zstd: () => Duplex.from(unzstd),
};

async function* unxz(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const web = Readable.toWeb(Readable.from(packed)) as ReadableStream<Uint8Array>;
  try {
    yield* new XzReadableStream(web) as unknown as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw xzError(error);
  }
}

/** The library's errors end in the number that xz-embedded gives them (enum xz_ret). */
function xzError(error: unknown): unknown {
  const code = error instanceof Error ? / failed with error code (\d+)$/.exec(error.message)?.[1] : undefined;
  if (code === undefined) return error;
  if (code === '8') return truncated();
  if (code === '4') return tooMuchMemory();
  return new FormatError('malformed', 'The compressed data is damaged, or no xz that is read');
}

/** Small enough that a bomb is seen before it has filled the memory: a block of 128 KiB may take 4 bytes. */
const zstdChunkSize = 512;

async function* unzstd(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let output: Uint8Array[] = [];
  const decoder = new Decompress((piece) => output.push(Uint8Array.from(piece)));
  const push = (piece: Uint8Array, isLast: boolean): Uint8Array[] => {
    output = [];
    try {
      decoder.push(piece, isLast);
    } catch (error) {
      throw zstdError(error);
    }
    return output;
  };
  for await (const chunk of packed)
    for (let at = 0; at < chunk.length; at += zstdChunkSize) yield* push(chunk.subarray(at, at + zstdChunkSize), false);
  yield* push(new Uint8Array(0), true);
}

/** What a damaged stream makes the library read or allocate beyond its tables is a TypeError or a RangeError. */
function zstdError(error: unknown): unknown {
  const message = error instanceof Error ? error.message : '';
  if (message === 'unexpected EOF') return truncated();
  if (message === 'window size too large (>2046MB)' || error instanceof RangeError) return tooMuchMemory();
  return new FormatError('malformed', 'The compressed data is damaged, or no Zstandard that is read');
}

const truncated = (): FormatError => new FormatError('truncated', 'The compressed data ends too early');
const tooMuchMemory = (): FormatError =>
  new FormatError('limit', 'The compressed data asks for more memory than unpacking may take');

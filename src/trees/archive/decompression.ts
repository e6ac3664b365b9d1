import { Decompress } from 'fzstd';
import { Duplex, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import * as xz from 'xz-decompress';
import { FormatError } from '../../formats/format.js';

/** Node detects no named exports in the bundle of the library. */
const { XzReadableStream } = (xz as unknown as { default?: typeof xz }).default ?? xz;

export type Compression = 'gzip' | 'xz' | 'zstd';

/** Streams for `inflate`. Errors of the libraries become FormatErrors. */
export const inflaterOf: Readonly<Record<Compression, () => Duplex>> = {
  gzip: () => createGunzip(),
  xz: () => Duplex.from(unxz),
  zstd: () => Duplex.from(unzstd),
};

async function* unxz(compressed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const web = Readable.toWeb(Readable.from(compressed)) as ReadableStream<Uint8Array>;
  try {
    yield* new XzReadableStream(web) as unknown as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw xzError(error);
  }
}

/** Errors of the library end with the code of xz-embedded (enum xz_ret). */
function xzError(error: unknown): unknown {
  const code = error instanceof Error ? / failed with error code (\d+)$/.exec(error.message)?.[1] : undefined;
  if (code === undefined) return error;
  if (code === '8') return truncated();
  if (code === '4') return tooMuchMemory();
  return new FormatError('malformed', 'The compressed data is damaged or not a supported xz format');
}

/** Small, so that a bomb is detected before it fills the memory: 4 bytes can hold a block of 128 KiB. */
const zstdChunkSize = 512;

async function* unzstd(compressed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
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
  for await (const chunk of compressed)
    for (let at = 0; at < chunk.length; at += zstdChunkSize) yield* push(chunk.subarray(at, at + zstdChunkSize), false);
  yield* push(new Uint8Array(0), true);
}

/** A damaged stream makes the library throw a TypeError or a RangeError. */
function zstdError(error: unknown): unknown {
  const message = error instanceof Error ? error.message : '';
  if (message === 'unexpected EOF') return truncated();
  if (message === 'window size too large (>2046MB)' || error instanceof RangeError) return tooMuchMemory();
  return new FormatError('malformed', 'The compressed data is damaged or not a supported Zstandard format');
}

const truncated = (): FormatError => new FormatError('truncated', 'The compressed data is truncated');
const tooMuchMemory = (): FormatError =>
  new FormatError('limit', 'The compressed data requires more memory than the limit');

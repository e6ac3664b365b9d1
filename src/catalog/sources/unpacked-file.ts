import { createReadStream, statSync } from 'node:fs';
import { Duplex, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { Decompress } from 'fzstd';
import { SchemaDrift } from './schema-drift.js';

export interface UnpackedFile {
  readonly bytes: Readable;
  /** Bytes of the file that were read so far. */
  readonly packedBytes: () => number;
  readonly packedTotal: number;
}

/** The content of a file packed with Zstandard where its name ends in `.zst`, and otherwise with gzip. */
export function unpackedFile(file: string): UnpackedFile {
  const packed = createReadStream(file);
  const bytes = packed.pipe(file.endsWith('.zst') ? Duplex.from(unzstd) : createGunzip());
  packed.on('error', (error) => bytes.destroy(error));
  bytes.on('close', () => packed.destroy());
  return { bytes, packedBytes: () => packed.bytesRead, packedTotal: statSync(file).size };
}

async function* unzstd(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let made: Uint8Array[] = [];
  const decoder = new Decompress((piece) => made.push(Uint8Array.from(piece)));
  const push = (piece: Uint8Array, isLast: boolean): Uint8Array[] => {
    made = [];
    try {
      decoder.push(piece, isLast);
    } catch (error) {
      throw new SchemaDrift('the Zstandard data is damaged or ends too early', { cause: error });
    }
    return made;
  };
  for await (const chunk of packed) yield* push(chunk, false);
  yield* push(new Uint8Array(0), true);
}

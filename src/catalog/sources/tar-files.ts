import { createReadStream, statSync } from 'node:fs';
import { Duplex, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip } from 'node:zlib';
import { Decompress } from 'fzstd';
import { extract } from 'tar-stream';
import { SchemaDrift } from './schema-drift.js';

export interface TarFile {
  readonly name: string;
  /** Bytes of its content. */
  readonly size: number;
  content(): Promise<string>;
  /** Its content piece by piece, for large ones; to be read before the next file. */
  texts(): AsyncIterable<string>;
}

/** The regular files of a tar archive packed with gzip or Zstandard (by the file's ending), one after the other. */
export async function* tarFiles(file: string, onBytes: (done: number, total: number) => void): AsyncIterable<TarFile> {
  const total = statSync(file).size;
  const raw = createReadStream(file);
  const unpacked = raw.pipe(file.endsWith('.zst') ? Duplex.from(unzstd) : createGunzip());
  const entries = extract();
  raw.on('error', (error) => unpacked.destroy(error));
  unpacked.on('error', (error) => entries.destroy(error));
  unpacked.pipe(entries as unknown as NodeJS.WritableStream);
  try {
    for await (const entry of entries) {
      const { type, name, size = 0 } = entry.header;
      if (type === 'file' || type === 'contiguous-file') {
        onBytes(raw.bytesRead, total);
        const stream = entry as unknown as Readable;
        yield {
          name,
          size,
          content: async () => (await buffer(stream)).toString('utf8'),
          texts: () => textsOf(stream),
        };
      }
      entry.resume();
    }
  } finally {
    raw.destroy();
    entries.destroy();
  }
}

async function* textsOf(stream: Readable): AsyncIterable<string> {
  const decoder = new StringDecoder('utf8');
  for await (const chunk of stream as AsyncIterable<Buffer>) yield decoder.write(chunk);
  yield decoder.end();
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

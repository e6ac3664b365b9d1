import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { StringDecoder } from 'node:string_decoder';
import { extract } from 'tar-stream';
import { unpackedFile } from './unpacked-file.js';

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
  const { bytes: unpacked, packedBytes, packedTotal } = unpackedFile(file);
  const entries = extract();
  unpacked.on('error', (error) => entries.destroy(error));
  unpacked.pipe(entries as unknown as NodeJS.WritableStream);
  try {
    for await (const entry of entries) {
      const { type, name, size = 0 } = entry.header;
      if (type === 'file' || type === 'contiguous-file') {
        onBytes(packedBytes(), packedTotal);
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
    unpacked.destroy();
    entries.destroy();
  }
}

async function* textsOf(stream: Readable): AsyncIterable<string> {
  const decoder = new StringDecoder('utf8');
  for await (const chunk of stream as AsyncIterable<Buffer>) yield decoder.write(chunk);
  yield decoder.end();
}

import { createReadStream, statSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip } from 'node:zlib';

const maxLineLength = 16 * 1024 * 1024;

/** Lines of a file in batches; a `.gz` file is decompressed. `onBytes` receives compressed bytes, read and total. */
export async function* linesOf(
  file: string,
  onBytes: (done: number, total: number) => void = () => undefined,
): AsyncIterable<string[]> {
  const total = statSync(file).size;
  const raw = createReadStream(file);
  const bytes = file.endsWith('.gz') ? raw.pipe(createGunzip()) : raw;
  raw.on('error', (error) => bytes.destroy(error));
  const decoder = new StringDecoder('utf8');
  let rest = '';
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    const lines = (rest + decoder.write(chunk)).split('\n');
    rest = lines.pop()!;
    if (rest.length > maxLineLength) throw new Error(`${file}: a line has more than ${maxLineLength} characters`);
    onBytes(raw.bytesRead, total);
    yield lines;
  }
  rest += decoder.end();
  if (rest !== '') yield [rest];
}

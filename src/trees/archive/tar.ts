import { Readable } from 'node:stream';
import { extract } from 'tar-stream';
import { FormatError, type ByteSource } from '../../formats/format.js';

/**
 * Passes on the regular files and links of a tar archive (POSIX pax, GNU) in order; devices are skipped.
 *
 * @throws FormatError `truncated`, `malformed`
 */
export async function readTar(
  source: ByteSource,
  onFile: (name: string, bytes: AsyncIterable<Uint8Array>) => Promise<void>,
  onLink: (name: string, target: string, isHard: boolean) => void,
): Promise<void> {
  const input = Readable.from(source.stream());
  const entries = extract();
  input.on('error', (error) => entries.destroy(error));
  input.pipe(entries as unknown as NodeJS.WritableStream);
  try {
    for await (const entry of entries) {
      const { type, name } = entry.header;
      if (type === 'file' || type === 'contiguous-file') await onFile(name, entry as AsyncIterable<Uint8Array>);
      else if (type === 'symlink' || type === 'link') onLink(name, entry.header.linkname ?? '', type === 'link');
      entry.resume();
    }
  } catch (error) {
    if (error instanceof FormatError) throw error;
    const message = error instanceof Error ? error.message : '';
    if (/unexpected end/i.test(message)) throw new FormatError('truncated', 'The tar archive is truncated');
    if (/header|checksum|pax|octal/i.test(message)) throw new FormatError('malformed', 'The tar archive is damaged');
    throw error;
  } finally {
    input.destroy();
    entries.destroy();
  }
}

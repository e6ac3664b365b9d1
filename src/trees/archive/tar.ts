import { Readable } from 'node:stream';
import { extract } from 'tar-stream';
import { FormatError, type ByteSource } from '../../formats/format.js';

/** What is done with the entries of a tar archive. */
interface TarVisitor {
  file(name: string, bytes: AsyncIterable<Uint8Array>): Promise<void>;
  link(name: string, target: string, isHard: boolean): void;
  /** Neither that nor a folder or device, such as a sparse file of GNU tar. */
  other(name: string): void;
}

/**
 * Passes on the regular files and links of a tar archive (POSIX pax, GNU) in order; devices are skipped.
 *
 * @throws FormatError `truncated`, `malformed`
 */
export async function readTar(source: ByteSource, to: TarVisitor): Promise<void> {
  const input = Readable.from(source.stream());
  const entries = extract();
  input.on('error', (error) => entries.destroy(error));
  input.pipe(entries as unknown as NodeJS.WritableStream);
  try {
    for await (const entry of entries) {
      const { type, name } = entry.header;
      if (type === 'file' || type === 'contiguous-file') await to.file(name, entry as AsyncIterable<Uint8Array>);
      else if (type === 'symlink' || type === 'link') to.link(name, entry.header.linkname ?? '', type === 'link');
      else if ((type as string | null) === null) to.other(name);
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

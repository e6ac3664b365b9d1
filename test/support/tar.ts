import { pack } from 'tar-stream';
import { bytesOf } from './zip.js';

/** A tar archive of these files. */
export async function tarOf(files: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const archive = pack();
  for (const [name, content] of Object.entries(files)) archive.entry({ name }, content);
  archive.finalize();
  return bytesOf(archive as unknown as AsyncIterable<Uint8Array>);
}

import { bytesSource } from '../../formats/reading/bytes.js';
import { FormatError, type ByteSource } from '../../formats/format.js';

const globalHeader = '!<arch>\n';
const memberHeaderSize = 60;
const maxMembers = 100;
const maxControlBytes = 64 * 1024 * 1024;

/** deb(5): an ar archive whose first member is `debian-binary`. */
export const debMagic = `${globalHeader}debian-binary`;

/**
 * The archive `control.tar` of a Debian package, compressed or not (deb(5)). The installed files are not read.
 *
 * @throws FormatError `truncated`, `malformed`, `limit`
 */
export async function debControl(source: ByteSource): Promise<{ name: string; bytes: AsyncIterable<Uint8Array> }> {
  let at = globalHeader.length;
  for (let members = 0; at < source.size && members < maxMembers; members += 1) {
    const header = Buffer.from(await source.read(at, memberHeaderSize)).toString('latin1');
    if (header.length < memberHeaderSize) throw new FormatError('truncated', 'The Debian package is truncated');
    const size = /^\d{1,10} *$/.test(header.slice(48, 58)) ? Number(header.slice(48, 58)) : NaN;
    if (Number.isNaN(size) || !header.endsWith('`\n'))
      throw new FormatError('malformed', 'The Debian package is damaged');
    const name = header.slice(0, 16).trimEnd().replace(/\/$/, '');
    if (/^control\.tar(?:\.[a-z0-9]+)?$/.test(name))
      return { name, bytes: await member(source, at + memberHeaderSize, size) };
    at += memberHeaderSize + size + (size % 2);
  }
  throw new FormatError('malformed', 'The Debian package has no control archive');
}

async function member(source: ByteSource, offset: number, size: number): Promise<AsyncIterable<Uint8Array>> {
  if (offset + size > source.size) throw new FormatError('truncated', 'The Debian package is truncated');
  if (size > maxControlBytes)
    throw new FormatError('limit', `The control archive is larger than ${maxControlBytes} bytes`);
  return bytesSource(await source.read(offset, size)).stream();
}

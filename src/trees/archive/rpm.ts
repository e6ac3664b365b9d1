import { FormatError, type ByteSource } from '../../formats/format.js';

const leadSize = 96;
const introSize = 16;
const indexEntrySize = 16;
/** Headers of packages with tens of thousands of files take some megabytes. */
const maxHeaderBytes = 64 * 1024 * 1024;

/**
 * The header section of an RPM package, without lead, signature and files (RPM package file format, versions 3 and 4).
 *
 * @throws FormatError `truncated`, `malformed`, `limit`
 */
export async function rpmHeader(source: ByteSource): Promise<Uint8Array> {
  const signature = await headerSize(source, leadSize);
  const start = leadSize + Math.ceil(signature / 8) * 8;
  const size = await headerSize(source, start);
  if (start + size > source.size) throw new FormatError('truncated', 'The RPM package is truncated');
  return source.read(start, size);
}

async function headerSize(source: ByteSource, at: number): Promise<number> {
  const intro = Buffer.from(await source.read(at, introSize));
  if (intro.length < introSize) throw new FormatError('truncated', 'The RPM package is truncated');
  if (intro.readUInt32BE(0) !== 0x8eade801) throw new FormatError('malformed', 'The RPM package is damaged');
  const size = introSize + intro.readUInt32BE(8) * indexEntrySize + intro.readUInt32BE(12);
  if (size > maxHeaderBytes)
    throw new FormatError('limit', `The RPM package’s header is larger than ${maxHeaderBytes} bytes`);
  return size;
}

import type { ByteSource } from '../../formats/format.js';
import { FormatError } from '../../formats/format.js';
import type { Section } from './section.js';

/** SHA-256 of ".net core bundle", which follows the place of the header (dotnet/runtime, bundle_marker.cpp). */
const marker = Buffer.from('8b1202b96a612038727b930214d7a03213f5b9e6efae3318ee3b2dce24b36aae', 'hex');
const placeSize = 8;
/** The data of the loader itself. */
const searchedSize = 16 * 1024 * 1024;
const maxDepsSize = 16 * 1024 * 1024;
const maxIdLength = 127;

const damaged = (): FormatError => new FormatError('malformed', 'The bundle of .NET in the program is damaged');

/** The `deps.json` of a single-file program of .NET (5 and later); null where it is none. @throws FormatError */
export async function bundledDeps(source: ByteSource, sections: readonly Section[]): Promise<Uint8Array | null> {
  const header = await headerPlace(source, sections);
  if (header === null) return null;
  if (header >= source.size) throw damaged();
  const bytes = Buffer.from(await source.read(header, 13 + maxIdLength + 16));
  if (bytes.length < 13) throw damaged();
  const major = bytes.readUInt32LE(0);
  if (major < 2)
    throw new FormatError('unsupported_version', 'It is a bundle of .NET Core 3, whose list of packages is not read; publish it with a later one, or send its deps.json'); // prettier-ignore
  // Then the number of files, and an id after its length.
  const at = 13 + bytes[12]!;
  if (bytes[12]! > maxIdLength || at + 16 > bytes.length) throw damaged();
  const [offset, size] = [Number(bytes.readBigInt64LE(at)), Number(bytes.readBigInt64LE(at + 8))];
  if (size === 0) throw new FormatError('malformed', 'The bundle of .NET in the program has no deps.json');
  if (size < 0 || size > maxDepsSize || offset < 0 || offset + size > source.size) throw damaged();
  return source.read(offset, size);
}

/** Zero in a loader that is no bundle. */
async function headerPlace(source: ByteSource, sections: readonly Section[]): Promise<number | null> {
  for (const { offset, size } of sections.filter(({ name }) => name === '.data')) {
    const bytes = Buffer.from(await source.read(offset, Math.min(size, searchedSize)));
    const at = bytes.indexOf(marker);
    if (at < placeSize) continue;
    const place = Number(bytes.readBigInt64LE(at - placeSize));
    return place > 0 ? place : null;
  }
  return null;
}

import type { ByteSource } from '../../formats/format.js';
import type { Section } from './section.js';

const universal = 0xcafebabe;
/** More kinds of processor than there are; the same number in a class of Java is its version, from 45. */
const maxArchitectures = 30;
const maxCommands = 10_000;
const maxCommandsSize = 4 * 1024 * 1024;

/** Sizes and places in a segment of 32 and of 64 bits (mach-o/loader.h). */
const layouts = {
  narrow: { magic: 0xfeedface, header: 28, command: 0x1, sectionCount: 48, sections: 56, sectionSize: 68, size: 36, offset: 40 }, // prettier-ignore
  wide: { magic: 0xfeedfacf, header: 32, command: 0x19, sectionCount: 64, sections: 72, sectionSize: 80, size: 40, offset: 48 }, // prettier-ignore
} as const;

type Layout = (typeof layouts)['narrow' | 'wide'];

/** A program of macOS for one processor (all that run are little-endian), or for several. */
export function isMachO(head: Uint8Array): boolean {
  const bytes = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, 8));
  if (bytes.length < 8) return false;
  return layoutOf(bytes) !== undefined || (bytes.readUInt32BE(0) === universal && isCount(bytes.readUInt32BE(4)));
}

const isCount = (count: number): boolean => count > 0 && count <= maxArchitectures;

const layoutOf = (head: Buffer): Layout | undefined =>
  Object.values(layouts).find(({ magic }) => magic === head.readUInt32LE(0));

/** The sections of a Mach-O file, of the first processor where it is for several; null for a damaged one. */
export async function machOSections(source: ByteSource, head: Buffer): Promise<Section[] | null> {
  const start = head.readUInt32BE(0) === universal ? head.readUInt32BE(16) : 0;
  const header = start === 0 ? head : Buffer.from(await source.read(start, layouts.wide.header));
  const layout = header.length < layouts.wide.header ? undefined : layoutOf(header);
  const [count, size] = layout ? [header.readUInt32LE(16), header.readUInt32LE(20)] : [0, 0];
  if (!layout || count > maxCommands || size > maxCommandsSize) return null;
  const commands = Buffer.from(await source.read(start + layout.header, size));
  const sections: Section[] = [];
  for (let at = 0, index = 0; index < count && at + 8 <= commands.length; index += 1) {
    const length = commands.readUInt32LE(at + 4);
    if (length < 8 || at + length > commands.length) return null;
    if (commands.readUInt32LE(at) === layout.command) sections.push(...sectionsIn(commands.subarray(at, at + length), start, layout)); // prettier-ignore
    at += length;
  }
  return sections;
}

function* sectionsIn(segment: Buffer, start: number, layout: Layout): Iterable<Section> {
  if (segment.length < layout.sections) return;
  const count = segment.readUInt32LE(layout.sectionCount);
  const wide = layout === layouts.wide;
  for (let index = 0; index < count; index += 1) {
    const at = layout.sections + index * layout.sectionSize;
    if (at + layout.sectionSize > segment.length) return;
    const name = segment.toString('latin1', at, at + 16).replace(/\0[^]*$/, '');
    const size = wide ? Number(segment.readBigUInt64LE(at + layout.size)) : segment.readUInt32LE(at + layout.size);
    yield { name: named(name), size, offset: start + segment.readUInt32LE(at + layout.offset) };
  }
}

/** By the names of the other formats. */
const named = (name: string): string => name.replace(/^__go_buildinfo$/, '.go.buildinfo').replace(/^__data$/, '.data');

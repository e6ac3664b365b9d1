import type { ByteSource } from '../../formats/format.js';
import { isMachO, machOSections } from './mach-o.js';
import type { Section } from './section.js';

/** More than any linker writes. */
const maxSections = 10_000;
const maxNamesSize = 1024 * 1024;

/**
 * The sections of an ELF file (System V ABI), a PE file (Microsoft, "PE Format") or a Mach-O file; null for any other, or
 * a damaged one.
 */
export async function sectionsOf(source: ByteSource): Promise<readonly Section[] | null> {
  const head = Buffer.from(await source.read(0, 4096));
  if (head.length < 64) return null;
  return (
    (await allSections(source, head))?.filter(({ offset, size }) => size > 0 && offset + size <= source.size) ?? null
  );
}

async function allSections(source: ByteSource, head: Buffer): Promise<Section[] | null> {
  if (head.readUInt32BE(0) === 0x7f454c46) return elf(source, head);
  if (head.readUInt16BE(0) === 0x4d5a) return pe(head);
  return isMachO(head) ? machOSections(source, head) : null;
}

async function elf(source: ByteSource, head: Buffer): Promise<Section[] | null> {
  const is64 = head[4] === 2;
  const isLittle = head[5] === 1;
  const u16 = (from: Buffer, at: number): number => (isLittle ? from.readUInt16LE(at) : from.readUInt16BE(at));
  const u32 = (from: Buffer, at: number): number => (isLittle ? from.readUInt32LE(at) : from.readUInt32BE(at));
  const word = (from: Buffer, at: number): number =>
    is64 ? Number(isLittle ? from.readBigUInt64LE(at) : from.readBigUInt64BE(at)) : u32(from, at);
  const [start, size, count, names] = is64
    ? [word(head, 40), u16(head, 58), u16(head, 60), u16(head, 62)]
    : [word(head, 32), u16(head, 46), u16(head, 48), u16(head, 50)];
  if (size !== (is64 ? 64 : 40) || count > maxSections || start + size * count > source.size) return null;
  const table = Buffer.from(await source.read(start, size * count));
  if (table.length < size * count) return null;
  const entries = Array.from({ length: count }, (_, index) => {
    const at = index * size;
    const [offset, length] = is64 ? [word(table, at + 24), word(table, at + 32)] : [word(table, at + 16), word(table, at + 20)]; // prettier-ignore
    return { name: u32(table, at), offset, size: length };
  });
  const strings = entries[names];
  if (!strings || strings.size > maxNamesSize) return null;
  const text = Buffer.from(await source.read(strings.offset, strings.size));
  return entries.map(({ name, ...place }) => ({ name: textAt(text, name), ...place }));
}

function textAt(bytes: Buffer, start: number): string {
  const text = bytes.subarray(start, start + 201);
  const end = text.indexOf(0);
  return end < 0 ? '' : text.toString('latin1', 0, end);
}

function pe(head: Buffer): Section[] | null {
  const at = head.readUInt32LE(60);
  if (at + 24 > head.length || head.toString('latin1', at, at + 4) !== 'PE\0\0') return null;
  const start = at + 24 + head.readUInt16LE(at + 20);
  return Array.from({ length: head.readUInt16LE(at + 6) }, (_, index) => start + index * 40)
    .filter((entry) => entry + 40 <= head.length)
    .map((entry) => ({
      name: textAt(Buffer.concat([head.subarray(entry, entry + 8), Buffer.alloc(1)]), 0),
      offset: head.readUInt32LE(entry + 20),
      size: head.readUInt32LE(entry + 16),
    }));
}

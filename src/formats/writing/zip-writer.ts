import type { DeflatedText } from './deflated-text.js';

interface Entry {
  readonly name: string;
  readonly crc: number;
  readonly size: number;
  readonly packedSize: number;
  readonly offset: number;
}

const maxUint32 = 0xffffffff;
const deflated = 8;
/** Sizes and CRC follow the data, and the name is UTF-8 (APPNOTE 6.3.10, 4.4.4). */
const flags = 0x0808;
/** The first moment that there is: the bytes depend on nothing but the content. */
const time = 0;
const date = (1 << 5) | 1;
/** Made on Unix, after version 4.5 of the specification; a file that its owner may write and all may read. */
const madeBy = (3 << 8) | 45;
const externalAttributes = 0o100644 * 0x10000;

/** A zip archive as a stream of bytes (PKWARE APPNOTE 6.3.10), with the larger fields (Zip64) where numbers need them. */
export class ZipWriter {
  private readonly entries: Entry[] = [];
  private offset = 0;

  /** The next file. What `filling` adds to the text, step by step, goes out as it is packed. */
  async *file(name: string, text: DeflatedText, filling: AsyncIterable<unknown> | []): AsyncIterable<Uint8Array> {
    const { offset } = this;
    yield this.out(localHeader(name));
    const start = this.offset;
    for await (const _ of filling) for await (const block of text.take('first')) yield this.out(block);
    text.end();
    for await (const block of text.take('all')) yield this.out(block);
    const entry = { name, crc: text.crc, size: text.size, packedSize: this.offset - start, offset };
    this.entries.push(entry);
    yield this.out(descriptor(entry));
  }

  /** What comes after the last file: the directory. */
  end(): Uint8Array {
    const directory = Buffer.concat(this.entries.map(directoryEntry));
    return Buffer.concat([directory, endRecords(this.entries.length, directory.length, this.offset)]);
  }

  private out(bytes: Uint8Array): Uint8Array {
    this.offset += bytes.length;
    return bytes;
  }
}

/** 4.3.7. */
const localHeader = (name: string): Buffer =>
  Buffer.concat([
    record([4, 0x04034b50], [2, 20], ...common, [4, 0], [4, 0], [4, 0], [2, Buffer.byteLength(name)], [2, 0]),
    Buffer.from(name),
  ]);

/** 4.3.9. */
function descriptor({ crc, size, packedSize }: Entry): Buffer {
  const length = Math.max(size, packedSize) >= maxUint32 ? 8 : 4;
  return record([4, 0x08074b50], [4, crc], [length, packedSize], [length, size]);
}

/** 4.3.12; what is too large for its field stands in an extra field (4.5.3). */
export function directoryEntry({ name, crc, size, packedSize, offset }: Entry): Buffer {
  const large = [size, packedSize, offset].filter((number) => number >= maxUint32);
  const extra = record(...large.map((number): Field => [8, number]));
  const extraHead = large.length > 0 ? record([2, 1], [2, extra.length]) : record();
  return Buffer.concat([
    record([4, 0x02014b50], [2, madeBy], [2, large.length > 0 ? 45 : 20], ...common, [4, crc]),
    record([4, Math.min(packedSize, maxUint32)], [4, Math.min(size, maxUint32)], [2, Buffer.byteLength(name)]),
    record(
      [2, extraHead.length + extra.length],
      [2, 0],
      [2, 0],
      [2, 0],
      [4, externalAttributes],
      [4, Math.min(offset, maxUint32)],
    ),
    Buffer.from(name),
    extraHead,
    extra,
  ]);
}

/** 4.3.14 to 4.3.16. */
export function endRecords(count: number, length: number, offset: number): Buffer {
  const large = [
    record([4, 0x06064b50], [8, 44], [2, madeBy], [2, 45], [4, 0], [4, 0], [8, count], [8, count]),
    record([8, length], [8, offset], [4, 0x07064b50], [4, 0], [8, offset + length], [4, 1]),
  ];
  const end = record(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, count],
    [2, count],
    [4, length],
    [4, Math.min(offset, maxUint32)],
  );
  return Buffer.concat([...(offset >= maxUint32 ? large : []), end, record([2, 0])]);
}

/** A number and its length in bytes. */
type Field = readonly [length: 2 | 4 | 8, value: number];

const common: readonly Field[] = [
  [2, flags],
  [2, deflated],
  [2, time],
  [2, date],
];

/** Numbers one after the other, each from its lowest byte on. */
function record(...fields: readonly Field[]): Buffer {
  const bytes = Buffer.alloc(fields.reduce((sum, [length]) => sum + length, 0));
  let at = 0;
  for (const [length, value] of fields) {
    if (length === 8) bytes.writeBigUInt64LE(BigInt(value), at);
    else bytes.writeUIntLE(value, at, length);
    at += length;
  }
  return bytes;
}

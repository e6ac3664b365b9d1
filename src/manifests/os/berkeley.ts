import { FormatError } from '../../formats/format.js';

const hashMagic = 0x061561;
const pageHeaderSize = 26;
/** Types of pages (db_page.h); those of free pages and of the table of buckets hold no entry. */
const pageTypes = { unsortedHash: 2, overflow: 7, hash: 13 };
/** Types of items on a page of a hash. */
const itemTypes = { inPlace: 1, onOverflowPages: 3 };
const offPageItemSize = 12;

const damaged = (what: string): FormatError => new FormatError('malformed', `The package database is damaged: ${what}`);

/** The database of rpm before 4.16, as in CentOS 7 and RHEL 8: Berkeley DB by that name, whose entries are in a hash. */
export const isBerkeleyHash = (bytes: Buffer): boolean =>
  bytes.length >= 72 && (bytes.readUInt32LE(12) === hashMagic || bytes.readUInt32BE(12) === hashMagic);

/**
 * Header blobs of the table `Packages`: the values of all entries but the one that counts packages.
 * @throws FormatError `malformed`
 */
export function* berkeleyBlobs(bytes: Buffer): Iterable<Buffer> {
  if (!isBerkeleyHash(bytes)) throw damaged('it is no hash of Berkeley DB');
  const pages = new Pages(bytes);
  for (let page = 1; page < pages.count; page += 1) yield* pages.values(page);
}

class Pages {
  readonly count: number;
  private readonly size: number;
  private readonly isLittle: boolean;
  /** No two blobs share a page, so all of them together are no longer than the file. */
  private readonly seen = new Set<number>();

  constructor(private readonly bytes: Buffer) {
    this.isLittle = bytes.readUInt32LE(12) === hashMagic;
    this.size = this.u32(20);
    if (this.size < 512 || this.size > 65_536 || (this.size & (this.size - 1)) !== 0) throw damaged('its pages have no size'); // prettier-ignore
    if (bytes[24] !== 0) throw new FormatError('unsupported_version', 'The package database is encrypted');
    this.count = this.u32(32) + 1;
    if (this.count * this.size > bytes.length) throw damaged('it has more pages than bytes');
  }

  /** An even item is a key, the next one its value. */
  *values(page: number): Iterable<Buffer> {
    const start = page * this.size;
    const type = this.bytes[start + 25];
    if (type !== pageTypes.hash && type !== pageTypes.unsortedHash) return;
    const entries = this.u16(start + 20);
    if (pageHeaderSize + entries * 2 > this.size) throw damaged(`page ${page}`);
    for (let index = 1; index < entries; index += 2) {
      const key = this.item(page, index - 1);
      const isCounter = key[0] === itemTypes.inPlace && key.subarray(1).every((byte) => byte === 0);
      const value = isCounter ? null : this.value(this.item(page, index), page);
      if (value) yield value;
    }
  }

  /** Items are written from the end of a page on. */
  private item(page: number, index: number): Buffer {
    const start = page * this.size;
    const offsetOf = (of: number): number => (of < 0 ? this.size : this.u16(start + pageHeaderSize + of * 2));
    const [from, to] = [offsetOf(index), offsetOf(index - 1)];
    if (from < pageHeaderSize || from >= to || to > this.size) throw damaged(`page ${page}`);
    return this.bytes.subarray(start + from, start + to);
  }

  private value(item: Buffer, page: number): Buffer {
    if (item[0] === itemTypes.inPlace) return item.subarray(1);
    if (item[0] !== itemTypes.onOverflowPages || item.length < offPageItemSize) throw damaged(`page ${page}`);
    const at = item.byteOffset - this.bytes.byteOffset;
    const [first, length] = [this.u32(at + 4), this.u32(at + 8)];
    const parts: Buffer[] = [];
    let rest = length;
    for (let next = first; rest > 0; next = this.u32(next * this.size + 16)) {
      const start = next * this.size;
      if (next === 0 || next >= this.count || this.seen.has(next) || this.bytes[start + 25] !== pageTypes.overflow) throw damaged(`page ${next}`); // prettier-ignore
      this.seen.add(next);
      const used = this.u16(start + 22);
      if (used === 0 || used > Math.min(rest, this.size - pageHeaderSize)) throw damaged(`page ${next}`);
      parts.push(this.bytes.subarray(start + pageHeaderSize, start + pageHeaderSize + used));
      rest -= used;
    }
    return Buffer.concat(parts);
  }

  private u16(at: number): number {
    return this.isLittle ? this.bytes.readUInt16LE(at) : this.bytes.readUInt16BE(at);
  }

  private u32(at: number): number {
    return this.isLittle ? this.bytes.readUInt32LE(at) : this.bytes.readUInt32BE(at);
  }
}

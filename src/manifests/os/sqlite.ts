import { FormatError } from '../../formats/format.js';

const magic = 'SQLite format 3\0';
const page = { leaf: 0x0d, interior: 0x05 };
const walMagic = [0x377f0682, 0x377f0683];
/** B-trees of any database that fits the limit of a manifest are flatter. */
const maxDepth = 20;

const damaged = (what: string): FormatError => new FormatError('malformed', `The SQLite database is damaged: ${what}`);

/** What of the file format of SQLite (sqlite.org/fileformat2.html) is needed to read whole tables. Every page is read once. */
export class SqliteFile {
  private readonly pageSize: number;
  private readonly usable: number;
  private readonly changed: ReadonlyMap<number, Buffer>;

  /**
   * @param wal the write-ahead log beside it, whose committed pages count
   * @throws FormatError `malformed`
   */
  constructor(
    private readonly bytes: Buffer,
    wal: Buffer | null = null,
  ) {
    if (bytes.length < 512 || bytes.toString('latin1', 0, 16) !== magic) throw damaged('it has no header');
    const size = bytes.readUInt16BE(16);
    this.pageSize = size === 1 ? 65_536 : size;
    if (this.pageSize < 512 || (this.pageSize & (this.pageSize - 1)) !== 0)
      throw damaged('its page size is no power of two from 512');
    if (bytes.readUInt32BE(56) > 1) throw new FormatError('malformed', 'The SQLite database is not in UTF-8');
    this.usable = this.pageSize - bytes[20]!;
    this.changed = wal ? committedPages(wal, this.pageSize) : new Map();
  }

  /** Values of each row of a table; null where there is no such table. @throws FormatError `malformed` */
  table(name: string): Iterable<SqliteValue[]> | null {
    for (const [type, , table, root] of this.rowsAt(1))
      if (type === 'table' && table === name && typeof root === 'number') return this.rowsAt(root);
    return null;
  }

  private *rowsAt(root: number): Iterable<SqliteValue[]> {
    const seen = new Set<number>();
    const open: [number: number, depth: number][] = [[root, 0]];
    for (let next = open.pop(); next; next = open.pop()) {
      const [number, depth] = next;
      if (seen.has(number) || depth > maxDepth) throw damaged('its pages form a circle');
      seen.add(number);
      const bytes = this.page(number);
      const start = number === 1 ? 100 : 0;
      const type = bytes[start];
      const cells = bytes.readUInt16BE(start + 3);
      const first = start + (type === page.interior ? 12 : 8);
      if ((type !== page.interior && type !== page.leaf) || first + cells * 2 > bytes.length) throw damaged(`page ${number}`); // prettier-ignore
      const offsets = Array.from({ length: cells }, (_, index) => bytes.readUInt16BE(first + index * 2));
      if (type === page.leaf) for (const offset of offsets) yield this.row(bytes, offset, seen);
      else {
        const children = offsets.map((offset) => (offset + 4 > bytes.length ? 0 : bytes.readUInt32BE(offset)));
        for (const child of [...children, bytes.readUInt32BE(start + 8)].reverse()) open.push([child, depth + 1]);
      }
    }
  }

  private page(number: number): Buffer {
    const changed = this.changed.get(number);
    if (changed) return changed;
    const start = (number - 1) * this.pageSize;
    if (number < 1 || start + this.pageSize > this.bytes.length) throw damaged(`it has no page ${number}`);
    return this.bytes.subarray(start, start + this.pageSize);
  }

  private row(bytes: Buffer, offset: number, seen: Set<number>): SqliteValue[] {
    const [size, afterSize] = varint(bytes, offset);
    const [, start] = varint(bytes, afterSize);
    const maxLocal = this.usable - 35;
    if (size <= maxLocal) return valuesOf(within(bytes, start, size));
    const minLocal = Math.floor(((this.usable - 12) * 32) / 255) - 23;
    const wanted = minLocal + ((size - minLocal) % (this.usable - 4));
    const local = wanted <= maxLocal ? wanted : minLocal;
    const pieces = [within(bytes, start, local)];
    let next = within(bytes, start + local, 4).readUInt32BE(0);
    for (let left = size - local; left > 0; left -= this.usable - 4) {
      if (seen.has(next)) throw damaged('its pages form a circle');
      seen.add(next);
      const overflow = this.page(next);
      pieces.push(overflow.subarray(4, 4 + Math.min(left, this.usable - 4)));
      next = overflow.readUInt32BE(0);
    }
    return valuesOf(Buffer.concat(pieces));
  }
}

/** Integers above 48 bits and real numbers are null: no table that is read here has them. */
export type SqliteValue = number | string | Buffer | null;

function within(bytes: Buffer, start: number, size: number): Buffer {
  if (start + size > bytes.length) throw damaged('a row leads out of its page');
  return bytes.subarray(start, start + size);
}

/** A number of up to 9 bytes, and where it ends; larger than any file counts as damage. */
function varint(bytes: Buffer, start: number): [value: number, end: number] {
  let value = 0;
  for (let at = start; at < start + 8; at += 1) {
    const byte = bytes[at];
    if (byte === undefined) break;
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) return [value, at + 1];
    if (value > Number.MAX_SAFE_INTEGER / 128) break;
  }
  throw damaged('a number is too large, or cut off');
}

const integerSizes = [0, 1, 2, 3, 4, 6];

function valuesOf(record: Buffer): SqliteValue[] {
  const [headerSize, afterSize] = varint(record, 0);
  if (headerSize > record.length) throw damaged('a row is shorter than its header');
  const values: SqliteValue[] = [];
  let at = headerSize;
  for (let cursor = afterSize; cursor < headerSize;) {
    const [type, next] = varint(record, cursor);
    cursor = next;
    const size = type >= 12 ? Math.floor((type - 12) / 2) : (integerSizes[type] ?? (type < 8 ? 8 : 0));
    const bytes = within(record, at, size);
    at += size;
    if (type >= 12) values.push(type % 2 === 0 ? bytes : bytes.toString('utf8'));
    else if (type === 8 || type === 9) values.push(type - 8);
    else values.push(type >= 1 && type <= 5 ? bytes.readIntBE(0, size) : null);
  }
  return values;
}

/** Pages of the log up to its last commit. Frames of an earlier use of the file have other salts. */
function committedPages(wal: Buffer, pageSize: number): ReadonlyMap<number, Buffer> {
  const committed = new Map<number, Buffer>();
  if (wal.length < 32 || !walMagic.includes(wal.readUInt32BE(0)) || wal.readUInt32BE(8) !== pageSize) return committed;
  const salts = wal.subarray(16, 24);
  let open = new Map<number, Buffer>();
  for (let at = 32; at + 24 + pageSize <= wal.length; at += 24 + pageSize) {
    if (!wal.subarray(at + 8, at + 16).equals(salts)) break;
    open.set(wal.readUInt32BE(at), wal.subarray(at + 24, at + 24 + pageSize));
    if (wal.readUInt32BE(at + 4) === 0) continue;
    for (const [number, bytes] of open) committed.set(number, bytes);
    open = new Map();
  }
  return committed;
}

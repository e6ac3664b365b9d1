/** Writes old Excel workbooks (BIFF8 in a compound file) record by record, for tests and for faulty documents. */

const sectorLength = 512;
const endOfChain = 0xfffffffe;
const free = 0xffffffff;

/** Numbers of two bytes each. */
export function words(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  values.forEach((value, i) => bytes.writeUInt16LE(value, i * 2));
  return bytes;
}

export function dword(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

export function double(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return bytes;
}

export const record = (type: number, ...parts: readonly Uint8Array[]): Buffer => {
  const data = Buffer.concat(parts);
  return Buffer.concat([words(type, data.length), data]);
};

/** Characters of one byte where they fit, else of two. */
export const characters = (text: string): { readonly flag: number; readonly bytes: Buffer } =>
  /^[\0-\xff]*$/.test(text)
    ? { flag: 0, bytes: Buffer.from(text, 'latin1') }
    : { flag: 1, bytes: Buffer.from(text, 'utf16le') };

/** A text with a length of two bytes. */
export function textField(text: string): Buffer {
  const { flag, bytes } = characters(text);
  return Buffer.concat([words(text.length), Buffer.from([flag]), bytes]);
}

export const bof = (kind: number, version = 0x0600): Buffer =>
  record(0x0809, words(version, kind, 0, 0), dword(0), dword(0));
export const eof = record(0x000a);

/** The table of strings in one record, or the records given. */
export const sharedStrings = (strings: readonly string[]): Buffer =>
  record(0x00fc, dword(strings.length), dword(strings.length), ...strings.map(textField));

export const labelSst = (row: number, column: number, index: number, style = 0): Buffer =>
  record(0x00fd, words(row, column, style), dword(index));
export const label = (row: number, column: number, text: string): Buffer =>
  record(0x0204, words(row, column, 0), textField(text));
export const number = (row: number, column: number, value: number, style = 0): Buffer =>
  record(0x0203, words(row, column, style), double(value));

/** The rows as records LABEL. */
export const labels = (rows: readonly (readonly string[])[]): Buffer[] =>
  rows.flatMap((cells, row) => cells.flatMap((text, column) => (text === '' ? [] : [label(row, column, text)])));

/** Ranges as first row, last row, first column, last column. */
export const mergedCells = (...ranges: readonly (readonly [number, number, number, number])[]): Buffer =>
  record(0x00e5, words(ranges.length), ...ranges.map((range) => words(...range)));

export interface XlsSheet {
  readonly name?: string;
  /** 1: hidden, 2: hidden from the menu too. */
  readonly hidden?: number;
  /** 0: a worksheet, 2: a chart. */
  readonly kind?: number;
  readonly records: readonly Buffer[];
}

/** The stream "Workbook"; `globals` stand behind the list of sheets. */
export function workbookStreamOf(sheets: readonly XlsSheet[], globals: readonly Buffer[] = []): Buffer {
  const parts = sheets.map(({ records }) => Buffer.concat([bof(0x10), ...records, eof]));
  const listOf = (starts: readonly number[]): Buffer[] =>
    sheets.map(({ name, hidden, kind }, i) => {
      const title = name ?? `Sheet${i + 1}`;
      const { flag, bytes } = characters(title);
      const head = Buffer.from([hidden ?? 0, kind ?? 0, title.length, flag]);
      return record(0x0085, dword(starts[i]!), head, bytes);
    });
  const headOf = (starts: readonly number[]): Buffer => Buffer.concat([bof(5), ...listOf(starts), ...globals, eof]);
  const starts: number[] = [];
  let at = headOf(sheets.map(() => 0)).length;
  for (const part of parts) {
    starts.push(at);
    at += part.length;
  }
  return Buffer.concat([headOf(starts), ...parts]);
}

export const xlsOf = (sheets: readonly XlsSheet[], globals: readonly Buffer[] = []): Buffer =>
  compoundFileOf({ Workbook: workbookStreamOf(sheets, globals) });

/** A list as Excel 2003 saved it. */
export const xlsList = (rows: readonly (readonly string[])[]): Buffer =>
  xlsOf([{ name: 'Components', records: labels(rows) }]);

interface DirectoryEntry {
  readonly name: string;
  readonly type: number;
  readonly right: number;
  readonly child: number;
  readonly start: number;
  readonly size: number;
}

function directoryEntry({ name, type, right, child, start, size }: DirectoryEntry): Buffer {
  const bytes = Buffer.alloc(128);
  bytes.write(name, 'utf16le');
  bytes.writeUInt16LE(name.length * 2 + 2, 64);
  bytes.set([type, 1], 66);
  [free, right, child].forEach((id, i) => bytes.writeUInt32LE(id, 68 + 4 * i));
  bytes.writeUInt32LE(start, 116);
  bytes.writeUInt32LE(size, 120);
  return bytes;
}

/** Puts contents into sectors and remembers which follows which. */
class Sectors {
  readonly contents: Buffer[] = [];
  readonly next: number[] = [];

  constructor(private readonly length: number) {}

  /** Returns the first sector. */
  add(bytes: Buffer): number {
    const start = this.next.length;
    if (bytes.length === 0) return endOfChain;
    const count = Math.ceil(bytes.length / this.length);
    this.contents.push(bytes, Buffer.alloc(count * this.length - bytes.length));
    for (let i = 1; i < count; i += 1) this.next.push(start + i);
    this.next.push(endOfChain);
    return start;
  }
}

/** A compound file of these streams; those below 4,096 bytes stand in the mini stream. */
export function compoundFileOf(streams: Readonly<Record<string, Buffer>>): Buffer {
  const sectors = new Sectors(sectorLength);
  const mini = new Sectors(64);
  const names = Object.keys(streams);
  const listed = names.map((name, i) => {
    const bytes = streams[name]!;
    const start = (bytes.length < 4_096 ? mini : sectors).add(bytes);
    return directoryEntry({
      name,
      type: 2,
      right: names[i + 1] ? i + 2 : free,
      child: free,
      start,
      size: bytes.length,
    });
  });
  const miniStream = Buffer.concat(mini.contents);
  const root = { name: 'Root Entry', type: 5, right: free, child: names.length > 0 ? 1 : free };
  const rootEntry = directoryEntry({ ...root, start: sectors.add(miniStream), size: miniStream.length });
  const directory = sectors.add(Buffer.concat([rootEntry, ...listed]));
  const miniTable = sectors.add(Buffer.concat(mini.next.map(dword)));
  return withTables(sectors, directory, miniTable);
}

function withTables(sectors: Sectors, directory: number, miniTable: number): Buffer {
  const perSector = sectorLength / 4;
  const contents = sectors.next.length;
  let tables = 0;
  let lists = 0;
  for (let before = -1; before !== tables;) {
    before = tables;
    tables = Math.ceil((contents + tables + lists) / perSector);
    lists = Math.max(0, Math.ceil((tables - 109) / (perSector - 1)));
  }
  const next = [...sectors.next, ...Array<number>(tables).fill(0xfffffffd), ...Array<number>(lists).fill(0xfffffffc)];
  while (next.length < tables * perSector) next.push(free);
  const numbers = Array.from({ length: tables }, (_, i) => contents + i);
  const header = Buffer.alloc(sectorLength);
  header.set(Buffer.from('d0cf11e0a1b11ae1', 'hex'));
  [0x3e, 3, 0xfffe, 9, 6].forEach((value, i) => header.writeUInt16LE(value, 24 + 2 * i));
  header.writeUInt32LE(tables, 44);
  header.writeUInt32LE(directory, 48);
  header.writeUInt32LE(4_096, 56);
  header.writeUInt32LE(miniTable, 60);
  header.writeUInt32LE(lists > 0 ? contents + tables : endOfChain, 68);
  header.writeUInt32LE(lists, 72);
  for (let i = 0; i < 109; i += 1) header.writeUInt32LE(numbers[i] ?? free, 76 + 4 * i);
  const listSectors = Array.from({ length: lists }, (_, list) => {
    const first = 109 + list * (perSector - 1);
    const own = Array.from({ length: perSector - 1 }, (__, i) => numbers[first + i] ?? free);
    return Buffer.concat([...own, list + 1 < lists ? contents + tables + list + 1 : endOfChain].map(dword));
  });
  return Buffer.concat([header, ...sectors.contents, ...next.map(dword), ...listSectors]);
}

import { FormatError, type ByteSource } from '../../format.js';

/** The first bytes of a compound file ([MS-CFB] 2.2). */
export const compoundSignature = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1] as const;

const headerLength = 512;
const headerFatSectors = 109;
const miniSectorLength = 64;
/** Streams below this length stand in the mini stream. */
const miniStreamCutoff = 4_096;
const endOfChain = 0xfffffffe;
const free = 0xffffffff;
const entryLength = 128;
const maxEntries = 16_384;
/** Sectors that follow one another are read together, up to this length. */
const pieceLength = 64 * 1024;

/** A stream of a compound file. */
export interface CompoundStream {
  readonly size: number;
  /** Its bytes from `offset` on, in pieces. */
  bytes(offset: number): AsyncIterable<Uint8Array>;
}

interface Entry {
  readonly name: string;
  readonly type: number;
  readonly left: number;
  readonly right: number;
  readonly child: number;
  readonly start: number;
  readonly size: number;
}

const streamType = 2;
const rootType = 5;

/**
 * A file of files, as Office wrote them until 2003 ([MS-CFB]). Held in memory: which sector follows which (1/128 of the
 * file) and the directory. What the file says of itself is bounded by its size: no count in it is believed.
 */
export class CompoundFile {
  private readonly fat: Uint32Array;

  private constructor(
    private readonly source: ByteSource,
    private readonly header: DataView,
    private readonly sectorLength: number,
  ) {
    this.fat = new Uint32Array(Math.ceil((source.size - sectorLength) / sectorLength)).fill(free);
  }

  private entries: readonly Entry[] = [];

  /** @throws FormatError `malformed`, `truncated`, `limit` */
  static async open(source: ByteSource): Promise<CompoundFile> {
    const header = await source.read(0, headerLength);
    if (header.length < headerLength) throw cut();
    const view = viewOf(header);
    const shift = view.getUint16(30, true);
    if ((shift !== 9 && shift !== 12) || view.getUint16(28, true) !== 0xfffe || view.getUint16(32, true) !== 6)
      throw new FormatError('malformed', 'The header of the Office file is damaged');
    if (source.size <= 1 << shift) throw cut();
    const file = new CompoundFile(source, view, 1 << shift);
    await file.readFat();
    await file.readDirectory();
    return file;
  }

  /** Names of what stands at the top of the file: embedded files have streams of the same names further down. */
  get names(): readonly string[] {
    return this.topEntries().map(({ name }) => name);
  }

  /** The stream of that name at the top, whatever its case; undefined where there is none. */
  async stream(name: string): Promise<CompoundStream | undefined> {
    const entry = this.topEntries().find(
      (each) => each.type === streamType && each.name.toUpperCase() === name.toUpperCase(),
    );
    if (!entry) return undefined;
    if (entry.size < miniStreamCutoff) return this.miniStream(entry);
    const sectors = this.chain(entry.start, this.sectorCount(entry.size));
    return { size: entry.size, bytes: (offset) => this.read(sectors, offset, entry.size) };
  }

  private topEntries(): readonly Entry[] {
    const found: Entry[] = [];
    const seen = new Set<number>();
    const waiting = [this.entries[0]!.child];
    while (waiting.length > 0) {
      const id = waiting.pop()!;
      const entry = this.entries[id];
      if (!entry || seen.has(id)) continue;
      seen.add(id);
      found.push(entry);
      waiting.push(entry.left, entry.right);
    }
    return found;
  }

  /** Only as many sectors of the table are read as the file can need, so that a loop in their list ends. */
  private async readFat(): Promise<void> {
    const perSector = this.sectorLength / 4;
    const needed = Math.ceil(this.fat.length / perSector);
    const listed: number[] = [];
    for (let i = 0; i < headerFatSectors && listed.length < needed; i += 1)
      listed.push(this.header.getUint32(76 + 4 * i, true));
    for (let next = this.header.getUint32(68, true); listed.length < needed;) {
      if (next >= endOfChain) break;
      const table = await this.sector(next);
      for (let i = 0; i < perSector - 1 && listed.length < needed; i += 1) listed.push(table.getUint32(4 * i, true));
      next = table.getUint32(4 * (perSector - 1), true);
    }
    for (const [index, sector] of listed.entries()) {
      if (sector >= endOfChain) continue;
      const table = await this.sector(sector);
      const first = index * perSector;
      for (let i = 0; i < perSector && first + i < this.fat.length; i += 1)
        this.fat[first + i] = table.getUint32(4 * i, true);
    }
  }

  private async readDirectory(): Promise<void> {
    const sectors = this.chain(this.header.getUint32(48, true));
    const perSector = this.sectorLength / entryLength;
    if (sectors.length * perSector > maxEntries)
      throw new FormatError('limit', `The Office file has more than ${maxEntries} parts`);
    const isLong = this.sectorLength > headerLength;
    const entries: Entry[] = [];
    for (const sector of sectors) {
      const view = await this.sector(sector);
      for (let i = 0; i < perSector; i += 1) entries.push(entryAt(view, i * entryLength, isLong));
    }
    this.entries = entries;
    if (entries[0]?.type !== rootType)
      throw new FormatError('malformed', 'The directory of the Office file is damaged');
  }

  /** A small stream: it is read whole. */
  private async miniStream({ start, size }: Entry): Promise<CompoundStream> {
    const root = this.entries[0]!;
    const sectors = this.chain(root.start, this.sectorCount(root.size));
    const table = this.chain(this.header.getUint32(60, true));
    const bytes = new Uint8Array(size);
    for (let at = 0, mini = start; at < size; at += miniSectorLength) {
      if ((mini + 1) * miniSectorLength > sectors.length * this.sectorLength) throw cut();
      const offset = mini * miniSectorLength;
      const sector = await this.sector(sectors[Math.floor(offset / this.sectorLength)]!);
      const length = Math.min(miniSectorLength, size - at);
      const from = sector.byteOffset + (offset % this.sectorLength);
      bytes.set(new Uint8Array(sector.buffer, from, length), at);
      const place = mini * 4;
      const tableSector = table[Math.floor(place / this.sectorLength)];
      if (tableSector === undefined) throw cut();
      mini = (await this.sector(tableSector)).getUint32(place % this.sectorLength, true);
    }
    return {
      size,
      async *bytes(offset) {
        yield bytes.subarray(offset);
      },
    };
  }

  private sectorCount(size: number): number {
    const count = Math.ceil(size / this.sectorLength);
    if (count > this.fat.length) throw cut();
    return count;
  }

  /** The sectors from `start` on: to the end of the chain, or as many as a stream needs. */
  private chain(start: number, count?: number): Uint32Array {
    const sectors = new Uint32Array(count ?? this.fat.length);
    let length = 0;
    let sector = start;
    for (; length < sectors.length && sector !== endOfChain; sector = this.fat[sector]!) {
      if (sector >= this.fat.length) throw cut();
      sectors[length++] = sector;
    }
    if (count === undefined && sector !== endOfChain)
      throw new FormatError('malformed', 'The Office file is damaged: its sectors form a loop');
    if (count !== undefined && length < count) throw cut();
    return sectors.subarray(0, length);
  }

  private async *read(sectors: Uint32Array, offset: number, size: number): AsyncIterable<Uint8Array> {
    const { sectorLength } = this;
    for (let at = offset; at < size;) {
      const index = Math.floor(at / sectorLength);
      let last = index;
      while (sectors[last + 1] === sectors[last]! + 1 && (last + 1 - index) * sectorLength < pieceLength) last += 1;
      const length = Math.min((last + 1) * sectorLength, size) - at;
      const bytes = await this.source.read((sectors[index]! + 1) * sectorLength + (at % sectorLength), length);
      if (bytes.length < length) throw cut();
      yield bytes;
      at += length;
    }
  }

  /** The last sector of a file may be shorter than it should be: the rest counts as zeros. */
  private async sector(index: number): Promise<DataView> {
    if (index >= this.fat.length) throw cut();
    const bytes = await this.source.read((index + 1) * this.sectorLength, this.sectorLength);
    if (bytes.length === this.sectorLength) return viewOf(bytes);
    const whole = new Uint8Array(this.sectorLength);
    whole.set(bytes);
    return viewOf(whole);
  }
}

function entryAt(view: DataView, at: number, isLong: boolean): Entry {
  const nameLength = Math.min(Math.max(view.getUint16(at + 64, true) - 2, 0), 62);
  const low = view.getUint32(at + 120, true);
  return {
    name: Buffer.from(view.buffer, view.byteOffset + at, nameLength).toString('utf16le'),
    type: view.getUint8(at + 66),
    left: view.getUint32(at + 68, true),
    right: view.getUint32(at + 72, true),
    child: view.getUint32(at + 76, true),
    start: view.getUint32(at + 116, true),
    // Files with short sectors may have anything in the upper half.
    size: isLong ? view.getUint32(at + 124, true) * 2 ** 32 + low : low,
  };
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const cut = (): FormatError => new FormatError('truncated', 'The Office file is cut: parts of it are missing');

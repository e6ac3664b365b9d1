import type { TableRow } from '../reading/stream-items.js';
import type { ComponentListReader } from '../shared/component-list/component-list-reader.js';
import { repeatsHeader } from '../shared/component-list/header-rows.js';
import { readBlockHeader, type Header } from '../shared/component-list/header.js';
import { TableReader } from './table-reader.js';

/** What names a component by itself: "pkg:npm/a@1", "lodash@4.17.21", "junit:junit:4.13". */
const identifier = /^(?:pkg|cpe):|[@:]v?\d/i;

/** The rows below the header of a list, where further blocks may follow, each with a header of its own. */
export class ListBlocks {
  private table: TableReader;
  /** A mapping is of one header. */
  private readonly isOneBlock: boolean;
  /** A row with one cell: it is the title of the block whose header may follow. */
  private title: TableRow | undefined;
  /** Such a row was a component in this block, so that others are too. */
  private hasBareNames = false;

  constructor(
    private readonly reader: ComponentListReader,
    private header: Header,
    private readonly fit: (row: TableRow, header: Header) => TableRow,
  ) {
    this.table = new TableReader(reader, header);
    this.isOneBlock =
      header.place === null || header.columns.some(({ source }) => source === 'mapping' || source === 'stored');
  }

  /** @param index of the row to add; those behind it are only looked at */
  add(rows: readonly TableRow[], index: number): void {
    const row = rows[index]!;
    if (this.isOneBlock) return this.table.add(this.fit(row, this.header));
    const filled = countFilled(row.cells);
    if (filled === 0) return this.table.add(this.fit(row, this.header));
    const found = filled > 1 ? readBlockHeader(rows, index) : undefined;
    const isRepeated = filled > 1 && repeatsHeader(row, this.header) && !(found && saysMore(found, this.header));
    const next = isRepeated ? undefined : found;
    if (isRepeated || next) this.leaveTitleOut();
    else this.addTitle();
    if (next) this.startBlock(next);
    else if (filled === 1 && this.mayBeTitle(row)) this.title = row;
    else if (!isRepeated) this.table.add(this.fit(row, this.header));
  }

  end(): void {
    this.addTitle();
    this.table.end();
  }

  private mayBeTitle({ cells }: TableRow): boolean {
    return this.header.columns.length > 1 && !this.hasBareNames && !cells.some((cell) => identifier.test(cell));
  }

  private startBlock(header: Header): void {
    this.table.end();
    this.header = header;
    this.hasBareNames = false;
    this.table = new TableReader(this.reader, header);
  }

  /** It was none. */
  private addTitle(): void {
    const row = this.title;
    this.title = undefined;
    if (!row) return;
    this.hasBareNames = true;
    this.table.add(this.fit(row, this.header));
  }

  private leaveTitleOut(): void {
    const row = this.title;
    this.title = undefined;
    const text = row?.cells.find((cell) => cell !== '') ?? '';
    if (row) this.reader.warn(row.place, `The row "${text.slice(0, 80)}" is a title over a header; it is left out`);
  }
}

/** "Name,Version,License" below "Name,Version" is no repetition. */
const saysMore = (one: Header, other: Header): boolean => countKnown(one) > countKnown(other);
const countKnown = ({ columns }: Header): number => columns.filter(({ kind }) => kind !== undefined).length;

function countFilled(cells: readonly string[]): number {
  let count = 0;
  for (const cell of cells) if (cell !== '') count += 1;
  return count;
}

import { FormatError, type ByteSource, type ParseLimits } from '../../format.js';
import { readText } from '../text.js';

const maxMerges = 100_000;
const pattern = /<(?:\w+:)?mergeCell\s+ref\s*=\s*["']([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})["']/g;
/** Longer than any such element: pieces of text overlap by it. */
const overlap = 200;

/** A range of merged cells. Rows count from 1, columns from 0. */
export interface MergedRange {
  readonly firstRow: number;
  readonly lastRow: number;
  readonly firstColumn: number;
  readonly lastColumn: number;
}

/** The cell at the top of a range that was merged over several rows, and how far down it reaches. */
interface Merge {
  readonly first: number;
  readonly last: number;
}

/**
 * What the rows of a sheet show where cells are merged downwards: the value stands in the first row only, but a person
 * sees it beside all of them. A file names its merged ranges behind the rows, so they are gathered beforehand.
 */
export class MergedCells {
  private readonly verticalByColumn = new Map<number, Merge[]>();
  private readonly activeByColumn = new Map<number, { merge: Merge; text: string }>();
  /** Ranges over several columns by their first row: the first column and the last. */
  private readonly horizontalByRow = new Map<number, (readonly [first: number, last: number])[]>();

  private count = 0;
  private isSorted = true;

  /** @throws FormatError `limit` */
  static async read(part: ByteSource, limits: ParseLimits, columnOf: (name: string) => number): Promise<MergedCells> {
    const merged = new MergedCells();
    let text = '';
    for await (const piece of readText(part, limits)) {
      text = text.slice(-overlap) + piece;
      if (!text.includes('mergeCell')) continue;
      let end = 0;
      for (const match of text.matchAll(pattern)) {
        end = match.index + match[0].length;
        const [, column = '', first, lastColumn = '', last] = match;
        merged.add({
          firstRow: Number(first),
          lastRow: Number(last),
          firstColumn: columnOf(column),
          lastColumn: columnOf(lastColumn),
        });
      }
      text = text.slice(end);
    }
    return merged;
  }

  /** @throws FormatError `limit` */
  add({ firstRow, lastRow, firstColumn, lastColumn }: MergedRange): void {
    if (++this.count > maxMerges) throw new FormatError('limit', `A sheet has more than ${maxMerges} merged ranges`);
    this.addVertical(firstColumn, { first: firstRow, last: lastRow });
    this.addHorizontal(firstRow, firstColumn, lastColumn);
    this.isSorted = false;
  }

  private addVertical(column: number, merge: Merge): void {
    if (merge.last <= merge.first) return;
    const others = this.verticalByColumn.get(column);
    if (others) others.push(merge);
    else this.verticalByColumn.set(column, [merge]);
  }

  private addHorizontal(row: number, first: number, last: number): void {
    if (last <= first) return;
    const others = this.horizontalByRow.get(row);
    if (others) others.push([first, last]);
    else this.horizontalByRow.set(row, [[first, last]]);
  }

  /** Where a row shows one cell only, merged with others beside it: the last column of them. */
  endOfOnlyCell(row: number, cells: readonly string[]): number | undefined {
    const ranges = this.horizontalByRow.get(row);
    if (ranges === undefined || cells.filter((cell) => cell !== '').length !== 1) return undefined;
    const column = cells.findIndex((cell) => cell !== '');
    return ranges.find(([first]) => first === column)?.[1];
  }

  /** Fills the empty cells of a row that ranges from above reach into. Rows are given in order, each once. */
  fill(row: number, cells: string[]): void {
    if (!this.isSorted) for (const merges of this.verticalByColumn.values()) merges.sort((a, b) => b.first - a.first);
    this.isSorted = true;
    for (const [column, waiting] of this.verticalByColumn) {
      while ((waiting.at(-1)?.first ?? Infinity) <= row) {
        const merge = waiting.pop()!;
        if (merge.first === row) this.activeByColumn.set(column, { merge, text: cells[column] ?? '' });
      }
      const above = this.activeByColumn.get(column);
      if (!above || above.merge.last < row || above.text === '' || (cells[column] ?? '') !== '') continue;
      while (cells.length < column) cells.push('');
      cells[column] = above.text;
    }
  }
}

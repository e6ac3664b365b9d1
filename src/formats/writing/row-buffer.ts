import { deflateRawSync, inflateRawSync } from 'node:zlib';

const blockLength = 256 * 1024;

/**
 * Keeps rows that come too early for a place further down in a file: compressed in memory, to a tenth or less of what
 * they take in the end.
 */
export class RowBuffer {
  private readonly blocks: Buffer[] = [];
  private openRows: string[] = [];
  private openLength = 0;

  add(cells: readonly unknown[]): void {
    const line = JSON.stringify(cells);
    this.openRows.push(line);
    this.openLength += line.length;
    if (this.openLength > blockLength) this.closeBlock();
  }

  /** The rows in batches, in the order in which they came. */
  *batches<Cell>(): Generator<Cell[][]> {
    this.closeBlock();
    for (const block of this.blocks) {
      yield inflateRawSync(block)
        .toString('utf8')
        .split('\n')
        .map((line) => JSON.parse(line) as Cell[]);
    }
  }

  private closeBlock(): void {
    if (this.openRows.length > 0) this.blocks.push(deflateRawSync(this.openRows.join('\n'), { level: 1 }));
    this.openRows = [];
    this.openLength = 0;
  }
}

import { deflateRawSync, inflateRawSync } from 'node:zlib';

const blockLength = 256 * 1024;

/**
 * Keeps rows that come too early for a place further down in a file: compressed in memory, to a tenth or less of what
 * they take in the end.
 */
export class RowSpool {
  private readonly blocks: Buffer[] = [];
  private open: string[] = [];
  private openLength = 0;

  add(cells: readonly unknown[]): void {
    const line = JSON.stringify(cells);
    this.open.push(line);
    this.openLength += line.length;
    if (this.openLength > blockLength) this.close();
  }

  /** The rows in batches, in the order in which they came. */
  *batches<Cell>(): Generator<Cell[][]> {
    this.close();
    for (const block of this.blocks) {
      yield inflateRawSync(block)
        .toString('utf8')
        .split('\n')
        .map((line) => JSON.parse(line) as Cell[]);
    }
  }

  private close(): void {
    if (this.open.length > 0) this.blocks.push(deflateRawSync(this.open.join('\n'), { level: 1 }));
    this.open = [];
    this.openLength = 0;
  }
}

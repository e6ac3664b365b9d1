import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import { type SheetHead, SheetXml, type WrittenCell } from './sheet-xml.js';

const deflate = promisify(deflateRaw);
const inflate = promisify<Uint8Array, Buffer>(inflateRaw);

const blockLength = 256 * 1024;
const maxPacking = 8;

/**
 * Keeps the rows of a sheet that come before its place in the workbook: as the XML that they are in the end, compressed
 * in memory by other threads.
 */
export class SheetSpool {
  private readonly rows: SheetXml;
  private readonly blocks: Promise<Buffer>[] = [];
  private open: string;

  constructor(head: SheetHead, onLoss: (what: string) => void) {
    this.rows = new SheetXml(head, onLoss);
    this.open = this.rows.start();
  }

  add(cells: readonly WrittenCell[]): void {
    this.open += this.rows.row(cells);
    if (this.open.length > blockLength) this.close();
  }

  /** To be awaited now and then: resolves when few rows are waiting to be compressed. */
  async hasRoom(): Promise<void> {
    await this.blocks.at(-maxPacking);
  }

  /** The sheet from its first byte to its last; once. */
  async *pieces(): AsyncIterable<Uint8Array> {
    this.open += this.rows.end();
    this.close();
    for (const block of this.blocks) yield await inflate(await block);
  }

  private close(): void {
    const block = deflate(this.open, { level: 1 });
    block.catch(() => undefined); // told by `pieces`, if they are still wanted
    this.blocks.push(block);
    this.open = '';
  }
}

import { PackedText } from './packed-text.js';
import { type SheetHead, SheetXml, type WrittenCell } from './sheet-xml.js';

/** Keeps the rows of a sheet that come before its place in the workbook, packed as they stand there in the end. */
export class SheetSpool {
  readonly text = new PackedText();
  private readonly rows: SheetXml;

  constructor(head: SheetHead, onLoss: (what: string) => void) {
    this.rows = new SheetXml(head, onLoss);
    this.text.add(this.rows.start());
  }

  add(cells: readonly WrittenCell[]): void {
    this.text.add(this.rows.row(cells));
  }

  /** After the last row. */
  end(): void {
    this.text.add(this.rows.end());
  }
}

import { DeflatedText } from './deflated-text.js';
import { type SheetHead, SheetXmlWriter, type WrittenCell } from './sheet-xml.js';

/** Keeps the rows of a sheet that come before its place in the workbook, packed as they stand there in the end. */
export class SheetBuffer {
  readonly text = new DeflatedText();
  private readonly rows: SheetXmlWriter;

  constructor(head: SheetHead, onLoss: (what: string) => void) {
    this.rows = new SheetXmlWriter(head, onLoss);
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

import type { BomWarning } from '../../model/document.js';
import type { TableRow } from './stream-items.js';

/** What Excel, Calc and Sheets show for an error, in the languages that have words of their own for it. */
const errorText =
  /^#(?:N\/A|N\/D|NV|¡?(?:REF|BEZUG|RIF|VALUE|VALUES|WERT|VALEUR|VALOR|VALORE|NULL|NUL|NULO|¡?NUM|ZAHL|NOMBRE|NÚM|SPILL|CALC|FIELD|BLOCKED|CONNECT|BUSY|UNKNOWN|DIV\/0|ERROR)!|¿?(?:NAME|NOM|NOMBRE|NOME)\?)$/i;

/** Counts cells that hold an error in place of a value: what they should say is not known. */
export class ErrorCells {
  private count = 0;
  private place = '';

  /** The row with empty cells for errors that stand there as text, as in a workbook that was saved as CSV. */
  take(row: TableRow): TableRow {
    const texts = row.cells.filter((cell) => isErrorText(cell)).length;
    const found = (row.errors ?? 0) + texts;
    if (found > 0) this.place ||= row.place;
    this.count += found;
    return texts === 0 ? row : { ...row, cells: row.cells.map((cell) => (isErrorText(cell) ? '' : cell)) };
  }

  get warning(): BomWarning | undefined {
    const { count, place } = this;
    if (count === 0) return undefined;
    const cells = count === 1 ? 'A cell, which counts' : `${count} cells, from here on, which count`;
    const holds = count === 1 ? 'holds' : 'hold';
    const message = `${cells} as empty, ${holds} an error of the spreadsheet (#N/A, #REF!, ####) in place of a value: correct the formulas, or widen the columns, and import the file again`;
    return { place, message };
  }
}

/** `####` is what a column too narrow for a number or date shows, and writes to CSV. */
const isErrorText = (cell: string): boolean => cell.startsWith('#') && (errorText.test(cell.trim()) || /^#{3,}$/.test(cell.trim())); // prettier-ignore

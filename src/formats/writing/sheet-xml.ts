import { columnName } from '../reading/xlsx/sheet.js';
import { DeflatedText } from './deflated-text.js';
import { escapeXmlText } from './text-escapes.js';

/** Text, a number, or a date as a serial number (`dateSerial`). */
export type WrittenCell = string | number | { readonly date: number };

export interface SheetHead {
  /** At most 31 characters, none of []:*?/\ */
  readonly name: string;
  readonly header: readonly string[];
}

/** What a cell can hold (ECMA-376-1, 18.4.12, and every spreadsheet). */
const maxCellLength = 32_767;
const maxRows = 1_048_576;

export const spreadsheetNamespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
export const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** Makes the XML of a sheet: what comes before its rows, each row in its turn, and what comes behind. */
export class SheetXmlWriter {
  /** What each cell begins with, up to the number of its row. */
  private readonly starts: readonly string[];
  private rowNumber = 1;

  constructor(
    private readonly head: SheetHead,
    private readonly onLoss: (what: string) => void,
  ) {
    this.starts = head.header.map((_, column) => startOf(column));
  }

  start(): string {
    return (
      `${xmlDeclaration}<worksheet xmlns="${spreadsheetNamespace}"><sheetViews><sheetView workbookViewId="0">` +
      '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>' +
      this.rowXml(this.head.header, 1, headText)
    );
  }

  /** The next row; nothing beyond the last that a sheet can have. */
  row(cells: readonly WrittenCell[]): string {
    if (++this.rowNumber <= maxRows) return this.rowXml(cells, this.rowNumber, plainText);
    this.onLoss(`row of ${this.head.name}`);
    return '';
  }

  end(): string {
    return '</sheetData></worksheet>';
  }

  private rowXml(cells: readonly WrittenCell[], number: number, textStart: string): string {
    const plainStart = `${number}${textStart}<t>`;
    let text = `<row r="${number}">`;
    for (let column = 0; column < cells.length; column++) {
      const cell = cells[column]!;
      if (cell === '') continue;
      const start = this.starts[column] ?? startOf(column);
      if (typeof cell === 'number') text += `${start}${number}"><v>${cell}</v></c>`;
      else if (typeof cell === 'object') text += `${start}${number}" s="2"><v>${cell.date}</v></c>`;
      else if (isPlain(cell)) text += `${start}${plainStart}${cell}</t></is></c>`;
      else text += `${start}${number}${textStart}<t${spaceOf(cell)}>${cellText(cell, this.onLoss)}</t></is></c>`;
    }
    return `${text}</row>`;
  }
}

const startOf = (column: number): string => `<c r="${columnName(column)}`;

/** What stands between the row's number and the text of a cell, by its style. */
const plainText = '" s="1" t="inlineStr"><is>';
const headText = '" s="3" t="inlineStr"><is>';

const plain = /^[!-%'-;=?-^`-~][ -%'-;=?-^`-~]*$/;

/** What nearly every cell is: nothing in it to escape, to keep or to cut. */
const isPlain = (cell: string): boolean =>
  cell.length <= maxCellLength && plain.test(cell) && cell.charCodeAt(cell.length - 1) !== 0x20;

/** Spreadsheets drop white space at the ends of a text, and some its line ends, unless told to keep it. */
const spaceOf = (text: string): string => (/^\s|\s$|[\t\r\n]/.test(text) ? ' xml:space="preserve"' : '');

function cellText(text: string, onLoss: (what: string) => void): string {
  if (text.length > maxCellLength) {
    onLoss('text beyond 32,767 characters of a cell');
    text = text.slice(0, maxCellLength).toWellFormed();
  }
  const escaped = text.includes('_x') ? text.replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_') : text;
  return escapeXmlText(escaped, onLoss);
}

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

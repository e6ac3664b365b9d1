import { columnName } from '../reading/xlsx/sheet.js';
import { xmlText } from './xml-text.js';

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

export const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
export const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** Makes the XML of a sheet: what comes before its rows, each row in its turn, and what comes behind. */
export class SheetXml {
  private readonly names: readonly string[];
  private number = 1;

  constructor(
    private readonly head: SheetHead,
    private readonly onLoss: (what: string) => void,
  ) {
    this.names = head.header.map((_, index) => columnName(index));
  }

  start(): string {
    return (
      `${xml}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">` +
      '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>' +
      this.rowXml(this.head.header, 1, 3)
    );
  }

  /** The next row; nothing beyond the last that a sheet can have. */
  row(cells: readonly WrittenCell[]): string {
    if (++this.number <= maxRows) return this.rowXml(cells, this.number, 1);
    this.onLoss(`row of ${this.head.name}`);
    return '';
  }

  end(): string {
    return '</sheetData></worksheet>';
  }

  private rowXml(cells: readonly WrittenCell[], number: number, textStyle: number): string {
    let text = `<row r="${number}">`;
    for (let column = 0; column < cells.length; column++) {
      const cell = cells[column]!;
      if (cell === '') continue;
      const start = `<c r="${this.names[column] ?? columnName(column)}${number}"`;
      if (typeof cell === 'number') text += `${start}><v>${cell}</v></c>`;
      else if (typeof cell === 'object') text += `${start} s="2"><v>${cell.date}</v></c>`;
      else text += `${start} s="${textStyle}" t="inlineStr"><is>${textXml(cell, this.onLoss)}</is></c>`;
    }
    return `${text}</row>`;
  }
}

const textXml = (cell: string, onLoss: (what: string) => void): string =>
  isPlain(cell) ? `<t>${cell}</t>` : `<t${spaceOf(cell)}>${cellText(cell, onLoss)}</t>`;

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
  return xmlText(escaped, onLoss);
}

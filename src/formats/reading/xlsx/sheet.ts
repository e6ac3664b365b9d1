import { FormatError, type ParseLimits } from '../../format.js';
import { maxColumns, type TableRow } from '../stream-items.js';
import type { MergedCells } from './merged-cells.js';
import type { XmlAttribute } from '../xml-syntax.js';
import type { PartHandler } from './workbook-parts.js';
import { generalFormat, isMadeOfText, type NumberFormat } from './number-format.js';
import { RichText, unescapeXstring } from './shared-strings.js';

/** What cells refer to in other parts of the workbook. */
export interface CellContext {
  readonly strings: readonly string[];
  readonly format: (style: number) => NumberFormat | undefined;
}

/** Rows of one sheet (ECMA-376-1, 18.3.1.73). */
const maxRow = 1_048_576;
/** What a cell with an error shows says that there is no value. */
const errorType = 'e';

/**
 * Gathers the rows of a sheet that hold anything. The value of a cell is what the spreadsheet shows: text as it is,
 * numbers in their format, the last result of a formula, TRUE or FALSE. Errors (#N/A) are counted for their row.
 */
export class SheetHandler implements PartHandler {
  private rows: TableRow[] = [];
  private cells: string[] = [];
  private row = 0;
  private column = -1;
  private type = 'n';
  private style = 0;
  private value = '';
  private inValue = false;
  private inInline = false;
  private errors = 0;
  private typed: number[] = [];
  private readonly rich: RichText;

  constructor(
    private readonly sheet: string,
    private readonly limits: ParseLimits,
    private readonly context: CellContext,
    private readonly merged?: MergedCells,
  ) {
    this.rich = new RichText(limits.maxStringLength);
  }

  take(): TableRow[] {
    const rows = this.rows;
    this.rows = [];
    return rows;
  }

  open(name: string, attributes: readonly XmlAttribute[]): void {
    if (name === 'c') this.startCell(attributes);
    else if (name === 'v') this.inValue = true;
    else if (name === 'row') this.startRow(attributes.find((one) => one.name === 'r')?.value);
    else if (name === 'is') this.inInline = true;
    else if (this.inInline) this.rich.open(name);
  }

  text(text: string): void {
    if (this.inInline) this.rich.add(text);
    else if (this.inValue) this.value += text;
    if (this.value.length > this.limits.maxStringLength) throw this.error('limit', 'The cell holds too much text');
  }

  close(name: string): void {
    if (name === 'c') this.endCell();
    else if (name === 'v') this.inValue = false;
    else if (name === 'row') this.endRow();
    else if (name === 'is') this.inInline = false;
    else if (this.inInline) this.rich.close(name);
  }

  private startRow(number: string | undefined): void {
    const row = number === undefined ? this.row + 1 : Number(number);
    if (!Number.isInteger(row) || row <= this.row || row > maxRow) {
      throw new FormatError(
        'malformed',
        `Row "${String(number).slice(0, 20)}" is out of order`,
        `${this.sheet}!A${this.row}`,
      );
    }
    this.row = row;
    this.column = -1;
  }

  private startCell(attributes: readonly XmlAttribute[]): void {
    let column = this.column + 1;
    this.type = 'n';
    this.style = 0;
    this.value = '';
    for (const { name, value } of attributes)
      if (name === 'r') column = columnOf(value);
      else if (name === 't') this.type = value;
      else if (name === 's') this.style = Number(value);
    if (column <= this.column || column >= maxColumns) throw this.error('malformed', 'A cell is out of order');
    this.column = column;
  }

  private endCell(): void {
    const text = this.type === 'inlineStr' ? this.rich.take() : this.displayedText();
    if (this.type === errorType) this.errors += 1;
    if (text === '') return;
    while (this.cells.length < this.column) this.cells.push('');
    this.cells.push(text);
  }

  private displayedText(): string {
    const { type, value } = this;
    if (value === '' || type === errorType) return '';
    if (type === 's') {
      const text = this.context.strings[Number(value)];
      if (text === undefined) throw this.error('malformed', `There is no shared string number ${value.slice(0, 20)}`);
      return text;
    }
    if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
    if (type === 'str') return unescapeXstring(value);
    if (type !== 'n') return value;
    const format = this.context.format(this.style) ?? generalFormat;
    const text = format(Number(value), value);
    if (isMadeOfText(text, format)) this.typed.push(this.column);
    return text;
  }

  private endRow(): void {
    const { cells, row, merged, errors, typed } = this;
    if (cells.length === 0 && errors === 0) return;
    const mergedTo = merged?.endOfOnlyCell(row, cells);
    merged?.fill(row, cells);
    const place = `${this.sheet}!A${row}`;
    const more = { ...(errors > 0 && { errors }), ...(typed.length > 0 && { typed }) };
    this.rows.push({ cells, place, ...(mergedTo !== undefined && { mergedTo }), ...more });
    this.cells = [];
    this.typed = [];
    this.errors = 0;
  }

  private error(reason: 'malformed' | 'limit', message: string): FormatError {
    return new FormatError(reason, message, `${this.sheet}!${columnName(Math.max(0, this.column))}${this.row}`);
  }
}

/** Column of a reference as "AB12", from 0; -1 where it is none. */
export function columnOf(reference: string): number {
  let column = 0;
  for (let index = 0; index < reference.length && index < 4; index++) {
    const letter = (reference.charCodeAt(index) | 32) - 96;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  return column - 1;
}

/** "A" for 0, "AB" for 27. */
export function columnName(column: number): string {
  let name = '';
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name;
  }
  return name;
}

import { FormatError, type ParseLimits } from '../../format.js';
import type { TableRow } from '../stream-items.js';
import type { MergedCells, MergedRange } from '../xlsx/merged-cells.js';
import { isMadeOfText } from '../xlsx/number-format.js';
import { columnName } from '../xlsx/sheet.js';
import type { WorkbookGlobals } from './globals.js';
import { recordTypes, type BiffRecord } from './records.js';
import { RecordReader } from './strings.js';

/** Columns of a sheet ([MS-XLS] 2.5.51). */
const maxColumns = 256;
/** Records that hold the text of a formula: three times what the longest one fills. */
const maxResultRecords = 50;

/**
 * Gathers the rows of a sheet that hold anything ([MS-XLS] 2.1.7.20.6). The value of a cell is what the spreadsheet
 * shows: text as it is, numbers in their format, the last result of a formula, TRUE or FALSE. Errors (#N/A) are counted
 * for their row.
 */
export class SheetRecords {
  private rows: TableRow[] = [];
  private cells: string[] = [];
  private row = -1;
  private column = 0;
  private errors = 0;
  private typed: number[] = [];
  /** The text that is the result of the last formula, in the records that carry it. */
  private result: Buffer[] | undefined;

  constructor(
    private readonly sheet: string,
    private readonly limits: ParseLimits,
    private readonly globals: WorkbookGlobals,
    private readonly merged?: MergedCells,
  ) {}

  take(): TableRow[] {
    const rows = this.rows;
    this.rows = [];
    return rows;
  }

  /** Records are given row by row. */
  add({ type, data }: BiffRecord): void {
    if (type === recordTypes.string) this.result = [data];
    else if (type === recordTypes.continue) {
      if (this.result && this.result.length < maxResultRecords) this.result.push(data);
    } else {
      this.endResult();
      if (cellTypes.has(type)) this.addCell(type, data);
    }
  }

  end(): void {
    this.endResult();
    this.endRow();
  }

  private addCell(type: number, data: Buffer): void {
    const reader = new RecordReader([data], this.limits, this.sheet);
    this.moveTo(reader.uint16(), reader.uint16());
    if (type === recordTypes.mulRk) return this.addNumbers(data);
    const style = reader.uint16();
    switch (type) {
      case recordTypes.labelSst:
        return this.addShared(reader.uint32());
      case recordTypes.label:
      case recordTypes.rString:
        return this.set(reader.text());
      case recordTypes.boolErr:
        return this.set(this.booleanOrError(reader.uint8(), reader.uint8() !== 0));
      case recordTypes.rk:
        return this.set(this.shown(rkNumber(reader.uint32()), style));
      case recordTypes.number:
        reader.skip(8);
        return this.set(this.shown(data.readDoubleLE(6), style));
      case recordTypes.formula:
        reader.skip(8);
        return this.set(this.formulaResult(data.subarray(6, 14), style));
    }
  }

  /** The cells of several columns: a format and a number each, and the last column at the end. */
  private addNumbers(data: Buffer): void {
    const { row, column } = this;
    const count = Math.floor((data.length - 6) / 6);
    for (let i = 0; i < count; i += 1) {
      this.moveTo(row, column + i);
      this.set(this.shown(rkNumber(data.readUInt32LE(6 + 6 * i)), data.readUInt16LE(4 + 6 * i)));
    }
  }

  private addShared(number: number): void {
    const text = this.globals.strings[number];
    if (text === undefined) throw this.error(`There is no shared string number ${number}`);
    this.set(text);
  }

  private shown(value: number, style: number): string {
    if (!Number.isFinite(value)) return '';
    const format = this.globals.format(style);
    const text = format(value, String(value));
    if (isMadeOfText(text, format)) this.typed.push(this.column);
    return text;
  }

  /** A text follows in a record of its own. */
  private formulaResult(value: Buffer, style: number): string {
    if (value.readUInt16LE(6) !== 0xffff) return this.shown(value.readDoubleLE(0), style);
    const kind = value[0];
    return kind === 1 || kind === 2 ? this.booleanOrError(value[2]!, kind === 2) : '';
  }

  private booleanOrError(value: number, isError: boolean): string {
    if (isError) this.errors += 1;
    return isError ? '' : value === 0 ? 'FALSE' : 'TRUE';
  }

  private endResult(): void {
    if (!this.result) return;
    const text = new RecordReader(this.result, this.limits, this.sheet).text();
    this.result = undefined;
    if (this.row >= 0) this.set(text);
  }

  private moveTo(row: number, column: number): void {
    if (row !== this.row) {
      this.endRow();
      this.row = row;
    }
    this.column = column;
    if (column >= maxColumns) throw this.error('A cell is beyond the last column');
  }

  private set(text: string): void {
    const { cells, column } = this;
    if (text === '') return;
    while (cells.length < column) cells.push('');
    cells[column] = text;
  }

  private endRow(): void {
    const { cells, row, merged, errors, typed } = this;
    if (cells.length === 0 && errors === 0) return;
    const mergedTo = merged?.endOfOnlyCell(row + 1, cells);
    merged?.fill(row + 1, cells);
    const place = `${this.sheet}!A${row + 1}`;
    const more = { ...(errors > 0 && { errors }), ...(typed.length > 0 && { typed }) };
    this.rows.push({ cells, place, ...(mergedTo !== undefined && { mergedTo }), ...more });
    this.cells = [];
    this.typed = [];
    this.errors = 0;
  }

  private error(message: string): FormatError {
    return new FormatError('malformed', message, `${this.sheet}!${columnName(this.column)}${this.row + 1}`);
  }
}

const { labelSst, label, rString, boolErr, rk, number, formula, mulRk } = recordTypes;
/** Records of cells that may hold something; each begins with its row. */
export const cellTypes: ReadonlySet<number> = new Set([labelSst, label, rString, boolErr, rk, number, formula, mulRk]);

/** A number in 30 bits: an integer, or the upper half of a double; a hundredth of it, where the lowest bit says so. */
function rkNumber(bits: number): number {
  let value = bits >> 2;
  if ((bits & 2) === 0) {
    const double = new DataView(new ArrayBuffer(8));
    double.setUint32(0, (bits & 0xfffffffc) >>> 0);
    value = double.getFloat64(0);
  }
  return bits & 1 ? value / 100 : value;
}

/** The merged ranges of a record MERGECELLS, with rows and columns as the sheet numbers them ([MS-XLS] 2.4.168). */
export function mergedRanges(data: Buffer): MergedRange[] {
  const ranges: MergedRange[] = [];
  for (let at = 2; at + 8 <= data.length; at += 8)
    ranges.push({
      firstRow: data.readUInt16LE(at) + 1,
      lastRow: data.readUInt16LE(at + 2) + 1,
      firstColumn: data.readUInt16LE(at + 4),
      lastColumn: data.readUInt16LE(at + 6),
    });
  return ranges;
}

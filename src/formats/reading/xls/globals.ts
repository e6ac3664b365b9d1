import { FormatError, type ParseLimits } from '../../format.js';
import { generalFormat, numberFormat, type NumberFormat } from '../xlsx/number-format.js';
import type { CompoundStream } from './compound-file.js';
import { readRecords, recordTypes, type BiffRecord } from './records.js';
import { RecordReader, readStringTable } from './strings.js';

/** A sheet as the workbook lists it. */
export interface ListedSheet {
  readonly name: string;
  readonly isHidden: boolean;
  /** Whether it has cells: charts and macros are listed too. */
  readonly isWorksheet: boolean;
  /** Where its records begin in the stream. */
  readonly start: number;
}

/** What stands before the sheets ([MS-XLS] 2.1.7.20.3). */
export interface WorkbookGlobals {
  readonly listed: readonly ListedSheet[];
  readonly strings: readonly string[];
  /** How numbers are shown, by the number of the cell's format. */
  readonly format: (style: number) => NumberFormat;
}

const maxSheets = 1_000;
const maxStyles = 50_000;
/** Characters of a format: more than Excel takes. */
const maxCodeLength = 1_024;
/** Bytes of the table of strings: it is held in memory. */
const maxTableLength = 128 * 1024 * 1024;

/** @throws FormatError `encrypted`, `unknown_format`, `limit`, `malformed`, `truncated` */
export async function readGlobals(stream: CompoundStream, limits: ParseLimits): Promise<WorkbookGlobals> {
  const reader = new GlobalsReader(limits);
  for await (const records of readRecords(stream, 0, stream.size))
    for (const record of records) if (reader.add(record)) return reader.end();
  throw new FormatError('truncated', 'The workbook ends before its first sheet');
}

/** Names of the sheets, of which nothing else is read. */
export async function readSheetNames(stream: CompoundStream, limits: ParseLimits): Promise<readonly string[]> {
  const reader = new GlobalsReader(limits);
  for await (const records of readRecords(stream, 0, stream.size))
    for (const record of records)
      if (record.type === recordTypes.sst || reader.add(record)) return reader.listed.map(({ name }) => name);
  throw new FormatError('truncated', 'The workbook ends before its first sheet');
}

class GlobalsReader {
  readonly listed: ListedSheet[] = [];
  private readonly codes = new Map<number, string>();
  private readonly styles: number[] = [];
  private readonly table: Buffer[] = [];
  private tableLength = 0;
  private is1904 = false;
  private last = 0;

  constructor(private readonly limits: ParseLimits) {}

  /** Returns whether this was the last record. */
  add(record: BiffRecord): boolean {
    const { type, data } = record;
    if (this.last === 0) checkBegin(record, '');
    if (type === recordTypes.continue && this.last === recordTypes.sst) this.addToTable(data);
    else {
      this.last = type;
      if (type === recordTypes.sst) this.addToTable(data);
      else this.addOther(record);
    }
    return type === recordTypes.eof;
  }

  end(): WorkbookGlobals {
    const { codes, styles, is1904 } = this;
    const formats = new Map<number, NumberFormat>();
    return {
      listed: this.listed,
      strings: this.table.length === 0 ? [] : readStringTable(this.table, this.limits),
      format: (style) => {
        const id = styles[style];
        if (id === undefined) return generalFormat;
        let format = formats.get(id);
        if (!format) formats.set(id, (format = numberFormat(id, codes, is1904)));
        return format;
      },
    };
  }

  private addOther({ type, data }: BiffRecord): void {
    const reader = new RecordReader([data], this.limits);
    if (type === recordTypes.filePass) {
      const advice = 'save it without a password, or as .xlsx without one';
      throw new FormatError('encrypted', `The Excel workbook is protected by a password: ${advice}`);
    }
    if (type === recordTypes.dateMode) this.is1904 = reader.uint16() === 1;
    else if (type === recordTypes.boundSheet) this.addSheet(reader);
    else if (type === recordTypes.format) this.codes.set(reader.uint16(), reader.text().slice(0, maxCodeLength));
    else if (type === recordTypes.xf) {
      reader.skip(2);
      this.styles.push(reader.uint16());
      if (this.styles.length > maxStyles)
        throw new FormatError('limit', `The workbook has more than ${maxStyles} styles`);
    }
  }

  private addSheet(reader: RecordReader): void {
    const start = reader.uint32();
    const isHidden = (reader.uint8() & 3) !== 0;
    const isWorksheet = reader.uint8() === 0;
    this.listed.push({ start, isHidden, isWorksheet, name: reader.shortText() });
    if (this.listed.length > maxSheets)
      throw new FormatError('limit', `The workbook has more than ${maxSheets} sheets`);
  }

  private addToTable(data: Buffer): void {
    this.tableLength += data.length;
    if (this.tableLength > maxTableLength) throw new FormatError('limit', 'The workbook holds too many shared strings');
    this.table.push(data);
  }
}

const biff8 = 0x0600;

/** @throws FormatError unless the record begins a part of a workbook of Excel 97 to 2003 */
export function checkBegin({ type, data }: BiffRecord, place: string): void {
  if ((type & 0xff) !== (recordTypes.bof & 0xff) || data.length < 4)
    throw new FormatError('malformed', 'The Excel workbook is damaged: a sheet does not begin where it should', place);
  if (type !== recordTypes.bof || data.readUInt16LE(0) !== biff8) throw tooOld();
}

export const tooOld = (): FormatError =>
  new FormatError('unknown_format', 'The file is an Excel workbook of version 95 or older: save it as .xlsx');

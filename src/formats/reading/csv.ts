import { FormatError, type ByteSource, type ParseLimits } from '../format.js';
import { maxColumns, type TableRow } from './stream-items.js';
import { readText } from './text.js';

export interface CsvDialect {
  readonly delimiter: string;
  readonly quote: string;
}

/** Rows that hold nothing count too: a file of delimiters must end somewhere. */
const maxRowsPerComponent = 2;
/** A row may be longer than the longest cell by this factor. */
const maxRowToCellRatio = 4;

const newline = 10;
const carriageReturn = 13;
const space = 32;

/**
 * Reads CSV (RFC 4180, in the given dialect) as a stream, without its blank lines. A quote opens a quoted cell only at
 * the cell's start and is data elsewhere; after a closing quote only a delimiter or the end of the line may follow.
 * Spaces around a cell are left out, inside its quotes they are kept.
 *
 * @throws FormatError with the line: `truncated` (quote not closed), `malformed`, `limit`, `encoding`
 */
export async function* readCsv(
  source: ByteSource,
  limits: ParseLimits,
  dialect: CsvDialect,
): AsyncIterable<readonly TableRow[]> {
  const reader = new CsvReader(limits, dialect);
  for await (const text of readText(source, limits)) {
    reader.write(text);
    if (reader.rows.length > 0) yield reader.takeRows();
  }
  reader.end();
  yield reader.takeRows();
}

/** The rows at the start of a CSV text that may be cut off, as far as they can be read. */
export function parseCsvHead(text: string, limits: ParseLimits, dialect: CsvDialect): TableRow[] {
  const reader = new CsvReader(limits, dialect);
  try {
    reader.write(text);
    reader.end();
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
  }
  return reader.takeRows();
}

class CsvReader {
  rows: TableRow[] = [];
  private readonly delimiter: number;
  private readonly quote: number;
  /** Text of which the cells are not read yet; the current cell starts at `at`. */
  private text = '';
  private position = 0;
  /** Up to here no end of the current cell was found. */
  private scanned = 0;
  private ended = false;
  /** The quoted cell that is being read, as far as it is known. */
  private quotedCell: string | null = null;
  private cells: string[] = [];
  private isAfterReturn = false;
  private line = 1;
  private rowLine = 1;
  private rowLength = 0;
  private rowCount = 0;

  constructor(
    private readonly limits: ParseLimits,
    private readonly dialect: CsvDialect,
  ) {
    this.delimiter = dialect.delimiter.charCodeAt(0);
    this.quote = dialect.quote.charCodeAt(0);
  }

  takeRows(): TableRow[] {
    const rows = this.rows;
    this.rows = [];
    return rows;
  }

  write(text: string): void {
    this.text = this.text.slice(this.position) + text;
    this.scanned -= this.position;
    this.position = 0;
    while (this.position < this.text.length && this.readCell());
    if (this.text.length - this.position > this.limits.maxStringLength) throw this.limitError('A cell', 'characters');
  }

  end(): void {
    this.ended = true;
    while (this.position < this.text.length && this.readCell());
    if (this.quotedCell !== null) {
      throw new FormatError('truncated', 'A quoted cell is not closed before the end of the file', this.location());
    }
    if (this.cells.length > 0) this.addCell('');
    this.endRow();
  }

  /** Reads from `at` to the end of a cell; false where more text is needed to find it. */
  private readCell(): boolean {
    if (this.quotedCell !== null) return this.readQuoted();
    if (this.isAfterReturn && this.text.charCodeAt(this.position) === newline) {
      this.scanned = ++this.position;
      this.isAfterReturn = false;
      return true;
    }
    this.isAfterReturn = false;
    let start = this.position;
    while (start < this.text.length && this.text.charCodeAt(start) === space) start++;
    if (start >= this.text.length && !this.ended) return false;
    if (this.text.charCodeAt(start) === this.quote) {
      this.quotedCell = '';
      this.position = this.scanned = start + 1;
      return true;
    }
    let end = Math.max(this.scanned, this.position);
    for (; end < this.text.length; end++) {
      const code = this.text.charCodeAt(end);
      if (code === this.delimiter || code === newline || code === carriageReturn) break;
    }
    this.scanned = end;
    if (end >= this.text.length && !this.ended) return false;
    return this.closeCell(trimmed(this.text, this.position, end), end);
  }

  private readQuoted(): boolean {
    const { text } = this;
    const quote = text.indexOf(this.dialect.quote, this.position);
    const end = quote < 0 ? text.length : quote;
    if (this.quotedCell!.length + end - this.position > this.limits.maxStringLength)
      throw this.limitError('A cell', 'characters');
    this.quotedCell += text.slice(this.position, end);
    this.position = this.scanned = end;
    if (quote < 0 || (quote + 1 >= text.length && !this.ended)) return false;
    if (text.charCodeAt(quote + 1) === this.quote) {
      this.quotedCell += this.dialect.quote;
      this.position = this.scanned = quote + 2;
      return true;
    }
    let next = quote + 1;
    while (next < text.length && text.charCodeAt(next) === space) next++;
    if (next >= text.length && !this.ended) return false;
    const cell = this.quotedCell!;
    this.quotedCell = null;
    this.line += newlinesIn(cell);
    return this.closeCell(cell, next);
  }

  /** `end`: where a delimiter, the end of the line or the end of the text stands. */
  private closeCell(cell: string, end: number): boolean {
    const code = this.text.charCodeAt(end);
    const isRowEnd = end >= this.text.length || code === newline || code === carriageReturn;
    if (!isRowEnd && code !== this.delimiter) {
      throw new FormatError('malformed', 'Text follows the closing quote of a cell', this.location());
    }
    this.addCell(cell);
    this.position = this.scanned = end + 1;
    if (!isRowEnd) return true;
    this.endRow();
    this.line++;
    this.rowLine = this.line;
    this.isAfterReturn = code === carriageReturn;
    return true;
  }

  private addCell(cell: string): void {
    this.cells.push(cell);
    this.rowLength += cell.length + 1;
    if (this.cells.length > maxColumns) throw this.limitError('A row', 'cells', maxColumns);
    if (this.rowLength > maxRowToCellRatio * this.limits.maxStringLength) {
      throw this.limitError('A row', 'characters', maxRowToCellRatio * this.limits.maxStringLength);
    }
  }

  private endRow(): void {
    const { cells } = this;
    this.cells = [];
    this.rowLength = 0;
    const maxRows = maxRowsPerComponent * this.limits.maxComponents;
    if (++this.rowCount > maxRows) throw this.limitError('The table', 'rows', maxRows);
    if (cells.length > 1 || (cells.length === 1 && cells[0] !== '')) this.rows.push({ cells, place: this.location() });
  }

  private location(): string {
    return `line ${this.rowLine}`;
  }

  private limitError(what: string, unit: string, limit = this.limits.maxStringLength): FormatError {
    return new FormatError('limit', `${what} holds more than ${limit} ${unit}`, this.location());
  }
}

function trimmed(text: string, start: number, end: number): string {
  while (start < end && text.charCodeAt(start) === space) start++;
  while (end > start && text.charCodeAt(end - 1) === space) end--;
  return text.slice(start, end);
}

function newlinesIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

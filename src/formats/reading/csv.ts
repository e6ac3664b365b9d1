import { FormatError, type ByteSource, type ParseLimits } from '../format.js';
import { maxColumns, type Row } from './rows.js';
import { readText } from './text.js';

export interface CsvDialect {
  readonly delimiter: string;
  readonly quote: string;
}

/** Rows that hold nothing count too: a file of delimiters must end somewhere. */
const rowsPerComponent = 2;
/** A row may be longer than the longest cell by this factor. */
const rowToCell = 4;

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
): AsyncIterable<readonly Row[]> {
  const reader = new CsvReader(limits, dialect);
  for await (const text of readText(source, limits)) {
    reader.write(text);
    if (reader.rows.length > 0) yield reader.take();
  }
  reader.end();
  yield reader.take();
}

/** The rows at the start of a CSV text that may be cut off, as far as they can be read. */
export function csvHead(text: string, limits: ParseLimits, dialect: CsvDialect): Row[] {
  const reader = new CsvReader(limits, dialect);
  try {
    reader.write(text);
    reader.end();
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
  }
  return reader.take();
}

class CsvReader {
  rows: Row[] = [];
  private readonly delimiter: number;
  private readonly quote: number;
  /** Text of which the cells are not read yet; the current cell starts at `at`. */
  private text = '';
  private at = 0;
  /** Up to here no end of the current cell was found. */
  private scanned = 0;
  private ended = false;
  /** The quoted cell that is being read, as far as it is known. */
  private open: string | null = null;
  private cells: string[] = [];
  private isAfterReturn = false;
  private line = 1;
  private rowLine = 1;
  private rowLength = 0;
  private count = 0;

  constructor(
    private readonly limits: ParseLimits,
    private readonly dialect: CsvDialect,
  ) {
    this.delimiter = dialect.delimiter.charCodeAt(0);
    this.quote = dialect.quote.charCodeAt(0);
  }

  take(): Row[] {
    const rows = this.rows;
    this.rows = [];
    return rows;
  }

  write(text: string): void {
    this.text = this.text.slice(this.at) + text;
    this.scanned -= this.at;
    this.at = 0;
    while (this.at < this.text.length && this.readCell());
    if (this.text.length - this.at > this.limits.maxStringLength) throw this.limit('A cell', 'characters');
  }

  end(): void {
    this.ended = true;
    while (this.at < this.text.length && this.readCell());
    if (this.open !== null) {
      throw new FormatError('truncated', 'A quoted cell is not closed before the end of the file', this.place());
    }
    if (this.cells.length > 0) this.addCell('');
    this.endRow();
  }

  /** Reads from `at` to the end of a cell; false where more text is needed to find it. */
  private readCell(): boolean {
    if (this.open !== null) return this.readQuoted();
    if (this.isAfterReturn && this.text.charCodeAt(this.at) === newline) {
      this.scanned = ++this.at;
      this.isAfterReturn = false;
      return true;
    }
    this.isAfterReturn = false;
    let start = this.at;
    while (start < this.text.length && this.text.charCodeAt(start) === space) start++;
    if (start >= this.text.length && !this.ended) return false;
    if (this.text.charCodeAt(start) === this.quote) {
      this.open = '';
      this.at = this.scanned = start + 1;
      return true;
    }
    let end = Math.max(this.scanned, this.at);
    for (; end < this.text.length; end++) {
      const code = this.text.charCodeAt(end);
      if (code === this.delimiter || code === newline || code === carriageReturn) break;
    }
    this.scanned = end;
    if (end >= this.text.length && !this.ended) return false;
    return this.closeCell(trimmed(this.text, this.at, end), end);
  }

  private readQuoted(): boolean {
    const { text } = this;
    const quote = text.indexOf(this.dialect.quote, this.at);
    const end = quote < 0 ? text.length : quote;
    if (this.open!.length + end - this.at > this.limits.maxStringLength) throw this.limit('A cell', 'characters');
    this.open += text.slice(this.at, end);
    this.at = this.scanned = end;
    if (quote < 0 || (quote + 1 >= text.length && !this.ended)) return false;
    if (text.charCodeAt(quote + 1) === this.quote) {
      this.open += this.dialect.quote;
      this.at = this.scanned = quote + 2;
      return true;
    }
    let next = quote + 1;
    while (next < text.length && text.charCodeAt(next) === space) next++;
    if (next >= text.length && !this.ended) return false;
    const cell = this.open!;
    this.open = null;
    this.line += newlinesIn(cell);
    return this.closeCell(cell, next);
  }

  /** `end`: where a delimiter, the end of the line or the end of the text stands. */
  private closeCell(cell: string, end: number): boolean {
    const code = this.text.charCodeAt(end);
    const isRowEnd = end >= this.text.length || code === newline || code === carriageReturn;
    if (!isRowEnd && code !== this.delimiter) {
      throw new FormatError('malformed', 'Text follows the closing quote of a cell', this.place());
    }
    this.addCell(cell);
    this.at = this.scanned = end + 1;
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
    if (this.cells.length > maxColumns) throw this.limit('A row', 'cells', maxColumns);
    if (this.rowLength > rowToCell * this.limits.maxStringLength) {
      throw this.limit('A row', 'characters', rowToCell * this.limits.maxStringLength);
    }
  }

  private endRow(): void {
    const { cells } = this;
    this.cells = [];
    this.rowLength = 0;
    const maxRows = rowsPerComponent * this.limits.maxComponents;
    if (++this.count > maxRows) throw this.limit('The table', 'rows', maxRows);
    if (cells.length > 1 || (cells.length === 1 && cells[0] !== '')) this.rows.push({ cells, place: this.place() });
  }

  private place(): string {
    return `line ${this.rowLine}`;
  }

  private limit(what: string, unit: string, limit = this.limits.maxStringLength): FormatError {
    return new FormatError('limit', `${what} holds more than ${limit} ${unit}`, this.place());
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

import { FormatError, type ByteSource, type ColumnMappings, type ParseLimits } from '../../format.js';
import { readCsv } from '../../reading/csv.js';
import type { TableRow } from '../../reading/stream-items.js';
import { decodeHead } from '../../reading/text.js';
import { unescapeCell } from '../../writing/csv.js';
import { detectCsvLayout, type CsvLayout } from './csv-dialect.js';
import { checkMapping } from './mapped-columns.js';
import { rejectDuplicateColumns, type Header } from './header.js';

const headLength = 64 * 1024;

/** @throws FormatError `unknown_format`, `duplicate_header` */
export async function readCsvLayout(source: ByteSource, mappings?: ColumnMappings): Promise<CsvLayout> {
  const head = detectCsvLayout(decodeHead(await source.read(0, headLength)), mappings);
  if (!head) {
    throw new FormatError('unknown_format', 'No row names the columns of a list of components (name, version, purl …)');
  }
  checkMapping(head.header, mappings);
  rejectDuplicateColumns(head.header);
  return head;
}

/**
 * The rows below the header, each with its cells as they were meant (`fitRow`).
 *
 * @throws FormatError `malformed` for a row with more cells than the header
 */
export async function* dataRows(
  source: ByteSource,
  limits: ParseLimits,
  layout: CsvLayout,
): AsyncIterable<readonly TableRow[]> {
  for await (const rows of rowsBelow(source, limits, layout)) yield rows.map((row) => fitRow(row, layout.header));
}

/** The rows below the header as they stand there. */
export async function* rowsBelow(
  source: ByteSource,
  limits: ParseLimits,
  { dialect, header }: CsvLayout,
): AsyncIterable<readonly TableRow[]> {
  let isBelow = header.place === null;
  for await (const rows of readCsv(source, limits, dialect)) {
    if (isBelow) yield rows;
    else {
      const start = rows.findIndex(({ place }) => place === header.place);
      isBelow = start >= 0;
      if (isBelow) yield rows.slice(start + 1);
    }
  }
}

export const isShort = ({ cells }: TableRow, { columns, splitRow }: Header): boolean =>
  !splitRow && cells.length < columns.length;

/**
 * A row with its cells as they were meant (`unescapeCell`). Spreadsheets leave out empty cells at the end of a row.
 *
 * @throws FormatError `malformed` for a row with more cells than the header
 */
export function fitRow({ cells, place }: TableRow, { columns, splitRow }: Header): TableRow {
  if (splitRow) return { cells: splitRow(cells.map(meantCell)), place };
  let used = cells.length;
  while (used > columns.length && cells[used - 1] === '') used--;
  if (used > columns.length) {
    throw new FormatError('malformed', `The row has ${used} cells, the header has ${columns.length}`, place);
  }
  return { cells: cells.map(meantCell), place };
}

/** `="1.10"` is a text that no spreadsheet shall take for a number. */
const meantCell = (cell: string): string => /^="([^"]*)"$/.exec(cell)?.[1] ?? unescapeCell(cell);

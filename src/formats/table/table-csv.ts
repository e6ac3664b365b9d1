import type { BomEvent } from '../../model/document.js';
import { FormatError, type ByteSource, type Format, type ParseLimits } from '../format.js';
import { readCsv } from '../reading/csv.js';
import type { Row } from '../reading/rows.js';
import { decodeHead } from '../reading/text.js';
import { plainCell } from '../writing/csv.js';
import { csvHeadOf, type CsvHead } from './csv-dialect.js';
import { checkDuplicates, type Header } from './header.js';
import { ListReader } from './list-reader.js';
import { addRow } from './row-component.js';

const headLength = 64 * 1024;

/** A list of components as CSV, as people and tools send it (docs/formats/tables.md). Only read. */
export const tableCsv: Format = {
  id: 'table-csv',
  family: 'table',
  encoding: 'CSV',
  mediaType: 'text/csv',
  extension: 'csv',
  detect: (head) => csvHeadOf(head) !== undefined,
  parse,
};

async function* parse(source: ByteSource, limits: ParseLimits): AsyncIterable<readonly BomEvent[]> {
  const head = await readCsvHead(source);
  const reader = new ListReader(limits);
  yield [{ type: 'header', header: { family: 'table', specVersion: '' } }];
  for await (const rows of rowsBelow(source, limits, head)) {
    for (const row of rows) addRow(reader, row, head.header);
    yield reader.take();
  }
}

/** @throws FormatError `unknown_format`, `duplicate_header` */
export async function readCsvHead(source: ByteSource): Promise<CsvHead> {
  const head = csvHeadOf(decodeHead(await source.read(0, headLength)));
  if (!head) {
    throw new FormatError('unknown_format', 'No row names the columns of a list of components (name, version, purl …)');
  }
  checkDuplicates(head.header);
  return head;
}

/**
 * The rows below the header, each with its cells as they were meant (`plainCell`).
 *
 * @throws FormatError `malformed` for a row with more or fewer cells than the header
 */
export async function* rowsBelow(
  source: ByteSource,
  limits: ParseLimits,
  { dialect, header }: CsvHead,
): AsyncIterable<readonly Row[]> {
  let isBelow = header.place === null;
  for await (const batch of readCsv(source, limits, dialect)) {
    const rows: Row[] = [];
    for (const row of batch) {
      if (isBelow) rows.push(checkedRow(row, header));
      else isBelow = row.place === header.place;
    }
    yield rows;
  }
}

function checkedRow({ cells, place }: Row, { columns, cellsOf }: Header): Row {
  if (cellsOf) return { cells: cellsOf(cells.map(plainCell)), place };
  let used = cells.length;
  while (used > columns.length && cells[used - 1] === '') used--;
  if (used !== columns.length) {
    throw new FormatError('malformed', `The row has ${used} cells, the header has ${columns.length}`, place);
  }
  return { cells: cells.map(plainCell), place };
}

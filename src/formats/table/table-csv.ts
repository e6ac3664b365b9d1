import type { BomEvent } from '../../model/document.js';
import type { ByteSource, Format, ParseLimits } from '../format.js';
import { detectCsvLayout } from '../shared/component-list/csv-dialect.js';
import { dataRows, readCsvLayout } from '../shared/component-list/csv-rows.js';
import { ComponentListReader } from '../shared/component-list/component-list-reader.js';
import { addRow } from './component-row.js';

/** A list of components as CSV, as people and tools send it (docs/formats/tables.md). Only read. */
export const tableCsv: Format = {
  id: 'table-csv',
  family: 'table',
  encoding: 'CSV',
  mediaType: 'text/csv',
  extension: 'csv',
  detect: (head) => detectCsvLayout(head) !== undefined,
  parse,
};

async function* parse(source: ByteSource, limits: ParseLimits): AsyncIterable<readonly BomEvent[]> {
  const head = await readCsvLayout(source);
  const reader = new ComponentListReader(limits);
  yield [{ type: 'header', header: { family: 'table', specVersion: '' } }];
  for await (const rows of dataRows(source, limits, head)) {
    for (const row of rows) addRow(reader, row, head.header);
    yield reader.takeEvents();
  }
}

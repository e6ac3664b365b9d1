import type { BomEvent } from '../../model/document.js';
import { asUtf8 } from '../reading/charset.js';
import type { ByteSource, ColumnMappings, Format, ParseLimits } from '../format.js';
import { detectCsvLayout } from '../shared/component-list/csv-dialect.js';
import { fitRow, isShort, readCsvLayout, rowsBelow } from '../shared/component-list/csv-rows.js';
import { ComponentListReader } from '../shared/component-list/component-list-reader.js';
import { ListBlocks } from './list-blocks.js';
import { MarkdownRows } from './markdown-rows.js';

/** A list of components as CSV, as people and tools send it (docs/formats/tables.md). Only read. */
export const tableCsv: Format = {
  id: 'table-csv',
  family: 'table',
  encoding: 'CSV',
  mediaType: 'text/csv',
  extension: 'csv',
  detect: (head, mappings) => detectCsvLayout(head, mappings) !== undefined,
  parse,
};

async function* parse(
  source: ByteSource,
  limits: ParseLimits,
  mappings?: ColumnMappings,
): AsyncIterable<readonly BomEvent[]> {
  const { source: text, charset } = await asUtf8(source);
  const head = await readCsvLayout(text, mappings);
  const reader = new ComponentListReader(limits);
  yield [{ type: 'header', header: { family: 'table', specVersion: '' } }];
  if (charset) reader.warn('', charsetWarning(charset));
  let firstShortRow = '';
  let shortRows = 0;
  const blocks = new ListBlocks(reader, head.header, (row, header) => {
    if (isShort(row, header)) {
      firstShortRow ||= row.place;
      shortRows += 1;
    }
    return fitRow(row, header);
  });
  const markdown = head.dialect.delimiter === '|' ? new MarkdownRows() : undefined;
  for await (const batch of rowsBelow(text, limits, head)) {
    const rows = markdown?.read(batch) ?? batch;
    for (let index = 0; index < rows.length; index++) blocks.add(rows, index);
    yield reader.takeEvents();
  }
  blocks.end();
  reader.end();
  const { count, place } = markdown?.prose ?? { count: 0, place: '' };
  if (count > 0)
    reader.warn(place, `${count === 1 ? 'A line is' : `${count} lines are`} no row of a table, and left out`);
  if (shortRows > 0) reader.warn(firstShortRow, shortRowsWarning(shortRows));
  yield reader.takeEvents();
}

const charsetNames = {
  'windows-1252': 'Windows-1252',
  'windows-1250': 'Windows-1250',
  shift_jis: 'Shift-JIS',
  gb18030: 'GB18030',
  'windows-1251': 'Windows-1251',
  'euc-kr': 'EUC-KR',
  big5: 'Big5',
  'euc-jp': 'EUC-JP',
} as const;

const charsetWarning = (charset: keyof typeof charsetNames): string =>
  `The file is not UTF-8; it was read as ${charsetNames[charset]}, judging by its characters. If some are wrong, save it as UTF-8`;

const shortRowsWarning = (count: number): string =>
  `${count === 1 ? 'A row has' : `${count} rows have`} fewer cells than the header; the missing ones count as empty`;

import type { BomEvent } from '../../model/document.js';
import { FormatError, type ByteSource, type ColumnMappings, type Format, type ParseLimits } from '../format.js';
import type { TableRow } from '../reading/stream-items.js';
import { openSpreadsheet } from '../reading/spreadsheet.js';
import type { Sheet } from '../reading/xlsx/workbook.js';
import { rejectDuplicateColumns, findHeader, maxSearchedRows, type Header } from '../shared/component-list/header.js';
import { ComponentListReader } from '../shared/component-list/component-list-reader.js';
import { detectHeaderlessList } from '../shared/component-list/headerless-list.js';
import { checkMapping } from '../shared/component-list/mapped-columns.js';
import { ListBlocks } from './list-blocks.js';

/**
 * A list of components as an Excel workbook (XLSX, or XLS of Excel 97 to 2003), as people and tools send it
 * (docs/formats/tables.md). Only read.
 */
export const tableXlsx: Format = {
  id: 'table-xlsx',
  family: 'table',
  encoding: 'XLSX',
  mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  extension: 'xlsx',
  detect: (names) => /^(?:xl\/workbook\d*\.xml|workbook\.xls)$/im.test(names),
  parse,
};

/** Sheets of this name hold the components; where there is one, others with a header are about something else. */
const componentSheetName =
  /^\W*(?:\d+\W*)?(?:s?bom|bill of materials|components?|packages?|librar(?:y|ies)|software|inventory|third[- ]?party|3rd[- ]?party|open[- ]?source|oss|foss)\b/i;

interface ComponentSheet {
  readonly sheet: Sheet;
  readonly header: Header;
}

async function* parse(
  source: ByteSource,
  limits: ParseLimits,
  mappings?: ColumnMappings,
): AsyncIterable<readonly BomEvent[]> {
  const reader = new ComponentListReader(limits);
  const lists = await findComponentSheets(await openSpreadsheet(source, limits), reader, mappings);
  yield [{ type: 'header', header: { family: 'table', specVersion: '' } }];
  let replaced = '';
  for (const { sheet, header } of lists) {
    const { place } = header;
    const blocks = new ListBlocks(reader, header, splitCells);
    let isBelow = place === null;
    for await (const rows of sheet.rows({ fillMerged: true })) {
      for (const [index, row] of rows.entries()) {
        if (isBelow) blocks.add(rows, index);
        else isBelow = row.place === place;
        if (replaced === '' && row.cells.some((cell) => cell.includes('\ufffd'))) replaced = row.place;
      }
      yield reader.takeEvents();
    }
    blocks.end();
  }
  if (replaced !== '')
    reader.warn(
      replaced,
      'U+FFFD stands here, or from here on, for characters that are no text (NUL, half a surrogate pair)',
    );
  reader.end();
  yield reader.takeEvents();
}

const splitCells = (row: TableRow, { splitRow }: Header): TableRow =>
  splitRow ? { ...row, cells: splitRow(row.cells) } : row;

async function findComponentSheets(
  sheets: readonly Sheet[],
  reader: ComponentListReader,
  mappings?: ColumnMappings,
): Promise<readonly ComponentSheet[]> {
  const lists: ComponentSheet[] = [];
  for (const sheet of sheets) {
    const rows = await readFirstRows(sheet);
    // A mapping names columns, which a list without a header does not have.
    const header = findHeader(rows, mappings) ?? (mappings?.given ? undefined : detectHeaderlessList(rows));
    if (header && !sheet.isHidden) lists.push({ sheet, header });
    else if (header) reader.warn(sheet.name, 'The sheet is hidden; it is not read');
    else if (!sheet.isHidden && isTable(rows)) reader.warn(sheet.name, 'The sheet has no row that names the columns of a list of components; it is not read'); // prettier-ignore
  }
  const named = lists.filter(({ sheet }) => componentSheetName.test(sheet.name));
  const chosen = named.length > 0 ? named : lists;
  if (chosen.length === 0) {
    throw new FormatError('unknown_format', 'No sheet has a row that names the columns of a list of components');
  }
  for (const { sheet } of lists) {
    if (!chosen.some((list) => list.sheet === sheet)) {
      reader.warn(sheet.name, `The sheet is not read: "${chosen[0]!.sheet.name}" holds the components`);
    }
  }
  if (chosen.every(({ header }) => header.columns.every(({ source }) => source !== 'mapping')))
    checkMapping(chosen[0]!.header, mappings);
  for (const { header } of chosen) rejectDuplicateColumns(header);
  return chosen;
}

/** More than a cover or a note. */
const isTable = (rows: readonly TableRow[]): boolean =>
  rows.filter(({ cells }) => cells.filter((cell) => cell !== '').length > 1).length > 1;

async function readFirstRows(sheet: Sheet): Promise<readonly TableRow[]> {
  const rows: TableRow[] = [];
  for await (const batch of sheet.rows()) {
    rows.push(...batch);
    if (rows.length >= maxSearchedRows) break;
  }
  return rows;
}

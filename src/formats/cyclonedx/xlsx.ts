import type { BomEvent } from '../../model/document.js';
import { FormatError } from '../format.js';
import type { BomSource, ByteSource, Format, ParseLimits, SerializeOptions } from '../format.js';
import { openSpreadsheet } from '../reading/spreadsheet.js';
import { writeWorkbook } from '../writing/workbook.js';
import {
  CycloneDxListReader,
  cycloneDxListSheet,
  isCycloneDxList,
  listRows,
  listTitles,
  listVersions,
} from './list.js';

/** An Excel workbook of one sheet with the columns of `cycloneDxCsv`. */
export const cycloneDxXlsx: Format = {
  id: 'cyclonedx-xlsx',
  family: 'cyclonedx',
  encoding: 'XLSX',
  mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  extension: 'cdx.xlsx',
  writes: listVersions,
  detect: (names) => new RegExp(`^sheet: ${cycloneDxListSheet}$`, 'm').test(names),
  parse,
  serialize,
};

/** @throws FormatError `invalid` where the sheet has other columns */
async function* parse(source: ByteSource, limits: ParseLimits): AsyncIterable<readonly BomEvent[]> {
  const sheet = (await openSpreadsheet(source, limits)).find(({ name }) => name === cycloneDxListSheet);
  let reader: CycloneDxListReader | undefined;
  yield [{ type: 'header', header: { family: 'cyclonedx', specVersion: '' } }];
  for await (const rows of sheet?.rows() ?? []) {
    const below = reader ? rows : rows.slice(1);
    reader ??= new CycloneDxListReader(limits, checkedTitles(rows[0]!.cells));
    yield reader.read(below);
  }
  if (!reader) checkedTitles([]);
  else yield reader.end();
}

function checkedTitles(titles: readonly string[]): readonly string[] {
  if (isCycloneDxList(titles)) return titles;
  throw new FormatError(
    'invalid',
    'The sheet does not have the columns that cyclonedx-cli writes',
    `${cycloneDxListSheet}!A1`,
  );
}

async function* serialize(bom: BomSource, options: SerializeOptions): AsyncIterable<Uint8Array> {
  yield* writeWorkbook([{ name: cycloneDxListSheet, header: listTitles, rows: () => listRows(bom, options) }], {
    onLoss: options.onLoss,
  });
}

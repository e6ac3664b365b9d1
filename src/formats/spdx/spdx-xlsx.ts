import type { BomSource, Format, SerializeOptions } from '../format.js';
import { writeWorkbook } from '../writing/workbook.js';
import { writeElements } from './document/document-writer.js';
import { writtenSpdx2Versions } from './document/versions.js';
import { parseElements } from './document/parsing.js';
import { readSpreadsheet } from './spreadsheet/reader.js';
import { SpreadsheetWriter } from './spreadsheet/writer.js';

/** The SPDX spreadsheet: read from 2.0 on, written as 2.2 and 2.3 with the sheets and columns of the SPDX tools. */
export const spdxXlsx: Format = {
  id: 'spdx-xlsx',
  family: 'spdx',
  encoding: 'XLSX',
  mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  extension: 'spdx.xlsx',
  writes: writtenSpdx2Versions,
  detect: (names) => /^sheet: Document Info$/im.test(names) && /^sheet: Package Info$/im.test(names),
  parse: parseElements(readSpreadsheet),
  serialize,
};

async function* serialize(bom: BomSource, options: SerializeOptions): AsyncIterable<Uint8Array> {
  const pieces = writeElements(bom, options)[Symbol.asyncIterator]();
  try {
    const { sheets, inOrder } = new SpreadsheetWriter(pieces, options);
    yield* writeWorkbook(sheets, { writeOrder: inOrder, onLoss: options.onLoss });
  } finally {
    await pieces.return?.();
  }
}

import type { BomEvent, BomWarning } from '../../model/document.js';
import type { BomSource, ByteSource, Format, ParseLimits, SerializeOptions } from '../format.js';
import { writeWorkbook } from '../writing/workbook.js';
import { readPieces } from './document/document-reader.js';
import { writePieces } from './document/document-writer.js';
import { writtenVersions } from './document/versions.js';
import { withWarnings } from './document/warnings.js';
import { readSpreadsheet } from './spreadsheet/reader.js';
import { SpreadsheetWriter } from './spreadsheet/writer.js';

/** The SPDX spreadsheet: read from 2.0 on, written as 2.2 and 2.3 with the sheets and columns of the SPDX tools. */
export const spdxXlsx: Format = {
  id: 'spdx-xlsx',
  family: 'spdx',
  encoding: 'XLSX',
  mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  extension: 'spdx.xlsx',
  writes: writtenVersions,
  detect: (names) => /^sheet: Document Info$/im.test(names) && /^sheet: Package Info$/im.test(names),
  parse,
  serialize,
};

async function* parse(source: ByteSource, limits: ParseLimits): AsyncIterable<readonly BomEvent[]> {
  const warnings: BomWarning[] = [];
  const onWarning = (warning: BomWarning): void => void warnings.push(warning);
  yield* withWarnings(readPieces(readSpreadsheet(source, limits, onWarning), limits), warnings);
}

async function* serialize(bom: BomSource, options: SerializeOptions): AsyncIterable<Uint8Array> {
  const pieces = writePieces(bom, options)[Symbol.asyncIterator]();
  try {
    const { sheets, inOrder } = new SpreadsheetWriter(pieces, options);
    yield* writeWorkbook(sheets, { inOrder, onLoss: options.onLoss });
  } finally {
    await pieces.return?.();
  }
}

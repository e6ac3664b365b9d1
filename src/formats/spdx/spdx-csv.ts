import type { BomWarning, JsonObject } from '../../model/document.js';
import type { BomSource, ByteSource, Format, ParseLimits, SerializeOptions } from '../format.js';
import type { Row } from '../reading/rows.js';
import { dateText } from '../reading/xlsx/number-format.js';
import { readCsvHead, rowsBelow } from '../table/table-csv.js';
import { csvHeadOf } from '../table/csv-dialect.js';
import { csvLine } from '../writing/csv.js';
import { reportForeignHead } from '../writing/foreign-head.js';
import type { WrittenCell } from '../writing/sheet-xml.js';
import { writePieces } from './document/document-writer.js';
import { documentId, type SpdxPiece } from './document/pieces.js';
import { subjectMark } from './document/relationship-reader.js';
import { writtenVersions } from './document/versions.js';
import { parsePieces } from './document/parsing.js';
import { carriedColumn, subjectColumn, referenceColumns, otherAnnotations } from './spreadsheet/own-columns.js';
import { cellsOf, reportMissing, SheetReader, titlesOf } from './spreadsheet/sheet-rows.js';
import { readDate } from './spreadsheet/cells.js';
import { packageSheet, type SheetShape } from './spreadsheet/sheets.js';

/** "Package Info", with what a sheet alone would lose behind the official columns. */
const ownColumns = [...referenceColumns, subjectColumn, carriedColumn];
const ownMembers: ReadonlySet<string> = new Set(['annotations', 'externalRefs', 'isSubject']);

/** The sheet "Package Info" of the SPDX spreadsheet as CSV. */
export const spdxCsv: Format = {
  id: 'spdx-csv',
  family: 'spdx',
  encoding: 'CSV',
  mediaType: 'text/csv',
  extension: 'spdx.csv',
  writes: writtenVersions,
  detect,
  parse: parsePieces(pieces),
  serialize,
};

function detect(head: string): boolean {
  const names = new Set(csvHeadOf(head)?.header.columns.map(({ name }) => name.toLowerCase()));
  return ['package name', 'spdx identifier'].every((title) => names.has(title));
}

async function* pieces(
  source: ByteSource,
  limits: ParseLimits,
  onWarning: (warning: BomWarning) => void,
): AsyncIterable<readonly SpdxPiece[]> {
  const head = await readCsvHead(source);
  const columns = head.header.columns.map(({ name }) => name);
  const place = head.header.place ?? '';
  const version = columns.includes('Primary Purpose') ? '2.3' : '2.2';
  const reader = new SheetReader(packageSheet(version), ownColumns, onWarning);
  reader.read({ cells: columns, place });
  yield [{ kind: 'document', data: { spdxVersion: `SPDX-${version}`, SPDXID: documentId }, place }];
  for await (const rows of rowsBelow(source, limits, head)) yield rows.flatMap((row) => packagePieces(row, reader));
}

function packagePieces(row: Row, reader: SheetReader): SpdxPiece[] {
  const read = reader.read(row);
  if (!read) return [];
  const { isSubject, ...data } = read;
  const { place } = row;
  const described: SpdxPiece = {
    kind: 'relationship',
    data: {
      spdxElementId: documentId,
      relationshipType: 'DESCRIBES',
      relatedSpdxElement: data.SPDXID ?? '',
      comment: subjectMark,
    },
    place,
  };
  return [{ kind: 'package', data, place }, ...(isSubject === 'true' ? [described] : [])];
}

async function* serialize(bom: BomSource, options: SerializeOptions): AsyncIterable<string> {
  const shape = packageSheet(options.specVersion);
  yield csvLine(titlesOf(shape, ownColumns));
  if (bom.header.native?.family === 'spdx') reportForeignHead(bom.header, null, options.onLoss);
  // The subject is the first package that is written.
  let isSubject = bom.subject !== null;
  for await (const batch of writePieces(bom, options)) {
    let text = '';
    for (const { kind, data } of batch) {
      if (kind === 'package') {
        text += packageLine(shape, isSubject ? { ...data, isSubject: 'true' } : data, options);
        isSubject = false;
      } else if (kind !== 'document' && !isDescribes(data)) options.onLoss(kind);
    }
    yield text;
  }
}

const isDescribes = (data: JsonObject): boolean =>
  data.relationshipType === 'DESCRIBES' && data.spdxElementId === documentId;

function packageLine(shape: SheetShape, data: JsonObject, { onLoss }: SerializeOptions): string {
  reportMissing(shape, data, ownMembers, onLoss);
  for (const _ of otherAnnotations(data)) onLoss('annotations');
  return csvLine(cellsOf(shape, data, ownColumns).map(plainText));
}

const plainText = (cell: WrittenCell): string =>
  typeof cell === 'object' ? readDate(dateText(cell.date, false) ?? '') : `${cell}`;

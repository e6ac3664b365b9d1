import { elementLabel } from '../losses.js';
import type { BomWarning, JsonObject } from '../../model/document.js';
import type { BomSource, ByteSource, Format, ParseLimits, SerializeOptions } from '../format.js';
import type { TableRow } from '../reading/stream-items.js';
import { serialToIsoDate } from '../reading/xlsx/number-format.js';
import { dataRows, readCsvLayout } from '../shared/component-list/csv-rows.js';
import { detectCsvLayout } from '../shared/component-list/csv-dialect.js';
import { csvLine } from '../writing/csv.js';
import { reportLostHeaderFields } from '../conversion/lost-header-fields.js';
import type { WrittenCell } from '../writing/sheet-xml.js';
import { writeElements } from './document/document-writer.js';
import type { SpdxElement } from './document/elements.js';
import { documentId } from '../shared/spdx-identifiers.js';
import { subjectComment } from './document/relationship-reader.js';
import { writtenSpdx2Versions } from './document/versions.js';
import { parseElements } from './document/parsing.js';
import { roundTripColumn, subjectColumn, referenceColumns, otherAnnotations } from './spreadsheet/extension-columns.js';
import { cellsOf, reportMembersWithoutColumn, SheetReader, titlesOf } from './spreadsheet/sheet-rows.js';
import { readDate } from './spreadsheet/cells.js';
import { packageSheet, type SheetDefinition } from './spreadsheet/sheets.js';

/** Columns after the official ones, for what has another sheet in the workbook. */
const extensionColumns = [...referenceColumns, subjectColumn, roundTripColumn];
const extensionMembers: ReadonlySet<string> = new Set(['annotations', 'externalRefs', 'isSubject']);

/** The sheet "Package Info" of the SPDX spreadsheet as CSV. */
export const spdxCsv: Format = {
  id: 'spdx-csv',
  family: 'spdx',
  encoding: 'CSV',
  mediaType: 'text/csv',
  extension: 'spdx.csv',
  writes: writtenSpdx2Versions,
  detect,
  parse: parseElements(pieces),
  serialize,
};

function detect(head: string): boolean {
  const names = new Set(detectCsvLayout(head)?.header.columns.map(({ name }) => name.toLowerCase()));
  return ['package name', 'spdx identifier'].every((title) => names.has(title));
}

async function* pieces(
  source: ByteSource,
  limits: ParseLimits,
  onWarning: (warning: BomWarning) => void,
): AsyncIterable<readonly SpdxElement[]> {
  const head = await readCsvLayout(source);
  const columns = head.header.columns.map(({ name }) => name);
  const place = head.header.place ?? '';
  const version = columns.includes('Primary Purpose') ? '2.3' : '2.2';
  const reader = new SheetReader(packageSheet(version), extensionColumns, onWarning);
  reader.read({ cells: columns, place });
  yield [{ kind: 'document', data: { spdxVersion: `SPDX-${version}`, SPDXID: documentId }, place }];
  for await (const rows of dataRows(source, limits, head)) yield rows.flatMap((row) => packageElements(row, reader));
  reader.end();
}

function packageElements(row: TableRow, reader: SheetReader): SpdxElement[] {
  const read = reader.read(row);
  if (!read) return [];
  const { isSubject, ...data } = read;
  const { place } = row;
  const described: SpdxElement = {
    kind: 'relationship',
    data: {
      spdxElementId: documentId,
      relationshipType: 'DESCRIBES',
      relatedSpdxElement: data.SPDXID ?? '',
      comment: subjectComment,
    },
    place,
  };
  return [{ kind: 'package', data, place }, ...(isSubject === 'true' ? [described] : [])];
}

async function* serialize(bom: BomSource, options: SerializeOptions): AsyncIterable<string> {
  const shape = packageSheet(options.specVersion);
  yield csvLine(titlesOf(shape, extensionColumns));
  if (bom.header.native?.family === 'spdx') reportLostHeaderFields(bom.header, null, options.onLoss);
  // The subject is written first.
  let isSubject = bom.subject !== null;
  for await (const batch of writeElements(bom, options)) {
    let text = '';
    for (const { kind, data } of batch) {
      options.onElement?.(kind === 'document' ? '' : elementLabel(kind, data));
      if (kind === 'package') {
        text += packageLine(shape, isSubject ? { ...data, isSubject: 'true' } : data, options);
        isSubject = false;
      } else if (kind !== 'document' && !isDescribes(data)) options.onLoss(kind);
    }
    options.onElement?.('');
    yield text;
  }
}

const isDescribes = (data: JsonObject): boolean =>
  data.relationshipType === 'DESCRIBES' && data.spdxElementId === documentId;

function packageLine(shape: SheetDefinition, data: JsonObject, { onLoss }: SerializeOptions): string {
  reportMembersWithoutColumn(shape, data, extensionMembers, onLoss);
  for (const _ of otherAnnotations(data)) onLoss('annotations');
  return csvLine(cellsOf(shape, data, extensionColumns).map(plainText));
}

const plainText = (cell: WrittenCell): string =>
  typeof cell === 'object' ? readDate(serialToIsoDate(cell.date, false) ?? '') : `${cell}`;

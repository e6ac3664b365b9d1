import type { BomWarning, JsonObject } from '../../../model/document.js';
import { textOf } from '../../../model/json.js';
import { FormatError, type ByteSource, type ParseLimits } from '../../format.js';
import { openSpreadsheet } from '../../reading/spreadsheet.js';
import { ErrorCells } from '../../reading/error-cells.js';
import type { Sheet } from '../../reading/xlsx/workbook.js';
import type { SpdxElement } from '../document/elements.js';
import { type SheetColumn } from './cells.js';
import { readDocumentInfo } from './document-info.js';
import { roundTripColumn } from './extension-columns.js';
import { SheetReader } from './sheet-rows.js';
import {
  annotationSheet,
  documentInfoName,
  externalRefSheet,
  extractedLicenseSheet,
  fileSheet,
  packageSheet,
  relationshipSheet,
  reviewSheet,
  snippetSheet,
  type SheetDefinition,
} from './sheets.js';

/** "Document Info" has a row for each described package. */
const maxDocumentRows = 100_000;

/**
 * The SPDX spreadsheet 2.0–2.3 as pieces. Memory holds the shared strings and the external references, which stand on
 * another sheet than their packages.
 *
 * @throws FormatError as `openSpreadsheet`; `invalid` without the sheet "Document Info"; `limit`
 */
export async function* readSpreadsheet(
  source: ByteSource,
  limits: ParseLimits,
  onWarning: (warning: BomWarning) => void,
): AsyncIterable<readonly SpdxElement[]> {
  const sheets = new Map(
    (await openSpreadsheet(source, limits)).map((sheet) => [sheet.name.trim().toLowerCase(), sheet]),
  );
  const reader = new SpreadsheetReader(sheets, onWarning);
  yield readDocumentInfo(await reader.documentRows());
  yield* reader.elements(extractedLicenseSheet);
  const externalRefs = await reader.externalRefs(limits);
  for await (const batch of reader.elements(packageSheet('2.3'), [roundTripColumn])) {
    for (const { data } of batch) addExternalRefs(data, externalRefs);
    yield batch;
  }
  for (const id of externalRefs.keys()) {
    onWarning({
      place: externalRefSheet.name,
      message: `There is no package "${id.slice(0, 80)}"; its external references were skipped`,
    });
  }
  for await (const batch of reader.elements(fileSheet)) yield batch.flatMap(withContains);
  for (const shape of [snippetSheet, relationshipSheet, annotationSheet, reviewSheet]) yield* reader.elements(shape);
}

interface RowElement {
  readonly data: JsonObject;
  readonly place: string;
}

class SpreadsheetReader {
  constructor(
    private readonly sheets: ReadonlyMap<string, Sheet>,
    private readonly onWarning: (warning: BomWarning) => void,
  ) {}

  async documentRows() {
    const sheet = this.sheets.get(documentInfoName.toLowerCase());
    if (!sheet) throw new FormatError('invalid', `The workbook has no sheet "${documentInfoName}"`);
    const rows = [];
    const errors = new ErrorCells();
    for await (const batch of sheet.rows()) {
      rows.push(...batch.map((row) => errors.take(row)));
      if (rows.length > maxDocumentRows) throw new FormatError('limit', `"${documentInfoName}" has too many rows`);
    }
    if (errors.warning) this.onWarning(errors.warning);
    return rows;
  }

  async *elements(shape: SheetDefinition, own: readonly SheetColumn[] = []): AsyncIterable<readonly SpdxElement[]> {
    const { kind } = shape;
    if (kind === 'external-ref') return;
    for await (const batch of this.rowElements(shape, own)) {
      const pieces: SpdxElement[] = [];
      for (const { data, place } of batch) pieces.push({ kind, data, place });
      yield pieces;
    }
  }

  async externalRefs(limits: ParseLimits): Promise<Map<string, JsonObject[]>> {
    const refs = new Map<string, JsonObject[]>();
    let count = 0;
    for await (const batch of this.rowElements(externalRefSheet, [])) {
      for (const { data, place } of batch) {
        const { SPDXREF, ...ref } = data;
        if (++count > limits.maxEdges) throw new FormatError('limit', 'There are too many external references', place);
        const others = refs.get(textOf(SPDXREF));
        if (others) others.push(ref);
        else refs.set(textOf(SPDXREF), [ref]);
      }
    }
    return refs;
  }

  private async *rowElements(
    shape: SheetDefinition,
    own: readonly SheetColumn[],
  ): AsyncIterable<readonly RowElement[]> {
    const sheet = this.sheets.get(shape.name.toLowerCase());
    if (!sheet) return;
    const reader = new SheetReader(shape, own, this.onWarning);
    for await (const rows of sheet.rows()) {
      const elements: RowElement[] = [];
      for (const row of rows) {
        const data = reader.read(row);
        if (data) elements.push({ data, place: row.place });
      }
      yield elements;
    }
    reader.end();
  }
}

function addExternalRefs(data: JsonObject, all: Map<string, JsonObject[]>): void {
  const id = textOf(data.SPDXID);
  const externalRefs = all.get(id);
  if (!externalRefs) return;
  all.delete(id);
  data.externalRefs = externalRefs;
}

/** The row of a file may name the packages that contain it. */
function withContains({ kind, data, place }: SpdxElement): SpdxElement[] {
  const { packageIdentifiers, ...file } = data;
  const packages = Array.isArray(packageIdentifiers) ? packageIdentifiers.map(textOf) : [];
  const relatedSpdxElement = textOf(file.SPDXID);
  return [
    { kind, data: file, place },
    ...packages.map((spdxElementId): SpdxElement => ({
      kind: 'relationship',
      data: { spdxElementId, relationshipType: 'CONTAINS', relatedSpdxElement },
      place,
    })),
  ];
}

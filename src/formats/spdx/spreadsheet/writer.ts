import { elementLabel } from '../../losses.js';
import type { JsonObject } from '../../../model/document.js';
import { objectsOf, textOf } from '../../../model/json.js';
import type { SerializeOptions } from '../../format.js';
import { RowBuffer } from '../../writing/row-buffer.js';
import { SheetBuffer, type SheetHead, type WrittenCell } from '../../writing/sheet-xml.js';
import type { WrittenSheet } from '../../writing/workbook.js';
import type { ElementKind, SpdxElement } from '../document/elements.js';
import { documentId } from '../../shared/spdx-identifiers.js';
import { rangesWithoutColumn, type SheetColumn } from './cells.js';
import { documentTitles, writeDocumentInfo } from './document-info.js';
import { roundTripColumn, otherAnnotations } from './extension-columns.js';
import { cellsOf, reportMembersWithoutColumn, titlesOf } from './sheet-rows.js';
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

type Rows = readonly (readonly WrittenCell[])[];

/** Members of an element with a sheet of their own. */
const membersOnOtherSheets: ReadonlySet<string> = new Set(['annotations', 'externalRefs']);
/** Described elements in "Document Info"; the relationships have all of them. */
const maxDescribed = 1_000;

/**
 * Makes the sheets of the SPDX spreadsheet in one pass over the elements of a document. `inOrder` is the order in
 * which the rows of the sheets must be read: that of the elements, then the sheets that were collected meanwhile.
 */
export class SpreadsheetWriter {
  readonly sheets: readonly WrittenSheet[];
  readonly inOrder: readonly WrittenSheet[];
  private readonly annotations = new RowBuffer();
  private readonly externalRefs: SheetBuffer;
  private readonly external: JsonObject[] = [];
  private readonly described: string[] = [];
  private document: JsonObject = {};
  private batch: readonly SpdxElement[] | undefined;

  constructor(
    private readonly elements: AsyncIterator<readonly SpdxElement[]>,
    private readonly options: SerializeOptions,
  ) {
    this.externalRefs = new SheetBuffer(headOf(externalRefSheet), options.onLoss);
    const files = this.sheet(fileSheet);
    const snippets = this.sheet(snippetSheet);
    const packages = this.sheet(packageSheet(options.specVersion), [roundTripColumn]);
    const licenses = this.sheet(extractedLicenseSheet);
    const relationships = this.sheet(relationshipSheet);
    const annotations = { ...headOf(annotationSheet), rows: () => this.annotationRows() };
    const reviews = this.sheet(reviewSheet);
    const refs = { ...headOf(externalRefSheet), buffer: this.externalRefs };
    const info = { name: documentInfoName, header: documentTitles, rows: () => this.documentRows() };
    this.inOrder = [files, snippets, packages, licenses, relationships, annotations, reviews, refs, info];
    this.sheets = [info, packages, refs, licenses, files, relationships, annotations, snippets, reviews];
  }

  private sheet(shape: SheetDefinition, own: readonly SheetColumn[] = []): WrittenSheet {
    return { ...headOf(shape, own), rows: () => this.rows(shape, own) };
  }

  private async *rows(shape: SheetDefinition, own: readonly SheetColumn[]): AsyncIterable<Rows> {
    for await (const batch of this.takeBatches(shape.kind as ElementKind)) {
      const rows = batch.map(({ data }) => {
        this.options.onElement?.(elementLabel(shape.kind, data));
        this.collectForOtherSheets(data);
        reportMembersWithoutColumn(shape, data, membersOnOtherSheets, this.options.onLoss);
        for (let left = rangesWithoutColumn(data); left > 0; left -= 1) this.options.onLoss('ranges');
        return cellsOf(shape, data, own);
      });
      this.options.onElement?.('');
      yield rows;
      await this.externalRefs.text.waitForSpace();
    }
  }

  /** Collects the members of an element that other sheets hold. */
  private collectForOtherSheets(data: JsonObject): void {
    const SPDXREF = textOf(data.SPDXID); // in the first column
    for (const annotation of otherAnnotations(data)) {
      this.annotations.add(cellsOf(annotationSheet, { ...annotation, SPDXREF }));
    }
    for (const ref of objectsOf(data.externalRefs)) {
      const cells = cellsOf(externalRefSheet, ref);
      cells[0] = SPDXREF;
      this.externalRefs.add(cells);
    }
    if (data.relationshipType === 'DESCRIBES' && data.spdxElementId === documentId) {
      if (this.described.length < maxDescribed) this.described.push(textOf(data.relatedSpdxElement));
    }
  }

  private async *annotationRows(): AsyncIterable<Rows> {
    for await (const batch of this.takeBatches('annotation')) {
      yield batch.map(({ data }) => cellsOf(annotationSheet, { SPDXREF: documentId, ...data }));
    }
    yield* this.annotations.batches<WrittenCell>();
  }

  private async *documentRows(): AsyncIterable<Rows> {
    yield writeDocumentInfo(this.document, this.external, this.described);
  }

  /** The batches of the next kind of elements, if it is `kind`. The first sheet is kept for later. */
  private async *takeBatches(kind: ElementKind): AsyncIterable<readonly SpdxElement[]> {
    for (;;) {
      this.batch ??= await this.nextBatch();
      if (this.batch === undefined || this.batch[0]!.kind !== kind) return;
      yield this.batch;
      this.batch = undefined;
    }
  }

  private async nextBatch(): Promise<readonly SpdxElement[] | undefined> {
    for (;;) {
      const next = await this.elements.next();
      if (next.done) return undefined;
      const [first] = next.value;
      if (first?.kind === 'document') this.document = first.data;
      else if (first?.kind === 'external-document') this.external.push(...next.value.map(({ data }) => data));
      else if (first) return next.value;
    }
  }
}

const headOf = (shape: SheetDefinition, own: readonly SheetColumn[] = []): SheetHead => ({
  name: shape.name,
  header: titlesOf(shape, own),
});

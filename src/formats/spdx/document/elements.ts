import type { JsonObject } from '../../../model/document.js';

/**
 * An SPDX 2.x document as a sequence of its elements, each in the shape that the SPDX JSON schema gives it. All
 * encodings of SPDX 2.x (JSON, YAML, XML, tag-value, RDF/XML, spreadsheet) are read into and written from pieces, so
 * that what SPDX means stands in one place (`document-reader.ts`, `document-writer.ts`).
 *
 * - `document`: the members of the document itself, without its lists; exactly one. It may come at any time when
 *   reading, and comes first when writing.
 * - `describes`: `{ SPDXID }`, one entry of the old list `documentDescribes`. Only read; a relationship when written.
 * - `annotation`: one of the document's own, or, with a member `SPDXREF` (the tag of that name), one of the element
 *   that it names. Annotations inside a package, file or snippet may also stand in the element's `annotations`.
 * - `package` may hold `hasFiles`, and when it is read the reader makes CONTAINS relationships of it.
 */
export type ElementKind =
  | 'document'
  | 'external-document'
  | 'package'
  | 'file'
  | 'snippet'
  | 'extracted-license'
  | 'relationship'
  | 'describes'
  | 'annotation'
  | 'review';

export interface SpdxElement {
  readonly kind: ElementKind;
  readonly data: JsonObject;
  /** Position in the file for messages: a JSON pointer, "line 12", "Package Info!A5". Empty when writing. */
  readonly place: string;
}

/**
 * The list of the JSON shape in which pieces of a kind stand, in the order in which they are written: files before
 * packages, because in tag-value a file that follows a package is taken for one of its files (SPDX 2.3, clause 8).
 */
export const listOfKind = {
  'external-document': 'externalDocumentRefs',
  file: 'files',
  snippet: 'snippets',
  package: 'packages',
  'extracted-license': 'hasExtractedLicensingInfos',
  relationship: 'relationships',
  annotation: 'annotations',
  review: 'revieweds',
} as const satisfies Partial<Record<ElementKind, string>>;

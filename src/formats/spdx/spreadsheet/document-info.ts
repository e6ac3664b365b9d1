import type { Json, JsonObject } from '../../../model/document.js';
import { listOf, objectOf, textOf } from '../../../model/json.js';
import type { TableRow } from '../../reading/stream-items.js';
import type { WrittenCell } from '../../writing/sheet-xml.js';
import type { SpdxElement } from '../document/elements.js';
import { documentId } from '../../shared/spdx-identifiers.js';
import { readChecksum, readDate, writeChecksum, writeDate } from './cells.js';

/** Columns of the sheet "Document Info". Further values are in the rows below. */
export const documentTitles = [
  'Spreadsheet Version',
  'SPDX Version',
  'Data License',
  'SPDX Identifier',
  'License List Version',
  'Document Name',
  'Document Namespace',
  'Document Contents',
  'External Document References',
  'Document Comment',
  'Creator',
  'Created',
  'Creator Comment',
  'Optional User Defined Columns...',
] as const;

type Title = (typeof documentTitles)[number];

/** The elements of the sheet: the document, what it describes, and its external documents. */
export function readDocumentInfo(rows: readonly TableRow[]): SpdxElement[] {
  const [header, first, ...others] = rows;
  if (!header || !first) return [];
  const columns = new Map(header.cells.map((title, index) => [title.trim().toLowerCase(), index]));
  const cell = (row: TableRow, title: Title): string =>
    (row.cells[columns.get(title.toLowerCase()) ?? -1] ?? '').trim();
  const values = (title: Title): string[] => [first, ...others].flatMap((row) => cell(row, title) || []);
  const { place } = first;
  const external = values('External Document References')
    .map(readExternalDocument)
    .filter((one) => one !== undefined);
  const creationInfo = {
    created: readDate(cell(first, 'Created')),
    creators: values('Creator'),
    licenseListVersion: cell(first, 'License List Version'),
    comment: cell(first, 'Creator Comment'),
  };
  const document = {
    spdxVersion: cell(first, 'SPDX Version'),
    dataLicense: cell(first, 'Data License'),
    SPDXID: cell(first, 'SPDX Identifier'),
    name: cell(first, 'Document Name'),
    documentNamespace: cell(first, 'Document Namespace'),
    comment: cell(first, 'Document Comment'),
  };
  return [
    { kind: 'document', data: { ...withoutEmpty(document), creationInfo: withoutEmpty(creationInfo) }, place },
    ...external.map((data): SpdxElement => ({ kind: 'external-document', data, place })),
    ...values('Document Contents').map((SPDXID): SpdxElement => ({ kind: 'describes', data: { SPDXID }, place })),
  ];
}

const withoutEmpty = (members: Readonly<Record<string, Json>>): JsonObject =>
  Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== '' && !(Array.isArray(value) && !value.length)),
  );

function readExternalDocument(text: string): JsonObject | undefined {
  const [, externalDocumentId, spdxDocument, rest = ''] = /^(\S+)\s+(\S+)\s+(.*)$/s.exec(text) ?? [];
  const checksum = readChecksum(rest);
  if (externalDocumentId === undefined || spdxDocument === undefined || !checksum) return undefined;
  return { externalDocumentId, spdxDocument, checksum };
}

/** The rows below the header. `described`: SPDXIDs that the document DESCRIBES. */
export function writeDocumentInfo(
  document: JsonObject,
  external: readonly JsonObject[],
  described: readonly string[],
): WrittenCell[][] {
  const info = objectOf(document.creationInfo);
  const creators = listOf(info.creators).map(textOf);
  const references = external.map(
    ({ externalDocumentId, spdxDocument, checksum }) =>
      `${textOf(externalDocumentId)} ${textOf(spdxDocument)} ${writeChecksum(objectOf(checksum))}`,
  );
  const version = textOf(document.spdxVersion);
  const firstRow: Partial<Record<Title, WrittenCell>> = {
    'Spreadsheet Version': `${version.replace('SPDX-', '')}.0`,
    'SPDX Version': version,
    'Data License': textOf(document.dataLicense),
    'SPDX Identifier': textOf(document.SPDXID) || documentId,
    'License List Version': textOf(info.licenseListVersion),
    'Document Name': textOf(document.name),
    'Document Namespace': textOf(document.documentNamespace),
    'Document Comment': textOf(document.comment),
    Created: writeDate(textOf(info.created)),
    'Creator Comment': textOf(info.comment),
  };
  const length = Math.max(1, described.length, references.length, creators.length);
  return Array.from({ length }, (_, index) => {
    const row: Partial<Record<Title, WrittenCell>> = {
      ...(index === 0 ? firstRow : {}),
      'Document Contents': described[index] ?? '',
      'External Document References': references[index] ?? '',
      Creator: creators[index] ?? '',
    };
    return documentTitles.slice(0, -1).map((title) => row[title] ?? '');
  });
}

import type { JsonObject } from '../../../model/document.js';
import { objectsOf, ownMember, textOf } from '../../../model/json.js';
import { isRoundTripAnnotation } from '../mapping/round-trip-annotation.js';
import { textColumn, type SheetColumn } from './cells.js';

/**
 * A column after the official ones of "Package Info": the annotation that embeds the fields that SPDX lacks. It stays
 * with its package, not in the sheet of annotations.
 */
export const roundTripColumn: SheetColumn = {
  title: 'Stocktake Component',
  members: [],
  read: (cell, data) => {
    const [annotationDate = '', annotator = '', comment = ''] = cell.split('\n', 3);
    const annotation = { annotationDate, annotationType: 'OTHER', annotator, comment };
    data.annotations = [...objectsOf(data.annotations), annotation];
  },
  write: (data) => {
    const carried = objectsOf(data.annotations).find(isRoundTripAnnotation);
    return carried ? [carried.annotationDate, carried.annotator, carried.comment].map(textOf).join('\n') : '';
  },
};

/** The annotations of an element for the sheet of annotations. */
export const otherAnnotations = (data: JsonObject): JsonObject[] =>
  objectsOf(data.annotations).filter((annotation) => !isRoundTripAnnotation(annotation));

const identifier = (title: string, category: string, types: readonly string[]): SheetColumn => ({
  title,
  members: [],
  read: (cell, data) => {
    const refs = cell.split('\n').flatMap((line) => {
      const referenceLocator = line.trim();
      const referenceType = types.length > 1 && !referenceLocator.startsWith('cpe:2.3:') ? types[1]! : types[0]!;
      return referenceLocator === '' ? [] : [{ referenceCategory: category, referenceType, referenceLocator }];
    });
    data.externalRefs = [...objectsOf(data.externalRefs), ...refs];
  },
  write: (data) =>
    objectsOf(data.externalRefs)
      .filter((ref) => isIdentifier(ref) && types.includes(textOf(ref.referenceType)))
      .map(({ referenceLocator }) => textOf(referenceLocator))
      .join('\n'),
});

/** How the locator begins by which the column is read; any other is no identifier. */
const locatorStart: Readonly<Record<string, string>> = { purl: 'pkg:', cpe23Type: 'cpe:2.3:', cpe22Type: 'cpe:/' };

function isIdentifier({ referenceType, referenceLocator, comment }: JsonObject): boolean {
  const start = ownMember(locatorStart, textOf(referenceType));
  return start !== undefined && comment === undefined && textOf(referenceLocator).startsWith(String(start));
}

/** "OTHER website https://…", one per line, followed by a comment as JSON string. */
const references: SheetColumn = {
  title: 'External References',
  members: [],
  read: (cell, data) => {
    const refs = cell.split('\n').flatMap((line) => {
      const match = /^(\S+) (\S+) (\S+)(?: (".*"))?$/.exec(line);
      if (!match) return [];
      const [, referenceCategory = '', referenceType = '', referenceLocator = '', comment] = match;
      return [
        { referenceCategory, referenceType, referenceLocator, ...(comment && { comment: parseString(comment) }) },
      ];
    });
    data.externalRefs = [...objectsOf(data.externalRefs), ...refs];
  },
  write: (data) =>
    objectsOf(data.externalRefs)
      .filter((ref) => !isIdentifier(ref))
      .map(({ referenceCategory, referenceType, referenceLocator, comment }) =>
        [referenceCategory, referenceType, referenceLocator, comment && JSON.stringify(comment)]
          .filter((word) => word !== undefined)
          .map(textOf)
          .join(' '),
      )
      .join('\n'),
};

function parseString(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    return text;
  }
}

/** External references, where they have no sheet. */
export const referenceColumns: readonly SheetColumn[] = [
  identifier('Package URL', 'PACKAGE-MANAGER', ['purl']),
  identifier('CPE', 'SECURITY', ['cpe23Type', 'cpe22Type']),
  references,
];

/** Marks the subject of the document. */
export const subjectColumn: SheetColumn = { ...textColumn('Document Subject', 'isSubject'), members: [] };

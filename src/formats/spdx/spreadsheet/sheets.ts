import type { JsonObject } from '../../../model/document.js';
import type { PieceKind } from '../document/pieces.js';
import { boolean, checksums, date, listMember, objectOf, quotedTexts, range, text, texts, textOf } from './cells.js';
import type { SheetColumn } from './cells.js';

/**
 * The sheets of the SPDX spreadsheet as its official tools write them (spdx-java-spreadsheet-store, documents of SPDX
 * 2.2 and 2.3). `packageId` stands for a column that names the element a row belongs to.
 */
export interface SheetShape {
  readonly name: string;
  readonly kind: PieceKind | 'external-ref';
  readonly columns: readonly SheetColumn[];
  /** Heading of the last column, behind which users put their own. */
  readonly userDefined: string;
}

const verificationCode: SheetColumn[] = [
  {
    title: 'Package Verification Code',
    members: ['packageVerificationCode'],
    read: (cell, data) => void (data.packageVerificationCode = { packageVerificationCodeValue: cell }),
    write: (data) => textOf(objectOf(data.packageVerificationCode)?.packageVerificationCodeValue),
  },
  {
    title: 'Verification Code Excluded Files',
    members: ['packageVerificationCode'],
    read: (cell, data) => {
      const code = objectOf(data.packageVerificationCode);
      const inner: JsonObject = {};
      excludedFiles.read(cell, inner);
      if (code) data.packageVerificationCode = { ...code, ...inner };
    },
    write: (data) => excludedFiles.write(objectOf(data.packageVerificationCode) ?? {}),
  },
];
const excludedFiles = texts('', 'packageVerificationCodeExcludedFiles', ', ');

/** Columns that came with SPDX 2.3. */
const newIn23: readonly SheetColumn[] = [
  text('Primary Purpose', 'primaryPackagePurpose'),
  date('Release Date', 'releaseDate'),
  date('Built Date', 'builtDate'),
  date('Valid Until Date', 'validUntilDate'),
];

const packageColumns: readonly SheetColumn[] = [
  text('Package Name', 'name'),
  text('SPDX Identifier', 'SPDXID'),
  text('Package Version', 'versionInfo'),
  text('Package FileName', 'packageFileName'),
  text('Package Supplier', 'supplier'),
  text('Package Originator', 'originator'),
  text('Home Page', 'homepage'),
  text('Package Download Location', 'downloadLocation'),
  checksums('Package Checksum'),
  ...verificationCode,
  text('Source Info', 'sourceInfo'),
  text('License Declared', 'licenseDeclared'),
  text('License Concluded', 'licenseConcluded'),
  texts('License Info From Files', 'licenseInfoFromFiles', ','),
  text('License Comments', 'licenseComments'),
  text('Package Copyright Text', 'copyrightText'),
  text('Summary', 'summary'),
  text('Description', 'description'),
  quotedTexts('Attribution Text', 'attributionTexts'),
  boolean('Files Analyzed', 'filesAnalyzed'),
  text('Comments', 'comment'),
];

const userDefined = 'User Defined Columns...';
const optionalUserDefined = 'Optional User Defined Columns...';

export const packageSheet = (version: string): SheetShape => ({
  name: 'Package Info',
  kind: 'package',
  columns: version === '2.2' ? packageColumns : [...packageColumns, ...newIn23],
  userDefined,
});

export const externalRefSheet: SheetShape = {
  name: 'External Refs',
  kind: 'external-ref',
  columns: [
    text('Package ID', 'SPDXREF'),
    text('Category', 'referenceCategory'),
    text('Type', 'referenceType'),
    text('Locator', 'referenceLocator'),
    text('Comment', 'comment'),
  ],
  userDefined: 'User Defined ...',
};

export const extractedLicenseSheet: SheetShape = {
  name: 'Extracted License Info',
  kind: 'extracted-license',
  columns: [
    text('Identifier', 'licenseId'),
    text('Extracted Text', 'extractedText'),
    text('License Name', 'name'),
    texts('Cross Reference URLs', 'seeAlsos', ', '),
    text('Comment', 'comment'),
  ],
  userDefined,
};

/** The column "Package Identifier" is read as CONTAINS of the packages, and left empty: the relationships say it. */
export const fileSheet: SheetShape = {
  name: 'Per File Info',
  kind: 'file',
  columns: [
    text('File Name', 'fileName'),
    text('SPDX Identifier', 'SPDXID'),
    { ...texts('Package Identifier', 'packageIdentifiers', ', '), members: [] },
    texts('File Type(s)', 'fileTypes', ', '),
    checksums('File Checksum(s)'),
    text('License Concluded', 'licenseConcluded'),
    texts('License Info in File', 'licenseInfoInFiles', ', '),
    text('License Comments', 'licenseComments'),
    text('File Copyright Text', 'copyrightText'),
    text('Notice Text', 'noticeText'),
    listMember('Artifact of Project', 'artifactOfs', 'name'),
    listMember('Artifact of Homepage', 'artifactOfs', 'homePage'),
    listMember('Artifact of URL', 'artifactOfs', 'projectUri'),
    quotedTexts('Contributors', 'fileContributors'),
    text('File Comment', 'comment'),
    quotedTexts('File Dependencies', 'fileDependencies'),
    quotedTexts('Attribution Text', 'attributionTexts'),
  ],
  userDefined,
};

export const relationshipSheet: SheetShape = {
  name: 'Relationships',
  kind: 'relationship',
  columns: [
    text('SPDX Identifier A', 'spdxElementId'),
    text('Relationship', 'relationshipType'),
    text('SPDX Identifier B', 'relatedSpdxElement'),
    text('Relationship Comment', 'comment'),
  ],
  userDefined: optionalUserDefined,
};

export const annotationSheet: SheetShape = {
  name: 'Annotations',
  kind: 'annotation',
  columns: [
    text('SPDX Identifier being Annotated', 'SPDXREF'),
    text('Annotation Comment', 'comment'),
    text('Annotation Date', 'annotationDate'),
    text('Annotator', 'annotator'),
    text('Annotation Type', 'annotationType'),
  ],
  userDefined: optionalUserDefined,
};

export const snippetSheet: SheetShape = {
  name: 'Snippets',
  kind: 'snippet',
  columns: [
    text('ID', 'SPDXID'),
    text('Name', 'name'),
    text('From File ID', 'snippetFromFile'),
    range('Byte Range', 'offset'),
    range('Line Range', 'lineNumber'),
    text('License Concluded', 'licenseConcluded'),
    texts('License Info in Snippet', 'licenseInfoInSnippets', ', '),
    text('License Comments', 'licenseComments'),
    text('Snippet Copyright Text', 'copyrightText'),
    text('Comment', 'comment'),
  ],
  userDefined,
};

export const reviewSheet: SheetShape = {
  name: 'Reviewers',
  kind: 'review',
  columns: [text('Reviewer', 'reviewer'), date('Review Date', 'reviewDate'), text('Reviewer Comment', 'comment')],
  userDefined: '',
};

/** The first sheet is read and written by `document-info.ts`. */
export const documentInfoName = 'Document Info';

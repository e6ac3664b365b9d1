import type { JsonObject } from '../../../model/document.js';
import { isObject, objectOf, textOf } from '../../../model/json.js';
import type { ElementKind } from '../document/elements.js';
import {
  booleanColumn,
  checksumsColumn,
  dateColumn,
  listMemberColumn,
  quotedTextsColumn,
  rangeColumn,
  textColumn,
  textsColumn,
} from './cells.js';
import type { SheetColumn } from './cells.js';

/**
 * The sheets of the SPDX spreadsheet as its official tools write them (spdx-java-spreadsheet-store, documents of SPDX
 * 2.2 and 2.3). `packageId` stands for a column that names the element a row belongs to.
 */
export interface SheetDefinition {
  readonly name: string;
  readonly kind: ElementKind | 'external-ref';
  readonly columns: readonly SheetColumn[];
  /** Title of the last column, after which users add theirs. */
  readonly userDefined: string;
}

const verificationCode: SheetColumn[] = [
  {
    title: 'Package Verification Code',
    members: ['packageVerificationCode'],
    read: (cell, data) => void (data.packageVerificationCode = { packageVerificationCodeValue: cell }),
    write: (data) => textOf(objectOf(data.packageVerificationCode).packageVerificationCodeValue),
  },
  {
    title: 'Verification Code Excluded Files',
    members: ['packageVerificationCode'],
    read: (cell, data) => {
      const { packageVerificationCode: code } = data;
      const inner: JsonObject = {};
      excludedFiles.read(cell, inner);
      if (isObject(code)) data.packageVerificationCode = { ...code, ...inner };
    },
    write: (data) => excludedFiles.write(objectOf(data.packageVerificationCode)),
  },
];
const excludedFiles = textsColumn('', 'packageVerificationCodeExcludedFiles', ', ');

/** Columns of SPDX 2.3. */
const newIn23: readonly SheetColumn[] = [
  textColumn('Primary Purpose', 'primaryPackagePurpose'),
  dateColumn('Release Date', 'releaseDate'),
  dateColumn('Built Date', 'builtDate'),
  dateColumn('Valid Until Date', 'validUntilDate'),
];

const packageColumns: readonly SheetColumn[] = [
  textColumn('Package Name', 'name'),
  textColumn('SPDX Identifier', 'SPDXID'),
  textColumn('Package Version', 'versionInfo'),
  textColumn('Package FileName', 'packageFileName'),
  textColumn('Package Supplier', 'supplier'),
  textColumn('Package Originator', 'originator'),
  textColumn('Home Page', 'homepage'),
  textColumn('Package Download Location', 'downloadLocation'),
  checksumsColumn('Package Checksum'),
  ...verificationCode,
  textColumn('Source Info', 'sourceInfo'),
  textColumn('License Declared', 'licenseDeclared'),
  textColumn('License Concluded', 'licenseConcluded'),
  textsColumn('License Info From Files', 'licenseInfoFromFiles', ','),
  textColumn('License Comments', 'licenseComments'),
  textColumn('Package Copyright Text', 'copyrightText'),
  textColumn('Summary', 'summary'),
  textColumn('Description', 'description'),
  quotedTextsColumn('Attribution Text', 'attributionTexts'),
  booleanColumn('Files Analyzed', 'filesAnalyzed'),
  textColumn('Comments', 'comment'),
];

const userDefined = 'User Defined Columns...';
const optionalUserDefined = 'Optional User Defined Columns...';

export const packageSheet = (version: string): SheetDefinition => ({
  name: 'Package Info',
  kind: 'package',
  columns: version === '2.2' ? packageColumns : [...packageColumns, ...newIn23],
  userDefined,
});

export const externalRefSheet: SheetDefinition = {
  name: 'External Refs',
  kind: 'external-ref',
  columns: [
    textColumn('Package ID', 'SPDXREF'),
    textColumn('Category', 'referenceCategory'),
    textColumn('Type', 'referenceType'),
    textColumn('Locator', 'referenceLocator'),
    textColumn('Comment', 'comment'),
  ],
  userDefined: 'User Defined ...',
};

export const extractedLicenseSheet: SheetDefinition = {
  name: 'Extracted License Info',
  kind: 'extracted-license',
  columns: [
    textColumn('Identifier', 'licenseId'),
    textColumn('Extracted Text', 'extractedText'),
    textColumn('License Name', 'name'),
    textsColumn('Cross Reference URLs', 'seeAlsos', ', '),
    textColumn('Comment', 'comment'),
  ],
  userDefined,
};

/** "Package Identifier" is read as CONTAINS of the packages; it is written empty, for the relationships say it. */
export const fileSheet: SheetDefinition = {
  name: 'Per File Info',
  kind: 'file',
  columns: [
    textColumn('File Name', 'fileName'),
    textColumn('SPDX Identifier', 'SPDXID'),
    { ...textsColumn('Package Identifier', 'packageIdentifiers', ', '), members: [] },
    textsColumn('File Type(s)', 'fileTypes', ', '),
    checksumsColumn('File Checksum(s)'),
    textColumn('License Concluded', 'licenseConcluded'),
    textsColumn('License Info in File', 'licenseInfoInFiles', ', '),
    textColumn('License Comments', 'licenseComments'),
    textColumn('File Copyright Text', 'copyrightText'),
    textColumn('Notice Text', 'noticeText'),
    listMemberColumn('Artifact of Project', 'artifactOfs', 'name'),
    listMemberColumn('Artifact of Homepage', 'artifactOfs', 'homePage'),
    listMemberColumn('Artifact of URL', 'artifactOfs', 'projectUri'),
    quotedTextsColumn('Contributors', 'fileContributors'),
    textColumn('File Comment', 'comment'),
    quotedTextsColumn('File Dependencies', 'fileDependencies'),
    quotedTextsColumn('Attribution Text', 'attributionTexts'),
  ],
  userDefined,
};

export const relationshipSheet: SheetDefinition = {
  name: 'Relationships',
  kind: 'relationship',
  columns: [
    textColumn('SPDX Identifier A', 'spdxElementId'),
    textColumn('Relationship', 'relationshipType'),
    textColumn('SPDX Identifier B', 'relatedSpdxElement'),
    textColumn('Relationship Comment', 'comment'),
  ],
  userDefined: optionalUserDefined,
};

export const annotationSheet: SheetDefinition = {
  name: 'Annotations',
  kind: 'annotation',
  columns: [
    textColumn('SPDX Identifier being Annotated', 'SPDXREF'),
    textColumn('Annotation Comment', 'comment'),
    textColumn('Annotation Date', 'annotationDate'),
    textColumn('Annotator', 'annotator'),
    textColumn('Annotation Type', 'annotationType'),
  ],
  userDefined: optionalUserDefined,
};

export const snippetSheet: SheetDefinition = {
  name: 'Snippets',
  kind: 'snippet',
  columns: [
    textColumn('ID', 'SPDXID'),
    textColumn('Name', 'name'),
    textColumn('From File ID', 'snippetFromFile'),
    rangeColumn('Byte Range', 'offset'),
    rangeColumn('Line Range', 'lineNumber'),
    textColumn('License Concluded', 'licenseConcluded'),
    textsColumn('License Info in Snippet', 'licenseInfoInSnippets', ', '),
    textColumn('License Comments', 'licenseComments'),
    textColumn('Snippet Copyright Text', 'copyrightText'),
    textColumn('Comment', 'comment'),
  ],
  userDefined,
};

export const reviewSheet: SheetDefinition = {
  name: 'Reviewers',
  kind: 'review',
  columns: [
    textColumn('Reviewer', 'reviewer'),
    dateColumn('Review Date', 'reviewDate'),
    textColumn('Reviewer Comment', 'comment'),
  ],
  userDefined: '',
};

/** The first sheet; see `document-info.ts`. */
export const documentInfoName = 'Document Info';

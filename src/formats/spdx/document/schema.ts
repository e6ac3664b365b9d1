import {
  boolean,
  integer,
  lazy,
  list as listOf,
  object,
  text,
  type LazySchema,
  type ListSchema,
  type ObjectSchema,
  type Schema,
  type SchemaField,
} from '../../schema/schema.js';
import {
  annotationType,
  creator,
  date,
  documentAddress,
  fileName,
  fileType,
  licenseRef,
  packagePurpose,
  reference,
  requiredDate,
  singleLine,
  validChecksum,
  validExternalRef,
} from './rules.js';
import { noAssertion, unknownChecksum } from './versions.js';

/*
 * The JSON shape of SPDX 2.x (schemas/spdx-schema.json of SPDX 2.2.2 and 2.3). XML, YAML and RDF have no types of their
 * own and are read by it; every object is conformed to it before it is written.
 */

export const optional = (schema: LazySchema, options: Pick<SchemaField, 'since' | 'required'> = {}): SchemaField => ({
  schema: lazy(schema),
  ...options,
});
const required = (schema: LazySchema, whenMissing: SchemaField['required'] = true): SchemaField =>
  optional(schema, { required: whenMissing });
export const list = (schema: LazySchema): ListSchema => listOf(schema, '');
export const texts = list(text);
const lines = list(singleLine);
const since23 = { since: '2.3' };

export const annotationSchema = object({
  annotationDate: required(requiredDate),
  annotationType: required(annotationType),
  annotator: required(creator),
  comment: required(text),
});
const annotations = optional(list(annotationSchema));

const checksum = object({ algorithm: required(text), checksumValue: required(text) }, validChecksum);

const externalRef = object(
  {
    referenceCategory: required(text),
    referenceType: required(text),
    referenceLocator: required(text),
    comment: optional(text),
  },
  validExternalRef,
);

const pointer = object({
  reference: required(reference),
  offset: optional(integer()),
  lineNumber: optional(integer()),
});

const verificationCode = object({
  packageVerificationCodeValue: required(text),
  packageVerificationCodeExcludedFiles: optional(texts),
});

export const packageSchema = object({
  SPDXID: required(text),
  name: required(singleLine, 'unnamed'),
  versionInfo: optional(singleLine),
  packageFileName: optional(singleLine),
  supplier: optional(singleLine),
  originator: optional(singleLine),
  downloadLocation: required(singleLine, noAssertion),
  filesAnalyzed: optional(boolean),
  packageVerificationCode: optional(verificationCode),
  checksums: optional(list(checksum)),
  homepage: optional(singleLine),
  sourceInfo: optional(text),
  licenseConcluded: optional(singleLine),
  licenseInfoFromFiles: optional(lines),
  licenseDeclared: optional(singleLine),
  licenseComments: optional(text),
  copyrightText: optional(text),
  summary: optional(text),
  description: optional(text),
  comment: optional(text),
  externalRefs: optional(list(externalRef)),
  attributionTexts: optional(texts),
  primaryPackagePurpose: optional(packagePurpose, since23),
  releaseDate: optional(date, since23),
  builtDate: optional(date, since23),
  validUntilDate: optional(date, since23),
  annotations,
  hasFiles: optional(list(reference)),
});

export const fileSchema = object({
  SPDXID: required(text),
  fileName: required(fileName),
  fileTypes: optional(list(fileType)),
  checksums: required(list(checksum), unknownChecksum),
  licenseConcluded: optional(singleLine),
  licenseInfoInFiles: optional(lines),
  licenseComments: optional(text),
  copyrightText: optional(text),
  comment: optional(text),
  noticeText: optional(text),
  fileContributors: optional(lines),
  attributionTexts: optional(texts),
  artifactOfs: optional(
    list(object({ name: optional(singleLine), homePage: optional(text), projectUri: optional(text) })),
  ),
  fileDependencies: optional(list(reference)),
  annotations,
});

export const snippetSchema = object({
  SPDXID: required(text),
  snippetFromFile: required(reference),
  ranges: required(list(object({ startPointer: required(pointer), endPointer: required(pointer) }))),
  licenseConcluded: optional(singleLine),
  licenseInfoInSnippets: optional(lines),
  licenseComments: optional(text),
  copyrightText: optional(text),
  comment: optional(text),
  name: required(singleLine, noAssertion),
  attributionTexts: optional(texts),
  annotations,
});

const crossRef = object({
  url: required(text),
  isLive: optional(boolean),
  isValid: optional(boolean),
  isWayBackLink: optional(boolean),
  match: optional(text),
  order: optional(integer()),
  timestamp: optional(text),
});

export const extractedLicenseSchema = object({
  licenseId: required(licenseRef),
  extractedText: required(text),
  name: optional(singleLine),
  comment: optional(text),
  seeAlsos: optional(lines),
  crossRefs: optional(list(crossRef)),
});

export const relationshipSchema = object({
  spdxElementId: required(text),
  relationshipType: required(text),
  relatedSpdxElement: required(text),
  comment: optional(text),
});

export const externalDocumentSchema = object({
  externalDocumentId: required(text),
  spdxDocument: required(documentAddress),
  checksum: required(checksum),
});

export const reviewSchema = object({
  reviewer: optional(creator),
  reviewDate: required(requiredDate),
  comment: optional(text),
});

export const creationInfoSchema = object({
  created: required(requiredDate),
  creators: required(lines),
  licenseListVersion: optional(singleLine),
  comment: optional(text),
});

const headMembers = {
  spdxVersion: required(text),
  SPDXID: required(text),
  name: required(singleLine),
  dataLicense: required(text),
  documentNamespace: required(text),
  comment: optional(text),
  creationInfo: required(creationInfoSchema),
};

/** The document without its lists: the element of kind `document`. */
export const headSchema = object(headMembers);

/** The whole document as JSON, YAML and XML have it; `documentDescribes` is left to its reader. */
export const documentSchema = object({
  ...headMembers,
  externalDocumentRefs: optional(list(externalDocumentSchema)),
  packages: optional(list(packageSchema)),
  files: optional(list(fileSchema)),
  snippets: optional(list(snippetSchema)),
  hasExtractedLicensingInfos: optional(list(extractedLicenseSchema)),
  relationships: optional(list(relationshipSchema)),
  annotations,
  revieweds: optional(list(reviewSchema)),
  documentDescribes: optional(texts),
});

/** The schema of a list's items; of any other value its own. */
export const itemSchema = (schema: Schema): Schema => (schema.kind === 'list' ? schema.variants[0]!.schema : schema);

/** Members that are text wherever they stand, so that `"versionInfo": 1.10` stays "1.10". */
export const textMembers: ReadonlySet<string> = textMembersOf(documentSchema);

function textMembersOf(top: ObjectSchema): ReadonlySet<string> {
  const names = new Set<string>();
  const pending = [top];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const [name, field] of next.fields) {
      const schema = itemSchema(field.schema());
      if (schema.kind === 'text') names.add(name);
      else if (schema.kind === 'object') pending.push(schema);
    }
  }
  return names;
}

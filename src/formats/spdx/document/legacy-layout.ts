import type { Json, JsonObject } from '../../../model/document.js';
import { defineMember, isObject } from '../../../model/json.js';
import { object, type ObjectSchema, type SchemaField } from '../../schema/schema.js';
import type { ElementKind } from './elements.js';
import {
  documentSchema,
  extractedLicenseSchema,
  fileSchema,
  list,
  optional,
  packageSchema,
  reviewSchema,
  snippetSchema,
  texts,
} from './schema.js';

/**
 * The layout that the SPDX Python tools wrote until version 0.7, with other member names: the document is in a member
 * "Document", its `documentDescribes` holds the packages themselves, and these hold their files.
 */
const currentNames: Readonly<Partial<Record<ElementKind, Readonly<Record<string, string>>>>> = {
  document: { specVersion: 'spdxVersion', id: 'SPDXID', namespace: 'documentNamespace' },
  package: { id: 'SPDXID' },
  file: { id: 'SPDXID', name: 'fileName', licenseInfoFromFiles: 'licenseInfoInFiles', artifactOf: 'artifactOfs' },
  snippet: { id: 'SPDXID', fileId: 'snippetFromFile', licenseInfoFromSnippet: 'licenseInfoInSnippets' },
  annotation: { id: 'SPDXREF', SPDXID: 'SPDXREF' },
  'extracted-license': { seeAlso: 'seeAlsos' },
};

const currentLists: ReadonlyMap<string, string> = new Map([
  ['extractedLicenseInfos', 'hasExtractedLicensingInfos'],
  ['reviewers', 'revieweds'],
]);

/** The current name of a list. */
export const currentListName = (name: string): string => currentLists.get(name) ?? name;

/** The current name of a member of an element or of the document. */
export function currentMemberName(name: string, kind: ElementKind): string {
  const names = currentNames[kind];
  return names && Object.hasOwn(names, name) ? names[name]! : name;
}

/** An element with current names. A member that already has its current name wins. */
export function withCurrentNames(data: JsonObject, kind: ElementKind): JsonObject {
  const renamed: JsonObject = {};
  for (const [name, value] of Object.entries(data)) {
    const own = currentMemberName(name, kind);
    if (own === name || !Object.hasOwn(data, own)) defineMember(renamed, own, withCurrentValues(own, value));
  }
  return withChecksumList(renamed);
}

/** An element without its embedded files, and these files. */
export function separateFiles({ files, ...data }: JsonObject): { data: JsonObject; files: JsonObject[] } {
  const found = (Array.isArray(files) ? files : []).flatMap((item) => (isObject(item) ? fileIn(item) : []));
  if (found.length === 0) return { data, files: [] };
  const ids = found.flatMap(({ SPDXID }) => (typeof SPDXID === 'string' ? [SPDXID] : []));
  return { data: { ...data, hasFiles: ids }, files: found };
}

function fileIn({ File: file }: JsonObject): JsonObject[] {
  return file !== undefined && isObject(file) ? [withCurrentNames(file, 'file')] : [];
}

/** Values were those of RDF: "checksumAlgorithm_sha1", "fileType_archive". */
function withCurrentValues(name: string, value: Json): Json {
  if (name === 'fileTypes' && Array.isArray(value)) return value.map((type) => withoutPrefix(type, 'fileType_'));
  if (name === 'checksum' && isObject(value)) return checksum(value);
  if (name === 'checksums' && Array.isArray(value)) return value.map(checksum);
  return value;
}

const checksum = (value: Json): Json =>
  isObject(value) && value.algorithm !== undefined
    ? { ...value, algorithm: withoutPrefix(value.algorithm, 'checksumAlgorithm_') }
    : value;

const withoutPrefix = (value: Json, prefix: string): Json =>
  typeof value === 'string' && value.startsWith(prefix) ? value.slice(prefix.length).toUpperCase() : value;

/** The only checksum was a member "sha1", in later versions also in `checksums`. */
function withChecksumList({ sha1, ...data }: JsonObject): JsonObject {
  if (typeof sha1 !== 'string' || data.checksums !== undefined) return data;
  return { ...data, checksums: [{ algorithm: 'SHA1', checksumValue: sha1 }] };
}

const extended = (schema: ObjectSchema, fields: Readonly<Record<string, SchemaField>>): ObjectSchema => ({
  ...schema,
  fields: new Map([...schema.fields, ...Object.entries(fields)]),
});

const legacyFile = extended(fileSchema, {
  licenseInfoFromFiles: optional(texts),
  artifactOf: fileSchema.fields.get('artifactOfs')!,
});
const legacyPackage = extended(packageSchema, { files: optional(list(object({ File: optional(legacyFile) }))) });
const legacyLicenses = optional(list(extended(extractedLicenseSchema, { seeAlso: optional(texts) })));

const legacyDocument = extended(documentSchema, {
  documentDescribes: optional(list(object({ Package: optional(legacyPackage), File: optional(legacyFile) }))),
  snippets: optional(list(extended(snippetSchema, { licenseInfoFromSnippet: optional(texts) }))),
  hasExtractedLicensingInfos: legacyLicenses,
  extractedLicenseInfos: legacyLicenses,
  reviewers: optional(list(reviewSchema)),
});

/** The root element in XML. */
export const legacyRoot = { name: 'SpdxDocument', schema: object({ Document: optional(legacyDocument) }) };

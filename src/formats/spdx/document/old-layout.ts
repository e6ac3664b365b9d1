import type { Json, JsonObject } from '../../../model/document.js';
import { defineMember } from '../../reading/strict-json.js';
import type { PieceKind } from './pieces.js';
import {
  documentShape,
  extractedLicenseShape,
  fileShape,
  type Member,
  packageShape,
  reviewShape,
  type Shape,
  snippetShape,
} from './shape.js';

/**
 * The layout that the Python tools of SPDX wrote until version 0.7: the document in a member "Document", whose
 * `documentDescribes` holds the packages themselves, and these their files; with names of its own.
 */
const newNames: Readonly<Partial<Record<PieceKind, Readonly<Record<string, string>>>>> = {
  document: { specVersion: 'spdxVersion', id: 'SPDXID', namespace: 'documentNamespace' },
  package: { id: 'SPDXID' },
  file: { id: 'SPDXID', name: 'fileName', licenseInfoFromFiles: 'licenseInfoInFiles', artifactOf: 'artifactOfs' },
  snippet: { id: 'SPDXID', fileId: 'snippetFromFile', licenseInfoFromSnippet: 'licenseInfoInSnippets' },
  annotation: { id: 'SPDXREF', SPDXID: 'SPDXREF' },
  'extracted-license': { seeAlso: 'seeAlsos' },
};

const newLists: ReadonlyMap<string, string> = new Map([
  ['extractedLicenseInfos', 'hasExtractedLicensingInfos'],
  ['reviewers', 'revieweds'],
]);

/** The list of today that was called so. */
export const newListName = (name: string): string => newLists.get(name) ?? name;

/** The member of an element, or of the document itself, that was called so. */
export function newMemberName(name: string, kind: PieceKind): string {
  const names = newNames[kind];
  return names && Object.hasOwn(names, name) ? names[name]! : name;
}

/** An element of the old layout under the names of today; a name of today that is there as well is right. */
export function inNewNames(data: JsonObject, kind: PieceKind): JsonObject {
  const renamed: JsonObject = {};
  for (const [name, value] of Object.entries(data)) {
    const own = newMemberName(name, kind);
    if (own === name || !Object.hasOwn(data, own)) defineMember(renamed, own, inNewWords(own, value));
  }
  return withoutShortSum(renamed);
}

/** What a package or file of the old layout says of its files, apart from what it says of itself. */
export function apart({ files, ...data }: JsonObject): { data: JsonObject; files: JsonObject[] } {
  const found = (Array.isArray(files) ? files : []).flatMap((item) => (isObject(item) ? fileIn(item) : []));
  if (found.length === 0) return { data, files: [] };
  const ids = found.flatMap(({ SPDXID }) => (typeof SPDXID === 'string' ? [SPDXID] : []));
  return { data: { ...data, hasFiles: ids }, files: found };
}

function fileIn({ File: file }: JsonObject): JsonObject[] {
  return file !== undefined && isObject(file) ? [inNewNames(file, 'file')] : [];
}

/** "checksumAlgorithm_sha1" and "fileType_archive", as RDF has them. */
function inNewWords(name: string, value: Json): Json {
  if (name === 'fileTypes' && Array.isArray(value)) return value.map((type) => word(type, 'fileType_'));
  if (name === 'checksum' && isObject(value)) return checksum(value);
  if (name === 'checksums' && Array.isArray(value)) return value.map(checksum);
  return value;
}

const checksum = (value: Json): Json =>
  isObject(value) && value.algorithm !== undefined
    ? { ...value, algorithm: word(value.algorithm, 'checksumAlgorithm_') }
    : value;

const word = (value: Json, prefix: string): Json =>
  typeof value === 'string' && value.startsWith(prefix) ? value.slice(prefix.length).toUpperCase() : value;

/** Its one checksum stood in a member "sha1", and later in `checksums` as well. */
function withoutShortSum({ sha1, ...data }: JsonObject): JsonObject {
  if (typeof sha1 !== 'string' || data.checksums !== undefined) return data;
  return { ...data, checksums: [{ algorithm: 'SHA1', checksumValue: sha1 }] };
}

const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const more = (shape: Shape, members: Readonly<Record<string, Member>>): Shape => ({
  required: shape.required,
  members: new Map([...shape.members, ...Object.entries(members)]),
});
const holder = (members: Readonly<Record<string, Member>>): Shape =>
  more({ required: [], members: new Map() }, members);

const oldFile = more(fileShape, { licenseInfoFromFiles: 'texts', artifactOf: fileShape.members.get('artifactOfs')! });
const oldPackage = more(packageShape, { files: { list: holder({ File: { object: oldFile } }) } });
const oldLicense = more(extractedLicenseShape, { seeAlso: 'texts' });

const oldDocument = more(documentShape, {
  documentDescribes: { list: holder({ Package: { object: oldPackage }, File: { object: oldFile } }) },
  snippets: { list: more(snippetShape, { licenseInfoFromSnippet: 'texts' }) },
  hasExtractedLicensingInfos: { list: oldLicense },
  extractedLicenseInfos: { list: oldLicense },
  reviewers: { list: reviewShape },
});

/** The element that holds `<Document>` in XML. */
export const oldRoot = { name: 'SpdxDocument', shape: holder({ Document: { object: oldDocument } }) };

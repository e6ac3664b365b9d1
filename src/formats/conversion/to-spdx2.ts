import type { BomComponent, BomHeader, BomPart, Json, JsonObject } from '../../model/document.js';
import { defineMember, isObject } from '../../model/json.js';
import { namespaceOf } from '../shared/document-identity.js';
import type { Spdx2Relationship } from '../shared/spdx2-relationships.js';
import { documentId, isSpdxId } from '../shared/spdx-identifiers.js';
import { nameOf, readSpdx3Relationship } from '../shared/spdx3-relationships.js';
import { lastName, neutralAlgorithm, typeOfPurpose } from '../shared/spdx3-vocabulary.js';

/** Only elements of SPDX 3 have a `type`. */
export const isSpdx3 = ({ family, data }: BomPart): boolean => family === 'spdx' && typeof data.type === 'string';

/** Members of a package that only change their name. */
const renamed: ReadonlyMap<string, string> = new Map([
  ['comment', 'comment'],
  ['summary', 'summary'],
  ['software_sourceInfo', 'sourceInfo'],
  ['software_attributionText', 'attributionTexts'],
  ['software_copyrightText', 'copyrightText'],
  ['software_homePage', 'homepage'],
  ['software_downloadLocation', 'downloadLocation'],
  ['builtTime', 'builtDate'],
  ['releaseTime', 'releaseDate'],
  ['validUntilTime', 'validUntilDate'],
]);

/**
 * The native members of an SPDX 3.0 package as those of SPDX 2.x. Members without a counterpart keep their name; those
 * that the typed fields represent are left out.
 */
export function packageToSpdx2({ native, supplier, originator }: BomComponent): JsonObject {
  const data: JsonObject = {};
  const { type: _class, creationInfo: _info, ...own } = native?.data ?? {};
  for (const [name, value] of Object.entries(own)) {
    const plain = renamed.get(name);
    if (plain !== undefined) data[plain] = value;
    else if (name === 'verifiedUsing') Object.assign(data, verifiedBy(value));
    else if (name === 'software_primaryPurpose' && typeOfPurpose.has(lastName(String(value)))) continue;
    else if (name === 'suppliedBy' && supplier) continue;
    else if (name === 'originatedBy' && originator && [value].flat().length === 1) continue;
    else defineMember(data, name, value);
  }
  return data;
}

function verifiedBy(methods: Json): JsonObject {
  const items = (Array.isArray(methods) ? methods : [methods]).filter(isObject);
  const code = items.find(({ type }) => type === 'PackageVerificationCode');
  const others = items.filter((item) => item !== code && !neutralAlgorithm.has(lastName(String(item.algorithm))));
  const { hashValue, packageVerificationCodeExcludedFile: excluded } = code ?? {};
  return {
    ...(typeof hashValue === 'string' && {
      packageVerificationCode: {
        packageVerificationCodeValue: hashValue,
        ...(Array.isArray(excluded) && { packageVerificationCodeExcludedFiles: excluded }),
      },
    }),
    ...(others.length > 0 && { verifiedUsing: others }),
  };
}

const fileTypeOfPurpose: ReadonlyMap<string, string> = new Map([
  ['source', 'SOURCE'],
  ['archive', 'ARCHIVE'],
  ['application', 'APPLICATION'],
  ['documentation', 'DOCUMENTATION'],
  ['executable', 'BINARY'],
]);

/** Members of a file of SPDX 3.0 that `fileToSpdx2` maps, or that have no meaning outside its graph. */
const mappedFileMembers: ReadonlySet<string> = new Set(
  (
    'spdxId type creationInfo name verifiedUsing software_copyrightText comment description summary ' +
    'software_attributionText software_primaryPurpose software_additionalPurpose'
  ).split(' '),
);

/** A `software_File` of SPDX 3.0 as a file of SPDX 2.x, without its licences, which are relationships. */
export function fileToSpdx2(data: JsonObject, onLoss: (what: string) => void): JsonObject {
  for (const name in data) if (!mappedFileMembers.has(name)) onLoss(name);
  const { name, software_copyrightText: copyrightText, software_attributionText: attributionTexts } = data;
  const notes = [data.comment, data.description, data.summary].filter((note) => typeof note === 'string');
  const checksums = (Array.isArray(data.verifiedUsing) ? data.verifiedUsing : []).flatMap((item) => {
    const { algorithm, hashValue } = (item ?? {}) as JsonObject;
    const known = neutralAlgorithm.get(lastName(String(algorithm)));
    if (known === undefined || typeof hashValue !== 'string') onLoss('verifiedUsing');
    return known === undefined ? [] : [{ algorithm: known, checksumValue: String(hashValue) }];
  });
  const purposes = [data.software_primaryPurpose, data.software_additionalPurpose].flat();
  const fileTypes = purposes.flatMap((purpose) =>
    typeof purpose === 'string' ? [fileTypeOfPurpose.get(lastName(purpose)) ?? 'OTHER'] : [],
  );
  return {
    fileName: typeof name === 'string' ? name : '',
    checksums,
    ...(fileTypes.length > 0 && { fileTypes: [...new Set(fileTypes)] }),
    ...(typeof copyrightText === 'string' && { copyrightText }),
    ...(notes.length > 0 && { comment: notes.join('\n') }),
    ...(Array.isArray(attributionTexts) && { attributionTexts }),
  };
}

const licenseTypes: ReadonlySet<Json | undefined> = new Set<Json>(['hasDeclaredLicense', 'hasConcludedLicense']);

/** True for a relationship that is a licence field of its package. */
export const isLicenseOf = (data: JsonObject, isPackage: (ref: string) => boolean): boolean =>
  licenseTypes.has(data.relationshipType) && typeof data.from === 'string' && isPackage(data.from);

/** Reports what such a relationship says besides the licence. */
export function reportLostOfLicense(data: JsonObject, onLoss: (what: string) => void): void {
  for (const name in data) {
    const isKept = name === 'completeness' ? data[name] !== 'incomplete' : mappedRelationshipMembers.has(name);
    if (!isKept || name === 'comment') onLoss(name);
  }
}

const mappedRelationshipMembers: ReadonlySet<string> = new Set(
  'spdxId @id type creationInfo from to relationshipType comment scope'.split(' '),
);

export interface Spdx2ConversionContext {
  /** The reference of an element, by its IRI. */
  readonly refOf: (iri: string) => string;
  readonly onLoss: (what: string) => void;
}

/** A relationship of SPDX 3.0 as those of SPDX 2.x, one for each target; undefined where it lacks an end. */
export function relationshipToSpdx2(
  data: JsonObject,
  { refOf, onLoss }: Spdx2ConversionContext,
): Spdx2Relationship[] | undefined {
  const read = readSpdx3Relationship(data);
  if (read === undefined || read.to.length === 0) return undefined;
  for (const name in data)
    if (!mappedRelationshipMembers.has(name) && !(name === 'completeness' && data[name] === 'noAssertion'))
      onLoss(name);
  const name = nameOf(read.type, read.scope);
  if (read.scope !== '' && name?.scope !== read.scope) onLoss('scope');
  return read.to.map((target) => {
    const [from, to] = [refOf(read.from), endOf(target, refOf)];
    if (name === undefined)
      return { from, type: 'OTHER', to, comment: read.comment === '' ? read.type : `${read.type}: ${read.comment}` };
    return { ...(name.isInverse ? { from: to, to: from } : { from, to }), type: name.two, comment: read.comment };
  });
}

function endOf(iri: string, refOf: (iri: string) => string): string {
  const name = lastName(iri);
  return name === 'NoneElement' ? 'NONE' : name === 'NoAssertionElement' ? 'NOASSERTION' : refOf(iri);
}

/** The references of elements, by IRI, as `Spdx3Reader` made them. */
export function refsOf(header: BomHeader): (iri: string) => string {
  const own = documentOf(header)?.spdxId;
  const namespace = elementNamespace(header);
  return (iri) => (iri === own ? documentId : shortRef(iri, namespace));
}

/** Where the elements of an SPDX 3.0 graph have their names; an export has a namespace of its own beside it. */
export function elementNamespace(header: BomHeader): string {
  const id = documentOf(header)?.spdxId;
  const suffix = `#${documentId}`;
  return typeof id === 'string' && id.endsWith(suffix) ? id.slice(0, -suffix.length) : (namespaceOf(header) ?? '');
}

/** The `SpdxDocument` of an SPDX 3.0 graph; undefined where the head is of another format, or was withheld. */
export function documentOf({ native }: BomHeader): JsonObject | undefined {
  const document = native?.data.document;
  return isObject(document) ? document : undefined;
}

/** SPDXIDs of documents that came from SPDX 2 get their short form back. */
export function shortRef(iri: string, namespace: string): string {
  if (namespace === '' || !iri.startsWith(`${namespace}#`)) return iri;
  const id = iri.slice(namespace.length + 1);
  return isSpdxId(id) ? id : iri;
}

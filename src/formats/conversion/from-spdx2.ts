import type { BomHeader, Json, JsonObject, Party } from '../../model/document.js';
import { objectOf, textOf } from '../../model/json.js';
import { readChecksums } from '../shared/spdx-checksums.js';
import { readExternalRef } from '../shared/spdx-external-refs.js';
import { readSpdxParty } from '../shared/spdx-parties.js';
import { spdxTimestamp } from '../shared/spdx-timestamps.js';
import { neutralAlgorithm } from '../shared/spdx3-vocabulary.js';

/*
 * Elements of SPDX 2.x as elements of SPDX 3.0. Members without a place there are reported; values are not checked, the
 * writer conforms them to the schema.
 */

export interface Spdx3ConversionContext {
  readonly iriOf: (ref: string) => string;
  readonly onLoss: (what: string) => void;
}

const nameOfAlgorithm = new Map([...neutralAlgorithm].map(([name, algorithm]) => [algorithm, name]));

/** Members that only change their name. */
const renamed: ReadonlyMap<string, string> = new Map([
  ['comment', 'comment'],
  ['description', 'description'],
  ['summary', 'summary'],
  ['sourceInfo', 'software_sourceInfo'],
  ['attributionTexts', 'software_attributionText'],
]);

/** Core/ExternalIdentifierType of listed types of references (SPDX 2.3, annex F); any other is "other". */
const identifierTypes: ReadonlyMap<string, string> = new Map([
  ['swh', 'swhid'],
  ['gitoid', 'gitoid'],
  ['swid', 'swid'],
]);
const dates: ReadonlyMap<string, string> = new Map([
  ['builtDate', 'builtTime'],
  ['releaseDate', 'releaseTime'],
  ['validUntilDate', 'validUntilTime'],
]);

/** The fields have them, but for NONE: SPDX 3.0 cannot say that there is none. */
const addresses: ReadonlySet<string> = new Set(['homepage', 'downloadLocation']);

/** Native members without information, or that the typed fields represent. */
const mappedMembers: ReadonlySet<string> = new Set([
  'annotations',
  'checksums',
  'copyrightText',
  'filesAnalyzed',
  'licenseConcluded',
  'licenseDeclared',
  'originator',
  'supplier',
  'versionInfo',
  'name',
]);

/** The native members of an SPDX 2.x package as those of SPDX 3.0. */
export function packageToSpdx3(own: JsonObject, { onLoss }: Spdx3ConversionContext): JsonObject {
  const data: JsonObject = {};
  for (const [name, value] of Object.entries(own)) {
    const date = dates.get(name);
    const plain = renamed.get(name);
    const time = date !== undefined && typeof value === 'string' ? spdxTimestamp(value) : undefined;
    if (time !== undefined) data[date!] = time;
    else if (plain !== undefined) data[plain] = value;
    else if (name === 'externalRefs') addIdentifiers(value, data, onLoss);
    else if (name === 'primaryPackagePurpose')
      Object.assign(data, { type: 'software_Package', software_primaryPurpose: purposeOf(value) });
    else if (name === 'packageVerificationCode') data.verifiedUsing = [verificationCode(objectOf(value))];
    else if (name === 'copyrightText' && value === 'NONE') data.software_copyrightText = value;
    else if (addresses.has(name) ? value === 'NONE' : !mappedMembers.has(name)) onLoss(name);
  }
  return data;
}

const verificationCode = (code: JsonObject): JsonObject => ({
  type: 'PackageVerificationCode',
  algorithm: 'sha1',
  hashValue: code.packageVerificationCodeValue ?? null,
  packageVerificationCodeExcludedFile: code.packageVerificationCodeExcludedFiles ?? [],
});

/** "OPERATING-SYSTEM" is "operatingSystem". */
const purposeOf = (value: Json): string =>
  String(value)
    .toLowerCase()
    .replace(/[-_]([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** External references that no typed field represents, as identifiers. */
function addIdentifiers(refs: Json, data: JsonObject, onLoss: (what: string) => void): void {
  const identifiers = (Array.isArray(refs) ? refs : []).flatMap((item): JsonObject[] => {
    const { referenceCategory, referenceType, referenceLocator, comment } = (item ?? {}) as JsonObject;
    const read = readExternalRef(item);
    if (read === undefined ? typeof referenceLocator !== 'string' : !('reference' in read) && textOf(comment) !== '')
      onLoss('externalRefs');
    if (read !== undefined || typeof referenceLocator !== 'string') return [];
    const type = identifierTypes.get(String(referenceType));
    const note = [type === undefined ? `${String(referenceCategory)} ${String(referenceType)}` : '', comment ?? ''];
    const text = note.filter((part) => part !== '').join(': ');
    return [
      {
        type: 'ExternalIdentifier',
        externalIdentifierType: type ?? 'other',
        identifier: referenceLocator,
        ...(text === '' ? {} : { comment: text }),
      },
    ];
  });
  if (identifiers.length > 0) data.externalIdentifier = identifiers;
}

const purposeOfFileType: ReadonlyMap<string, string> = new Map([
  ['SOURCE', 'source'],
  ['ARCHIVE', 'archive'],
  ['APPLICATION', 'application'],
  ['DOCUMENTATION', 'documentation'],
  ['BINARY', 'executable'],
  ['OTHER', 'other'],
]);

/** Mapped members of files and snippets. Licences become relationships. */
const commonMembers: ReadonlySet<string> = new Set(
  'SPDXID annotations licenseConcluded copyrightText comment attributionTexts'.split(' '),
);
const fileMembers: ReadonlySet<string> = new Set([
  ...commonMembers,
  'fileName',
  'fileTypes',
  'checksums',
  'licenseInfoInFiles',
]);
const snippetMembers: ReadonlySet<string> = new Set([...commonMembers, 'snippetFromFile', 'name', 'ranges']);

const commonToSpdx3 = ({ copyrightText, comment, attributionTexts }: JsonObject): JsonObject => ({
  ...(copyrightText !== undefined && { software_copyrightText: copyrightText }),
  ...(comment !== undefined && { comment }),
  ...(attributionTexts !== undefined && { software_attributionText: attributionTexts }),
});

function reportUnmapped(data: JsonObject, mapped: ReadonlySet<string>, onLoss: (what: string) => void): void {
  for (const name of Object.keys(data)) if (!mapped.has(name)) onLoss(name);
}

/** A file without its licences, which are relationships. */
export function fileToSpdx3(data: JsonObject, { onLoss }: Spdx3ConversionContext): JsonObject {
  const { fileName, fileTypes, checksums } = data;
  const [purpose, ...purposes] = new Set(
    (Array.isArray(fileTypes) ? fileTypes : []).flatMap((type) => {
      const found = purposeOfFileType.get(String(type));
      if (found === undefined) onLoss('fileTypes');
      return found ?? [];
    }),
  );
  const hashes = readChecksums(checksums).flatMap(({ algorithm, value }) => {
    const name = nameOfAlgorithm.get(algorithm);
    if (name === undefined) onLoss('checksums');
    return name === undefined ? [] : [{ type: 'Hash', algorithm: name, hashValue: value }];
  });
  reportUnmapped(data, fileMembers, onLoss);
  return {
    type: 'software_File',
    name: String(fileName ?? ''),
    ...(hashes.length > 0 ? { verifiedUsing: hashes } : {}),
    ...(purpose === undefined ? {} : { software_primaryPurpose: purpose }),
    ...(purposes.length > 0 ? { software_additionalPurpose: purposes } : {}),
    ...commonToSpdx3(data),
  };
}

/** A snippet without its licences. */
export function snippetToSpdx3(data: JsonObject, { iriOf, onLoss }: Spdx3ConversionContext): JsonObject {
  const { snippetFromFile, name, ranges } = data;
  reportUnmapped(data, snippetMembers, onLoss);
  const convertedRanges = {
    ...rangeOf(ranges, 'offset', 'software_byteRange'),
    ...rangeOf(ranges, 'lineNumber', 'software_lineRange'),
  };
  const rangeCount = Array.isArray(ranges) ? ranges.length : 0;
  for (let lost = Object.keys(convertedRanges).length; lost < rangeCount; lost += 1) onLoss('ranges');
  return {
    type: 'software_Snippet',
    ...(typeof snippetFromFile === 'string' && { software_snippetFromFile: iriOf(snippetFromFile) }),
    ...(name !== undefined && { name }),
    ...convertedRanges,
    ...commonToSpdx3(data),
  };
}

function rangeOf(ranges: Json | undefined, unit: string, member: string): JsonObject {
  for (const range of Array.isArray(ranges) ? ranges : []) {
    const { startPointer, endPointer } = (range ?? {}) as JsonObject;
    const begin = ((startPointer ?? {}) as JsonObject)[unit];
    const end = ((endPointer ?? {}) as JsonObject)[unit];
    if (!isPositive(begin) || !isPositive(end)) continue;
    return { [member]: { type: 'PositiveIntegerRange', beginIntegerRange: begin, endIntegerRange: end } };
  }
  return {};
}

const isPositive = (value: Json | undefined): value is number => Number.isSafeInteger(value) && (value as number) > 0;

/** The header of an SPDX 2.x document in SPDX 3.0. */
export interface Spdx3Head {
  /** Persons and organizations among the creators. */
  readonly agents: readonly Party[];
  /** Names of the tools among the creators. */
  readonly tools: readonly string[];
  /** Members of `SpdxDocument`. */
  readonly document: JsonObject;
  /** Members of `CreationInfo`. */
  readonly info: JsonObject;
}

/** Members without a place in SPDX 3.0 are reported. */
export function headToSpdx3({ native }: BomHeader, onLoss: (what: string) => void): Spdx3Head {
  const own = native?.family === 'spdx' ? native.data : {};
  const { creators, comment, licenseListVersion } = (own.creationInfo ?? {}) as JsonObject;
  const agents: Party[] = [];
  const tools: string[] = [];
  for (const creator of Array.isArray(creators) ? creators : []) {
    const [, tool] = /^Tool:\s*(\S.*)$/.exec(String(creator)) ?? [];
    const party = tool === undefined ? readSpdxParty(String(creator)) : undefined;
    if (tool !== undefined) tools.push(tool);
    else if (party?.name) agents.push(party);
    else onLoss('creators');
  }
  if (licenseListVersion !== undefined) onLoss('licenseListVersion');
  const withComment = (text: unknown): JsonObject => (typeof text === 'string' && text !== '' ? { comment: text } : {});
  return { agents, tools, document: withComment(own.comment), info: withComment(comment) };
}

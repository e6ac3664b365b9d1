import type { Json, JsonObject } from '../../model/document.js';
import { readChecksums } from '../shared/spdx-checksums.js';
import { readExternalRef } from '../shared/spdx-external-refs.js';
import { spdxTimestamp } from '../shared/spdx-timestamps.js';
import { neutralAlgorithm } from '../shared/spdx3-vocabulary.js';

/** What elements of SPDX 2.x become in SPDX 3.0; what has no place there is reported by its member's name. */
export interface Spdx3ConversionContext {
  readonly iriOf: (ref: string) => string;
  readonly onLoss: (what: string) => void;
}

const nameOfAlgorithm = new Map([...neutralAlgorithm].map(([name, algorithm]) => [algorithm, name]));

/** Members that are the same under another name. */
const renamed: ReadonlyMap<string, string> = new Map([
  ['comment', 'comment'],
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

/** Leftovers that say nothing, or that the fields of the component say. */
const mappedMembers: ReadonlySet<string> = new Set([
  'annotations',
  'checksums',
  'copyrightText',
  'description',
  'downloadLocation',
  'filesAnalyzed',
  'homepage',
  'licenseConcluded',
  'licenseDeclared',
  'originator',
  'supplier',
  'versionInfo',
  'name',
]);

/** What was kept of a package of SPDX 2.x, as members of one of SPDX 3.0. */
export function packageToSpdx3(own: JsonObject, { onLoss }: Spdx3ConversionContext): JsonObject {
  const data: JsonObject = {};
  for (const [name, value] of Object.entries(own)) {
    const date = dates.get(name);
    const plain = renamed.get(name);
    const time = date !== undefined && typeof value === 'string' ? spdxTimestamp(value) : undefined;
    if (time !== undefined) data[date!] = time;
    else if (plain !== undefined && isPlain(value)) data[plain] = value;
    else if (name === 'externalRefs') addIdentifiers(value, data);
    else if (name === 'primaryPackagePurpose')
      Object.assign(data, { type: 'software_Package', software_primaryPurpose: purposeOf(value) });
    else if (!mappedMembers.has(name)) onLoss(name);
  }
  return data;
}

/** "OPERATING-SYSTEM" is "operatingSystem". */
const purposeOf = (value: Json): string =>
  String(value)
    .toLowerCase()
    .replace(/[-_]([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** References that no field of a component holds. */
function addIdentifiers(refs: Json, data: JsonObject): void {
  const identifiers = (Array.isArray(refs) ? refs : []).flatMap((item): JsonObject[] => {
    const { referenceCategory, referenceType, referenceLocator, comment } = (item ?? {}) as JsonObject;
    if (readExternalRef(item) !== undefined || typeof referenceLocator !== 'string') return [];
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

const isPlain = (value: Json): boolean =>
  typeof value === 'string' || (Array.isArray(value) && value.every((item) => typeof item === 'string'));

const purposeOfFileType: ReadonlyMap<string, string> = new Map([
  ['SOURCE', 'source'],
  ['ARCHIVE', 'archive'],
  ['APPLICATION', 'application'],
  ['DOCUMENTATION', 'documentation'],
  ['BINARY', 'executable'],
  ['OTHER', 'other'],
]);

/** Members that files and snippets have in common; those that are licences are relationships. */
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

function commonToSpdx3({ copyrightText, comment, attributionTexts }: JsonObject): JsonObject {
  return {
    ...(typeof copyrightText === 'string' ? { software_copyrightText: copyrightText } : {}),
    ...(typeof comment === 'string' ? { comment } : {}),
    ...(attributionTexts !== undefined && isPlain(attributionTexts)
      ? { software_attributionText: attributionTexts }
      : {}),
  };
}

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

/** A snippet without its licences; undefined where it does not say of which file it is. */
export function snippetToSpdx3(data: JsonObject, { iriOf, onLoss }: Spdx3ConversionContext): JsonObject | undefined {
  const { snippetFromFile, name, ranges } = data;
  if (typeof snippetFromFile !== 'string') return undefined;
  reportUnmapped(data, snippetMembers, onLoss);
  const convertedRanges = {
    ...rangeOf(ranges, 'offset', 'software_byteRange'),
    ...rangeOf(ranges, 'lineNumber', 'software_lineRange'),
  };
  const rangeCount = Array.isArray(ranges) ? ranges.length : 0;
  for (let lost = Object.keys(convertedRanges).length; lost < rangeCount; lost += 1) onLoss('ranges');
  return {
    type: 'software_Snippet',
    software_snippetFromFile: iriOf(snippetFromFile),
    ...(typeof name === 'string' ? { name } : {}),
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

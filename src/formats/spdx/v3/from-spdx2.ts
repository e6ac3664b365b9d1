import type { Json, JsonObject } from '../../../model/document.js';
import { readChecksums } from '../mapping/checksums.js';
import { spdxTimestamp } from '../mapping/timestamps.js';
import { neutralAlgorithm } from './vocabulary.js';

/** What elements of SPDX 2.x become in SPDX 3.0; what has no place there is reported by its member's name. */
export interface TurnSettings {
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
const dates: ReadonlyMap<string, string> = new Map([
  ['builtDate', 'builtTime'],
  ['releaseDate', 'releaseTime'],
  ['validUntilDate', 'validUntilTime'],
]);

/** Leftovers that say nothing, or that the fields of the component say. */
const silent: ReadonlySet<string> = new Set([
  'annotations',
  'checksums',
  'copyrightText',
  'description',
  'downloadLocation',
  'externalRefs',
  'filesAnalyzed',
  'homepage',
  'licenseConcluded',
  'licenseDeclared',
  'originator',
  'primaryPackagePurpose',
  'supplier',
  'versionInfo',
  'name',
]);

/** What was kept of a package of SPDX 2.x, as members of one of SPDX 3.0. */
export function turnPackage(own: JsonObject, { onLoss }: TurnSettings): JsonObject {
  const data: JsonObject = {};
  for (const [name, value] of Object.entries(own)) {
    const date = dates.get(name);
    const plain = renamed.get(name);
    const time = date !== undefined && typeof value === 'string' ? spdxTimestamp(value) : undefined;
    if (time !== undefined) data[date!] = time;
    else if (plain !== undefined && isPlain(value)) data[plain] = value;
    else if (!silent.has(name)) onLoss(name);
  }
  return data;
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

/** A file without its licences, which are relationships. */
export function turnFile(data: JsonObject, settings: TurnSettings): JsonObject {
  const { fileName, fileTypes, checksums, copyrightText, comment, attributionTexts } = data;
  const [fileType] = Array.isArray(fileTypes) ? fileTypes : [];
  const purpose = purposeOfFileType.get(String(fileType));
  const hashes = readChecksums(checksums).flatMap(({ algorithm, value }) => {
    const name = nameOfAlgorithm.get(algorithm);
    return name === undefined ? [] : [{ type: 'Hash', algorithm: name, hashValue: value }];
  });
  for (const name of ['noticeText', 'fileContributors', 'licenseInfoInFiles', 'licenseComments', 'artifactOfs'])
    if (data[name] !== undefined) settings.onLoss(name);
  return {
    type: 'software_File',
    name: String(fileName ?? ''),
    ...(hashes.length > 0 ? { verifiedUsing: hashes } : {}),
    ...(purpose === undefined ? {} : { software_primaryPurpose: purpose }),
    ...(typeof copyrightText === 'string' ? { software_copyrightText: copyrightText } : {}),
    ...(typeof comment === 'string' ? { comment } : {}),
    ...(attributionTexts !== undefined && isPlain(attributionTexts)
      ? { software_attributionText: attributionTexts }
      : {}),
  };
}

/** A snippet without its licences; undefined where it does not say of which file it is. */
export function turnSnippet(data: JsonObject, { iriOf }: TurnSettings): JsonObject | undefined {
  const { snippetFromFile, name, ranges, copyrightText, comment } = data;
  if (typeof snippetFromFile !== 'string') return undefined;
  return {
    type: 'software_Snippet',
    software_snippetFromFile: iriOf(snippetFromFile),
    ...(typeof name === 'string' ? { name } : {}),
    ...rangeOf(ranges, 'offset', 'software_byteRange'),
    ...rangeOf(ranges, 'lineNumber', 'software_lineRange'),
    ...(typeof copyrightText === 'string' ? { software_copyrightText: copyrightText } : {}),
    ...(typeof comment === 'string' ? { comment } : {}),
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

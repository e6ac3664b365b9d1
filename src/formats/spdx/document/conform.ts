import type { Json, JsonObject } from '../../../model/document.js';
import { isValidChecksum, spdxAlgorithm } from '../mapping/checksums.js';
import { licenseReference } from '../mapping/expressions.js';
import { conformExternalRef } from '../mapping/external-refs.js';
import { spdxReference } from '../mapping/identifiers.js';
import { oneLineOf } from '../mapping/lines.js';
import type { Member, Shape } from './shape.js';
import { spdxTimestamp } from '../mapping/timestamps.js';
import { enumerations, type Spdx2Version } from './versions.js';

export interface ConformSettings {
  readonly version: Spdx2Version;
  /** `YYYY-MM-DDThh:mm:ssZ`, for dates that must be there and are none. */
  readonly timestamp: string;
  readonly onLoss: (what: string) => void;
}

/**
 * An object as it may stand in a document of the version: members in the order of the shape, none that the version
 * lacks, values of the right type and form. What must go is reported by the member's name.
 *
 * @returns undefined where a required member is missing
 */
export function conform(data: JsonObject, shape: Shape, settings: ConformSettings): JsonObject | undefined {
  const result: JsonObject = {};
  for (const [name, member] of shape.members) {
    const value = data[name];
    if (value === undefined || value === null) continue;
    const conforming = settings.version.absentMembers.has(name)
      ? undefined
      : conformMember(value, name, member, settings);
    if (conforming === undefined) settings.onLoss(name);
    else result[name] = conforming;
  }
  for (const name of Object.keys(data)) if (!shape.members.has(name)) settings.onLoss(name);
  return shape.required.every((name) => result[name] !== undefined) ? result : undefined;
}

function conformMember(value: Json, name: string, member: Member, settings: ConformSettings): Json | undefined {
  if (member === 'text') return conformText(value, name, settings);
  if (member === 'texts') {
    const items = (Array.isArray(value) ? value : [value]).map((item) => conformText(item, name, settings));
    return items.filter((item) => item !== undefined);
  }
  if (member === 'boolean') return typeof value === 'boolean' ? value : undefined;
  if (member === 'integer') return Number.isSafeInteger(value) ? value : undefined;
  if ('object' in member) return isObject(value) ? conformElement(value, member.object, name, settings) : undefined;
  const items = (Array.isArray(value) ? value : [value]).map((item) => {
    const conforming = isObject(item) ? conformElement(item, member.list, name, settings) : undefined;
    if (conforming === undefined) settings.onLoss(name);
    return conforming;
  });
  return items.filter((item) => item !== undefined);
}

function conformElement(
  data: JsonObject,
  shape: Shape,
  list: string,
  settings: ConformSettings,
): JsonObject | undefined {
  if (list === 'externalRefs') {
    const ref = conform(data, shape, settings);
    return ref && conformExternalRef(ref, settings.version);
  }
  if (list === 'checksums' || list === 'checksum')
    return conform(validChecksum(data, settings.version), shape, settings);
  return conform(data, shape, settings);
}

function validChecksum({ algorithm, checksumValue }: JsonObject, version: Spdx2Version): JsonObject {
  const name = typeof algorithm === 'string' ? spdxAlgorithm(algorithm) : undefined;
  const value = typeof checksumValue === 'string' ? checksumValue.toLowerCase() : '';
  const isValid = name !== undefined && !version.absentAlgorithms.has(name) && isValidChecksum(name, value);
  return isValid ? { algorithm: name, checksumValue: value } : {};
}

/** Members that stand on one line in every encoding. */
const oneLine: ReadonlySet<string> = new Set([
  'name',
  'versionInfo',
  'packageFileName',
  'fileName',
  'supplier',
  'originator',
  'homepage',
  'downloadLocation',
  'annotator',
  'reviewer',
  'fileContributors',
  'seeAlsos',
  'creators',
  'licenseListVersion',
  'licenseConcluded',
  'licenseDeclared',
  'licenseInfoFromFiles',
  'licenseInfoInFiles',
  'licenseInfoInSnippets',
  'spdxDocument',
]);
const dates: ReadonlySet<string> = new Set(['builtDate', 'releaseDate', 'validUntilDate']);
const requiredDates: ReadonlySet<string> = new Set(['created', 'annotationDate', 'reviewDate']);
const references: ReadonlySet<string> = new Set(['reference', 'snippetFromFile', 'hasFiles', 'fileDependencies']);

function conformText(value: Json, name: string, { timestamp }: ConformSettings): string | undefined {
  if (typeof value !== 'string') return typeof value === 'number' ? String(value) : undefined;
  if (oneLine.has(name)) {
    const line = oneLineOf(value);
    return name === 'annotator' || name === 'reviewer' ? withMark(line) : line;
  }
  if (dates.has(name)) return spdxTimestamp(value);
  if (requiredDates.has(name)) return spdxTimestamp(value) ?? timestamp;
  if (references.has(name)) return spdxReference(value);
  if (name === 'licenseId') return licenseReference(value);
  const allowed = enumerations.get(name);
  if (allowed === undefined || allowed.has(value)) return value;
  const repaired = value.toUpperCase().replace('-', '_');
  if (allowed.has(repaired)) return repaired;
  return name === 'primaryPackagePurpose' ? undefined : 'OTHER';
}

/** Annotators and reviewers are a person, an organization or a tool (SPDX 2.3, clause 12.1). */
const withMark = (text: string): string => (/^(Person|Organization|Tool): ?\S/.test(text) ? text : `Person: ${text}`);

const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

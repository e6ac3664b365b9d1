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
 * An object as it may stand in a document of the version: no members that the version lacks, values of the right type
 * and form. What must go is reported by the member's name.
 *
 * @returns undefined where a required member is missing
 */
export function conform(data: JsonObject, shape: Shape, settings: ConformSettings): JsonObject | undefined {
  const result: JsonObject = {};
  for (const name in data) {
    const value = data[name];
    // An empty list says what no list says, and some readers take it for a mistake.
    if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) continue;
    const member = settings.version.absentMembers.has(name) ? undefined : shape.members.get(name);
    const conforming = member && conformMember(value, name, member, settings);
    if (conforming === undefined) settings.onLoss(name);
    else result[name] = conforming;
  }
  for (const name of shape.required) if (result[name] === undefined) return undefined;
  return result;
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

type TextRule = (text: string, settings: ConformSettings) => string | undefined;

const rule = (names: string, apply: TextRule): (readonly [string, TextRule])[] =>
  names.split(' ').map((name) => [name, apply] as const);

/** Rules for the text of a member, wherever it stands; one without a rule may be any text. */
const textRules: ReadonlyMap<string, TextRule> = new Map([
  ...rule(
    'name versionInfo packageFileName fileName supplier originator homepage downloadLocation fileContributors ' +
      'seeAlsos creators licenseListVersion licenseConcluded licenseDeclared licenseInfoFromFiles licenseInfoInFiles ' +
      'licenseInfoInSnippets spdxDocument',
    oneLineOf,
  ),
  ...rule('annotator reviewer', (text) => withMark(oneLineOf(text))),
  ...rule('builtDate releaseDate validUntilDate', spdxTimestamp),
  ...rule('created annotationDate reviewDate', (text, { timestamp }) => spdxTimestamp(text) ?? timestamp),
  ...rule('reference snippetFromFile hasFiles fileDependencies', spdxReference),
  ...rule('licenseId', licenseReference),
  ...rule('annotationType', (text) => allowed('annotationType', text) ?? 'OTHER'),
  ...rule('fileTypes', (text) => allowed('fileTypes', text) ?? 'OTHER'),
  ...rule('primaryPackagePurpose', (text) => allowed('primaryPackagePurpose', text)),
]);

function conformText(value: Json, name: string, settings: ConformSettings): string | undefined {
  if (typeof value !== 'string') return typeof value === 'number' ? String(value) : undefined;
  const apply = textRules.get(name);
  return apply === undefined ? value : apply(value, settings);
}

function allowed(name: string, text: string): string | undefined {
  const values = enumerations.get(name)!;
  if (values.has(text)) return text;
  const repaired = text.toUpperCase().replace('-', '_');
  return values.has(repaired) ? repaired : undefined;
}

/** Annotators and reviewers are a person, an organization or a tool (SPDX 2.3, clause 12.1). */
const withMark = (text: string): string => (/^(Person|Organization|Tool): ?\S/.test(text) ? text : `Person: ${text}`);

const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

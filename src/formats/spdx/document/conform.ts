import type { Json, JsonObject } from '../../../model/document.js';
import { isValidChecksum, spdxAlgorithm } from '../../shared/spdx-checksums.js';
import { licenseReference } from '../../shared/license-expressions.js';
import { conformExternalRef } from '../../shared/spdx-external-refs.js';
import { spdxReference } from '../../shared/spdx-identifiers.js';
import { toSingleLine } from '../mapping/lines.js';
import type { Spdx2Member, Spdx2Schema } from './schema.js';
import { spdxTimestamp } from '../../shared/spdx-timestamps.js';
import { enumerations, type Spdx2Version } from './versions.js';

export interface Spdx2Target {
  readonly version: Spdx2Version;
  /** `YYYY-MM-DDThh:mm:ssZ`, for dates that must be there and are none. */
  readonly timestamp: string;
  readonly onLoss: (what: string) => void;
}

/** A member's value as it may stand; undefined where it may not. */
type Rule = (value: Json, settings: Spdx2Target) => Json | undefined;

/** The members that an object has in a version, each with its rule: made once, for there are many objects. */
const rulesOf = new WeakMap<Spdx2Version, Map<Spdx2Schema, ReadonlyMap<string, Rule>>>();

function rulesIn(version: Spdx2Version, shape: Spdx2Schema): ReadonlyMap<string, Rule> {
  let ofVersion = rulesOf.get(version);
  if (!ofVersion) rulesOf.set(version, (ofVersion = new Map()));
  let rules = ofVersion.get(shape);
  if (!rules) {
    const members = [...shape.members].filter(([name]) => !version.absentMembers.has(name));
    ofVersion.set(shape, (rules = new Map(members.map(([name, member]) => [name, ruleOf(name, member)]))));
  }
  return rules;
}

/**
 * An object as it may stand in a document of the version: no members that the version lacks, values of the right type
 * and form. What must go is reported by the member's name.
 *
 * @returns the object itself where nothing of it had to change; undefined where a required member is missing
 */
export function conform(data: JsonObject, shape: Spdx2Schema, settings: Spdx2Target): JsonObject | undefined {
  const rules = rulesIn(settings.version, shape);
  let changed: JsonObject | undefined;
  for (const name in data) {
    const value = data[name];
    // An empty list says what no list says, and some readers take it for a mistake.
    const isSilent = value === undefined || value === null || (Array.isArray(value) && value.length === 0);
    const conforming = isSilent ? undefined : rules.get(name)?.(value, settings);
    if (conforming === undefined && !isSilent) settings.onLoss(name);
    if (conforming !== value) changed ??= membersBefore(name, data);
    if (changed && conforming !== undefined) changed[name] = conforming;
  }
  const result = changed ?? data;
  for (const name of shape.required) if (result[name] === undefined) return undefined;
  return result;
}

function membersBefore(end: string, data: JsonObject): JsonObject {
  const before: JsonObject = {};
  for (const name in data) {
    if (name === end) break;
    before[name] = data[name]!;
  }
  return before;
}

function ruleOf(name: string, member: Spdx2Member): Rule {
  const text = textRule(name);
  if (member === 'text') return text;
  if (member === 'boolean') return (value) => (typeof value === 'boolean' ? value : undefined);
  if (member === 'integer') return (value) => (Number.isSafeInteger(value) ? value : undefined);
  if (member === 'texts') return listRule(text, () => undefined);
  if ('object' in member) return elementRule(name, member.object);
  return listRule(elementRule(name, member.list), ({ onLoss }) => onLoss(name));
}

/** A list of those of its items that may stand; what is no list is a list of one. */
function listRule(rule: Rule, onLoss: (settings: Spdx2Target) => void): Rule {
  return (value, settings) => {
    if (!Array.isArray(value)) value = [value];
    const conformingItems: Json[] = [];
    let isChanged = false;
    for (const item of value) {
      const conforming = rule(item, settings);
      if (conforming === undefined) onLoss(settings);
      else conformingItems.push(conforming);
      isChanged ||= conforming !== item;
    }
    return isChanged ? conformingItems : value;
  };
}

function elementRule(name: string, shape: Spdx2Schema): Rule {
  const conformElement = name === 'externalRefs' ? conformRef : /^checksums?$/.test(name) ? conformChecksum : conform;
  return (value, settings) => (isObject(value) ? conformElement(value, shape, settings) : undefined);
}

function conformRef(data: JsonObject, shape: Spdx2Schema, settings: Spdx2Target): JsonObject | undefined {
  const ref = conform(data, shape, settings);
  return ref && conformExternalRef(ref, settings.version);
}

function conformChecksum(data: JsonObject, _shape: Spdx2Schema, { version }: Spdx2Target): JsonObject | undefined {
  const { algorithm, checksumValue } = data;
  const name = typeof algorithm === 'string' ? spdxAlgorithm(algorithm) : undefined;
  const value = typeof checksumValue === 'string' ? checksumValue.toLowerCase() : '';
  if (name === undefined || version.absentAlgorithms.has(name) || !isValidChecksum(name, value)) return undefined;
  const isExact = name === algorithm && value === checksumValue && Object.keys(data).join() === checksumMembers;
  return isExact ? data : { algorithm: name, checksumValue: value };
}

const checksumMembers = 'algorithm,checksumValue';

type TextRule = (text: string, settings: Spdx2Target) => string | undefined;

const rule = (names: string, apply: TextRule): (readonly [string, TextRule])[] =>
  names.split(' ').map((name) => [name, apply] as const);

/** Rules for the text of a member, wherever it stands; one without a rule may be any text. */
const textRules: ReadonlyMap<string, TextRule> = new Map([
  ...rule(
    'name versionInfo packageFileName supplier originator homepage downloadLocation fileContributors ' +
      'seeAlsos creators licenseListVersion licenseConcluded licenseDeclared licenseInfoFromFiles licenseInfoInFiles ' +
      'licenseInfoInSnippets spdxDocument',
    toSingleLine,
  ),
  ...rule('fileName', (text) => relativeName(toSingleLine(text))),
  ...rule('annotator reviewer', (text) => withCreatorType(toSingleLine(text))),
  ...rule('builtDate releaseDate validUntilDate', spdxTimestamp),
  ...rule('created annotationDate reviewDate', (text, { timestamp }) => spdxTimestamp(text) ?? timestamp),
  ...rule('reference snippetFromFile hasFiles fileDependencies', spdxReference),
  ...rule('licenseId', licenseReference),
  ...rule('annotationType', (text) => enumerationValue('annotationType', text) ?? 'OTHER'),
  ...rule('fileTypes', (text) => enumerationValue('fileTypes', text) ?? 'OTHER'),
  ...rule('primaryPackagePurpose', (text) => enumerationValue('primaryPackagePurpose', text)),
]);

function textRule(name: string): Rule {
  const apply = textRules.get(name) ?? ((text: string) => text);
  return (value, settings) => {
    if (typeof value === 'string') return apply(value, settings);
    return typeof value === 'number' ? String(value) : undefined;
  };
}

function enumerationValue(name: string, text: string): string | undefined {
  const values = enumerations.get(name)!;
  if (values.has(text)) return text;
  const repaired = text.toUpperCase().replace('-', '_');
  return values.has(repaired) ? repaired : undefined;
}

/** From the root of the package (SPDX 2.3, clause 8.1). */
const relativeName = (text: string): string => (text.startsWith('/') ? `.${text}` : text);

/** Annotators and reviewers are a person, an organization or a tool (SPDX 2.3, clause 12.1). */
const withCreatorType = (text: string): string =>
  /^(Person|Organization|Tool): ?\S/.test(text) ? text : `Person: ${text}`;

const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

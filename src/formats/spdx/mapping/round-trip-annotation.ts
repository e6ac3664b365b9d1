import type { BomComponent, Json, JsonObject } from '../../../model/document.js';
import { objectOf } from '../../../model/json.js';
import type { ComponentDraft } from '../../component-draft.js';
import { jsonEqual } from './json-equal.js';

/** Starts the text that embeds the fields of a component that SPDX has no member for. */
const textPrefix = 'stocktake:component ';

/** Validates an embedded value, for anyone may have written the file; undefined refuses it. */
type ValueReader = (value: Json) => Json | undefined;

const text: ValueReader = (value) => (typeof value === 'string' ? value : undefined);

const oneOf =
  (...words: readonly string[]): ValueReader =>
  (value) =>
    typeof value === 'string' && words.includes(value) ? value : undefined;

const list =
  (read: ValueReader): ValueReader =>
  (value) => {
    if (!Array.isArray(value)) return undefined;
    const items = value.map(read);
    return items.every((item) => item !== undefined) ? items : undefined;
  };

/** An object of these members only; a name that ends in "?" is optional. */
const record = (members: Readonly<Record<string, ValueReader>>): ValueReader => {
  const named = Object.entries(members).map(([name, read]) => {
    const own = name.replace('?', '');
    return { own, read, isNeeded: own === name };
  });
  return (value) => {
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return undefined;
    const result: JsonObject = {};
    for (const { own: memberName, read, isNeeded: isRequired } of named) {
      const member = Object.hasOwn(value, memberName) ? read(value[memberName]!) : undefined;
      if (member !== undefined) result[memberName] = member;
      else if (isRequired) return undefined;
    }
    return result;
  };
};

const hash = record({ algorithm: text, value: text });
const party = record({
  kind: oneOf('organization', 'person', 'unknown'),
  name: text,
  'email?': text,
  'urls?': list(text),
});
const reference = record({ type: text, url: text, 'comment?': text, 'hashes?': list(hash) });
const licenseMembers = record({
  relation: oneOf('declared', 'concluded'),
  'expression?': text,
  'id?': text,
  'name?': text,
  'text?': text,
  'url?': text,
});
const license: ValueReader = (value) => {
  const read = licenseMembers(value) as JsonObject | undefined;
  return read && ['expression', 'id', 'name'].filter((name) => read[name] !== undefined).length === 1
    ? read
    : undefined;
};

const types =
  'application framework library container platform operating-system device device-driver firmware file ' +
  'machine-learning-model data cryptographic-asset';

interface EmbeddableField {
  readonly name: keyof BomComponent;
  readonly read: ValueReader;
  /** A function per field is faster than a lookup by a variable name. */
  readonly of: (component: BomComponent) => unknown;
}

/** The fields that may be embedded. */
const embeddableFields: readonly EmbeddableField[] = [
  { name: 'parentRef', read: text, of: (component) => component.parentRef },
  { name: 'type', read: oneOf(...types.split(' ')), of: (component) => component.type },
  { name: 'name', read: text, of: (component) => component.name },
  { name: 'group', read: text, of: (component) => component.group },
  { name: 'version', read: text, of: (component) => component.version },
  { name: 'purls', read: list(text), of: (component) => component.purls },
  { name: 'cpes', read: list(text), of: (component) => component.cpes },
  { name: 'supplier', read: party, of: (component) => component.supplier },
  { name: 'originator', read: party, of: (component) => component.originator },
  { name: 'publisher', read: text, of: (component) => component.publisher },
  { name: 'author', read: text, of: (component) => component.author },
  { name: 'description', read: text, of: (component) => component.description },
  { name: 'copyright', read: text, of: (component) => component.copyright },
  { name: 'scope', read: oneOf('required', 'optional', 'excluded'), of: (component) => component.scope },
  { name: 'licenses', read: list(license), of: (component) => component.licenses },
  { name: 'hashes', read: list(hash), of: (component) => component.hashes },
  { name: 'references', read: list(reference), of: (component) => component.references },
  { name: 'properties', read: list(record({ name: text, value: text })), of: (component) => component.properties },
];

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/**
 * The text that carries the fields of a component that reading its package would not give; undefined where it gives all.
 *
 * @param reread what reading the package gives
 * @param refOf what a reference becomes in the document
 */
export function embedLostFields(
  component: BomComponent,
  reread: BomComponent,
  refOf: (ref: string) => string,
): string | undefined {
  let lost: JsonObject | undefined;
  for (const { name, of } of embeddableFields) {
    const own = of(component) as Json;
    const value = name === 'parentRef' && typeof own === 'string' ? refOf(own) : own;
    const read = of(reread) as Json;
    if (value === read || (isEmpty(value) && name !== 'name')) continue;
    if (!jsonEqual(value, read)) (lost ??= {})[name] = value;
  }
  return lost && textPrefix + JSON.stringify(lost);
}

export const isRoundTripText = (value: unknown): value is string =>
  typeof value === 'string' && value.startsWith(textPrefix);

/** True for an annotation of SPDX 2.x that embeds the fields of a component. */
export const isRoundTripAnnotation = (annotation: Json): boolean =>
  isRoundTripText(((annotation ?? {}) as JsonObject).comment);

/**
 * Restores embedded fields. A field that contradicts the members of the package is ignored, for the package was
 * changed after the embedding.
 */
export function restoreLostFields(
  value: string,
  draft: ComponentDraft,
  agrees: (name: keyof BomComponent, candidate: BomComponent) => boolean,
): void {
  const embedded = parseObject(value.slice(textPrefix.length));
  for (const { name, read } of embeddableFields) {
    const restored = Object.hasOwn(embedded, name) ? read(embedded[name]!) : undefined;
    if (restored !== undefined && agrees(name, { ...draft, [name]: restored }))
      Object.assign(draft, { [name]: restored });
  }
}

function parseObject(json: string): JsonObject {
  try {
    return objectOf(JSON.parse(json));
  } catch {
    return {};
  }
}

import type { BomComponent, Json, JsonObject } from '../../../model/document.js';
import { spdxIdOf } from './identifiers.js';
import { jsonEqual } from './json-equal.js';
import { type Draft, packageFields } from './package-fields.js';

/** Starts the comment of the annotation in which a component's fields travel that SPDX has no member for. */
const mark = 'stocktake:component ';

export interface CarrySettings {
  /** `YYYY-MM-DDThh:mm:ssZ`, for the annotation's date. */
  readonly timestamp: string;
  readonly tool: { readonly name: string; readonly version: string };
}

type Field = keyof BomComponent;

const isText = (value: Json): boolean => typeof value === 'string';
const isTexts = (value: Json): boolean => Array.isArray(value) && value.every(isText);
const hasTexts =
  (names: readonly string[], optional: readonly string[] = []) =>
  (value: Json): boolean =>
    value !== null &&
    typeof value === 'object' &&
    !Array.isArray(value) &&
    names.every((name) => typeof value[name] === 'string') &&
    optional.every((name) => value[name] === undefined || typeof value[name] === 'string');
const listOf =
  (isItem: (value: Json) => boolean) =>
  (value: Json): boolean =>
    Array.isArray(value) && value.every(isItem);

const isHash = hasTexts(['algorithm', 'value']);
const isParty = (value: Json): boolean =>
  hasTexts(['kind', 'name'], ['email'])(value) &&
  ['organization', 'person', 'unknown'].includes((value as JsonObject).kind as string) &&
  ((value as JsonObject).urls === undefined || isTexts((value as JsonObject).urls!));
const isReference = (value: Json): boolean =>
  hasTexts(['type', 'url'], ['comment'])(value) &&
  ((value as JsonObject).hashes === undefined || listOf(isHash)((value as JsonObject).hashes!));
const isLicense = (value: Json): boolean =>
  hasTexts(['relation'], ['expression', 'id', 'name', 'text', 'url'])(value) &&
  ['declared', 'concluded'].includes((value as JsonObject).relation as string) &&
  ['expression', 'id', 'name'].filter((name) => (value as JsonObject)[name] !== undefined).length === 1;

const types =
  'application framework library container platform operating-system device device-driver firmware file ' +
  'machine-learning-model data cryptographic-asset';

/** The fields that may be carried, and how a carried value must look: it comes from a file, so it is checked. */
const carriable: ReadonlyMap<Field, (value: Json) => boolean> = new Map<Field, (value: Json) => boolean>([
  ['parentRef', isText],
  ['type', (value) => isText(value) && types.split(' ').includes(value as string)],
  ['name', isText],
  ['group', isText],
  ['version', isText],
  ['purls', isTexts],
  ['cpes', isTexts],
  ['supplier', isParty],
  ['originator', isParty],
  ['publisher', isText],
  ['author', isText],
  ['description', isText],
  ['copyright', isText],
  ['scope', (value) => ['required', 'optional', 'excluded'].includes(value as string)],
  ['licenses', listOf(isLicense)],
  ['hashes', listOf(isHash)],
  ['references', listOf(isReference)],
  ['properties', listOf(hasTexts(['name', 'value']))],
]);

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** The fields of a component that reading its package again would not give; undefined where it gives them all. */
export function fieldsToCarry(component: BomComponent, data: JsonObject): JsonObject | undefined {
  const again = readBack(data);
  const carried: JsonObject = {};
  for (const name of carriable.keys()) {
    const own = component[name];
    const value = name === 'parentRef' && typeof own === 'string' ? spdxIdOf(own) : own;
    if (isEmpty(value) && name !== 'name') continue;
    if (!jsonEqual(value as Json, again[name] as Json)) carried[name] = value as Json;
  }
  return Object.keys(carried).length > 0 ? carried : undefined;
}

export const carriedAnnotation = (carried: JsonObject, { timestamp, tool }: CarrySettings): JsonObject => ({
  annotationDate: timestamp,
  annotationType: 'OTHER',
  annotator: `Tool: ${tool.name}-${tool.version}`,
  comment: mark + JSON.stringify(carried),
});

/** Whether an annotation is one that `carriedAnnotation` made. */
export const isCarried = (annotation: Json): boolean => commentOf(annotation).startsWith(mark);

/**
 * Puts the carried fields back into a component that was read from the same package. One counts only as long as it
 * agrees with the package's own members: whoever changed the package since then is right.
 *
 * @returns the package without the annotation that was read
 */
export function readCarried(data: JsonObject, draft: Draft): JsonObject {
  const annotations = Array.isArray(data.annotations) ? data.annotations : [];
  const index = annotations.findIndex(isCarried);
  if (index < 0) return data;
  const carried = parsed(commentOf(annotations[index]).slice(mark.length));
  if (carried === undefined) return data;
  for (const [name, isValid] of carriable) {
    const value = Object.hasOwn(carried, name) ? carried[name] : undefined;
    if (value === undefined || !isValid(value)) continue;
    const candidate = { ...draft, [name]: value };
    if (agrees(candidate, draft, data)) Object.assign(draft, { [name]: value });
  }
  const rest = annotations.filter((_, at) => at !== index);
  const { annotations: _, ...others } = data;
  return rest.length > 0 ? { ...others, annotations: rest } : others;
}

/** The package must say nothing else than what the component with the carried value would be written as. */
function agrees(candidate: BomComponent, draft: BomComponent, data: JsonObject): boolean {
  return packageFields.every((field) => {
    const claimed: JsonObject = {};
    const plain: JsonObject = {};
    field.write(candidate, claimed);
    field.write(draft, plain);
    return field.members.every(
      (name) => jsonEqual(claimed[name], plain[name]) || contradictsNot(data[name], claimed[name]),
    );
  });
}

/** A version may lack words for some of a list, and the word for nothing known contradicts nothing. */
function contradictsNot(own: Json | undefined, claimed: Json | undefined): boolean {
  if (own === undefined || own === 'NOASSERTION') return true;
  if (!Array.isArray(own) || !Array.isArray(claimed)) return jsonEqual(own, claimed);
  const claims = new Set(claimed.map(keyOfItem));
  return own.every((item) => claims.has(keyOfItem(item)));
}

/** The category of an external reference depends on the version. */
const keyOfItem = (item: Json): string =>
  JSON.stringify(
    Object.entries(item ?? {})
      .filter(([name]) => name !== 'referenceCategory')
      .sort(),
  );

function readBack(data: JsonObject): Draft {
  const draft = {
    parentRef: null,
    group: '',
    version: '',
    licenses: [],
    properties: [],
    native: { family: 'spdx', data: {} },
  } as unknown as Draft;
  for (const field of packageFields) field.read(data, draft);
  return draft;
}

const commentOf = (annotation: Json | undefined): string => {
  const comment = ((annotation ?? {}) as JsonObject).comment;
  return typeof comment === 'string' ? comment : '';
};

function parsed(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}

import type { Json, JsonObject } from './document.js';

/**
 * Reads JSON of unknown shape. A value of another kind counts as missing, and nothing here throws:
 *
 * | function | a value of the kind | anything else |
 * |---|---|---|
 * | `isObject` | true | false (null, lists and scalars) |
 * | `objectOf`, `listOf`, `textOf` | the value | `{}`, `[]`, `''` |
 * | `optionalText` | the text | undefined |
 * | `objectsOf`, `filledObjectsOf`, `textsOf` | the items of that kind in a list | `[]` |
 * | `ownMember` | the object's own member | undefined, also for inherited names |
 * | `textEntries` | the members that are text, as pairs | `[]` |
 *
 * `defineMember` writes a member under any name, and `pointerToken` names it in a JSON pointer.
 */

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : {});

export const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

export const optionalText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

export const objectsOf = (value: Json | undefined): JsonObject[] => listOf(value).filter((item) => isObject(item));

/** The objects of a list that have a member. */
export const filledObjectsOf = (value: Json | undefined): JsonObject[] =>
  objectsOf(value).filter((item) => Object.keys(item).length > 0);

export const textsOf = (value: Json | undefined): string[] => listOf(value).filter((item) => typeof item === 'string');

export const ownMember = (value: JsonObject, name: string): Json | undefined =>
  Object.hasOwn(value, name) ? value[name] : undefined;

export const textEntries = (value: unknown): [name: string, text: string][] =>
  Object.entries(objectOf(value)).filter((pair): pair is [string, string] => typeof pair[1] === 'string');

/** Sets a member as data even where it is named `__proto__`. */
export function defineMember(target: JsonObject, key: string, value: Json): void {
  if (key === '__proto__')
    Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
  else target[key] = value;
}

/** One step of a JSON pointer (RFC 6901). */
export const pointerToken = (key: string | number): string =>
  `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;

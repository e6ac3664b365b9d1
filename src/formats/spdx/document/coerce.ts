import type { Json, JsonObject } from '../../../model/document.js';
import { defineMember, isObject, pointerToken } from '../../../model/json.js';
import type { ObjectSchema, Schema } from '../../schema/schema.js';
import { itemSchema } from './schema.js';

/** Called for every value that is not of its type, with what was done. */
export type OnCoerced = (place: string, message: string) => void;

/**
 * An element with the types of its schema: one text where a list is expected becomes a list, a number where a text is
 * expected becomes its text, and what cannot be understood is left out. Members that the schema lacks stay.
 */
export function coerce(data: JsonObject, schema: ObjectSchema, place: string, onCoerced: OnCoerced): JsonObject {
  if (hasTypes(data, schema)) return data;
  const result: JsonObject = {};
  for (const [name, value] of Object.entries(data)) {
    if (value === null) continue;
    const field = schema.fields.get(name);
    const at = place + pointerToken(name);
    const coerced = field === undefined ? value : coerceMember(value, field.schema(), at, onCoerced);
    if (coerced !== undefined) defineMember(result, name, coerced);
  }
  return result;
}

/** True for most elements, which then need no copy. */
function hasTypes(data: JsonObject, schema: ObjectSchema): boolean {
  for (const name in data) {
    const value = data[name]!;
    const field = schema.fields.get(name);
    if (value === null || (field !== undefined && !isOfType(value, field.schema()))) return false;
  }
  return true;
}

function isOfType(value: Json, schema: Schema): boolean {
  if (schema.kind === 'text') return typeof value === 'string';
  if (schema.kind === 'boolean') return typeof value === 'boolean';
  if (schema.kind === 'integer') return Number.isSafeInteger(value);
  if (schema.kind === 'object') return isObject(value) && hasTypes(value, schema);
  return Array.isArray(value) && value.every((item) => isOfType(item, itemSchema(schema)));
}

function coerceMember(value: Json, schema: Schema, place: string, onCoerced: OnCoerced): Json | undefined {
  if (schema.kind !== 'list') return coerceOne(value, schema, place, onCoerced);
  const items = Array.isArray(value) ? value : [value];
  if (items !== value) onCoerced(place, 'This should be a list; it was read as a list of one');
  return items
    .map((item, index) => coerceOne(item, itemSchema(schema), place + pointerToken(index), onCoerced))
    .filter((item) => item !== undefined);
}

function coerceOne(value: Json, schema: Schema, place: string, onCoerced: OnCoerced): Json | undefined {
  if (schema.kind === 'object') {
    if (isObject(value)) return coerce(value, schema, place, onCoerced);
  } else if (schema.kind === 'text') {
    if (typeof value === 'string') return value;
    if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  } else if (schema.kind === 'boolean') {
    if (typeof value === 'boolean') return value;
    if (value === 'true' || value === 'false') return value === 'true';
  } else {
    if (Number.isSafeInteger(value)) return value;
    if (typeof value === 'string' && /^\d{1,15}$/.test(value)) return Number(value);
  }
  onCoerced(place, 'This is not of the type that SPDX defines; it was skipped');
  return undefined;
}

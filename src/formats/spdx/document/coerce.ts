import type { Json, JsonObject } from '../../../model/document.js';
import { defineMember, pointerToken } from '../../reading/strict-json.js';
import type { Spdx2Member, Spdx2Schema } from './schema.js';

/** Told of everything that was not of its type: where, and what was done. */
export type OnCoerced = (place: string, message: string) => void;

/**
 * An element as its shape says it is: one text where a list is expected becomes a list, a number where a text is
 * expected becomes its text, and what cannot be understood is left out. Members without a place in the shape stay.
 */
export function coerce(data: JsonObject, shape: Spdx2Schema, place: string, onCoerced: OnCoerced): JsonObject {
  if (matchesSchema(data, shape)) return data;
  const result: JsonObject = {};
  for (const [name, value] of Object.entries(data)) {
    if (value === null) continue;
    const member = shape.members.get(name);
    const at = place + pointerToken(name);
    const coerced = member === undefined ? value : coerceMember(value, member, at, onCoerced);
    if (coerced !== undefined) defineMember(result, name, coerced);
  }
  return result;
}

/** The usual case, told without making anything. */
function matchesSchema(data: JsonObject, shape: Spdx2Schema): boolean {
  for (const name in data) {
    const value = data[name]!;
    const member = shape.members.get(name);
    if (value === null || (member !== undefined && !matchesMember(value, member))) return false;
  }
  return true;
}

function matchesMember(value: Json, member: Spdx2Member): boolean {
  if (member === 'text') return typeof value === 'string';
  if (member === 'boolean') return typeof value === 'boolean';
  if (member === 'integer') return Number.isSafeInteger(value);
  if (member === 'texts') return Array.isArray(value) && value.every((item) => typeof item === 'string');
  if ('object' in member) return isObject(value) && matchesSchema(value, member.object);
  return Array.isArray(value) && value.every((item) => isObject(item) && matchesSchema(item, member.list));
}

function coerceMember(value: Json, member: Spdx2Member, place: string, onCoerced: OnCoerced): Json | undefined {
  if (member === 'texts' || (typeof member === 'object' && 'list' in member)) {
    const items = Array.isArray(value) ? value : [value];
    if (items !== value) onCoerced(place, 'This should be a list; it was read as a list of one');
    const coerced = items.map((item, index) =>
      coerceOne(item, member === 'texts' ? 'text' : member.list, place + pointerToken(index), onCoerced),
    );
    return coerced.filter((item) => item !== undefined);
  }
  return coerceOne(value, typeof member === 'object' ? member.object : member, place, onCoerced);
}

function coerceOne(
  value: Json,
  member: 'text' | 'boolean' | 'integer' | Spdx2Schema,
  place: string,
  onCoerced: OnCoerced,
) {
  if (typeof member === 'object') {
    if (isObject(value)) return coerce(value, member, place, onCoerced);
  } else if (member === 'text') {
    if (typeof value === 'string') return value;
    if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  } else if (member === 'boolean') {
    if (typeof value === 'boolean') return value;
    if (value === 'true' || value === 'false') return value === 'true';
  } else {
    if (Number.isSafeInteger(value)) return value;
    if (typeof value === 'string' && /^\d{1,15}$/.test(value)) return Number(value);
  }
  onCoerced(place, 'This is not of the type that SPDX gives it and was left out');
  return undefined;
}

const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

import type { Json, JsonObject } from '../../../model/document.js';
import { pointerToken } from '../../reading/strict-json.js';
import type { Member, Shape } from './shape.js';

/** Told of everything that was not of its type: where, and what was done. */
export type OnCoerced = (place: string, message: string) => void;

/**
 * An element as its shape says it is: one text where a list is expected becomes a list, a number where a text is
 * expected becomes its text, and what cannot be understood is left out. Members without a place in the shape stay.
 */
export function coerce(data: JsonObject, shape: Shape, place: string, onCoerced: OnCoerced): JsonObject {
  let result = data;
  for (const [name, value] of Object.entries(data)) {
    const member = shape.members.get(name);
    if (member === undefined && value !== null) continue;
    const coerced = value === null ? undefined : coerceMember(value, member!, place + pointerToken(name), onCoerced);
    if (coerced === value) continue;
    if (result === data) result = { ...data };
    if (coerced === undefined) delete result[name];
    else result[name] = coerced;
  }
  return result;
}

function coerceMember(value: Json, member: Member, place: string, onCoerced: OnCoerced): Json | undefined {
  if (member === 'texts' || (typeof member === 'object' && 'list' in member)) {
    const items = Array.isArray(value) ? value : [value];
    if (items !== value) onCoerced(place, 'This should be a list; it was read as a list of one');
    const coerced = items.map((item, index) =>
      coerceOne(item, member === 'texts' ? 'text' : member.list, place + pointerToken(index), onCoerced),
    );
    const isSame = items === value && coerced.every((item, index) => item === items[index]);
    return isSame ? value : coerced.filter((item) => item !== undefined);
  }
  return coerceOne(value, typeof member === 'object' ? member.object : member, place, onCoerced);
}

function coerceOne(value: Json, member: 'text' | 'boolean' | 'integer' | Shape, place: string, onCoerced: OnCoerced) {
  if (typeof member === 'object') {
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return coerce(value, member, place, onCoerced);
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

import type { Json, JsonObject } from '../../../model/document.js';

/** Deep equality of JSON values; the order of members is no difference. Values come from readers that bound depth. */
export function jsonEqual(left: Json | undefined, right: Json | undefined): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (Array.isArray(left) || Array.isArray(right)) {
    if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
    return left.every((item, index) => jsonEqual(item, right[index]));
  }
  for (const name in left) if (!sameMember(left, right, name)) return false;
  for (const name in right) if (left[name] === undefined && right[name] !== undefined) return false;
  return true;
}

/** True where both objects say the same under each of the names. */
export function sameMembers(left: JsonObject, right: JsonObject, names: Iterable<string>): boolean {
  for (const name of names) if (!sameMember(left, right, name)) return false;
  return true;
}

const sameMember = (left: JsonObject, right: JsonObject, name: string): boolean =>
  left[name] === right[name] || jsonEqual(left[name], right[name]);

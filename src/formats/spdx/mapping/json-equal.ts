import type { Json, JsonObject } from '../../../model/document.js';

/** Deep equality of JSON values; the order of members is no difference. Values come from readers that bound depth. */
export function jsonEqual(left: Json | undefined, right: Json | undefined): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (Array.isArray(left) || Array.isArray(right)) {
    if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
    return left.every((item, index) => jsonEqual(item, right[index]));
  }
  return sameMembers(left, right, new Set([...Object.keys(left), ...Object.keys(right)]));
}

/** True where both objects say the same under each of the names. */
export function sameMembers(left: JsonObject, right: JsonObject, names: Iterable<string>): boolean {
  for (const name of names) {
    if (left[name] !== right[name] && !jsonEqual(left[name], right[name])) return false;
  }
  return true;
}

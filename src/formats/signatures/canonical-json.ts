import type { Json } from '../../model/document.js';

/**
 * JSON Canonicalization Scheme (RFC 8785): members sorted by UTF-16 code units, numbers and strings as ECMAScript writes
 * them, no white space. The nesting of the value bounds the recursion: readers have refused what is too deep.
 */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.keys(value).sort();
  return `{${members.map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name]!)}`).join(',')}}`;
}

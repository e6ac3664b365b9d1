import type { BomWarning, Json, JsonObject } from '../../model/document.js';
import { defineMember, pointerToken } from '../../model/json.js';
import type { ParseLimits } from '../format.js';
import { FormatError } from '../format.js';
import type { JsonValueScanner } from './json-scanner.js';
import { parseStrictJson } from './strict-json.js';

export interface JsonValueOptions {
  readonly textMembers: ReadonlySet<string>;
  readonly onWarning: (warning: BomWarning) => void;
}

/**
 * Reads the text of one cut-out value: natively where that is exact, else with the strict reader. JSON's pitfalls that
 * `JSON.parse` lets pass are caught here: duplicate keys, inexact numbers, strings that are no text.
 */
export class JsonValueReader {
  constructor(
    private readonly limits: ParseLimits,
    private readonly options: JsonValueOptions,
  ) {}

  /** @throws FormatError with the JSON pointer of what is wrong */
  read(text: string, seen: JsonValueScanner, place: string): Json {
    let value: Json;
    try {
      if (seen.hasInexactNumber || seen.maxDepthSeen > this.limits.maxDepth) value = this.readStrictly(text, place);
      else value = JSON.parse(text) as Json;
    } catch (error) {
      if (error instanceof FormatError) throw error;
      return this.readStrictly(text, place);
    }
    if (seen.colons > 0 && countMembers(value) !== seen.colons) this.readStrictly(text, place);
    if (text.includes('\\u')) value = this.cleaned(value, [place]);
    if (text.length > this.limits.maxStringLength) this.checkLengths(value, [place]);
    return value;
  }

  private readStrictly(text: string, place: string): Json {
    const { textMembers, onWarning } = this.options;
    return parseStrictJson(text, { place, maxDepth: this.limits.maxDepth, textMembers, onWarning });
  }

  /** @param path the place, then the keys from there: joined only where something is said of it */
  private cleaned(value: Json, path: (string | number)[]): Json {
    if (typeof value === 'string') {
      if (value.isWellFormed() && !value.includes('\0')) return value;
      const message = 'Characters that are no text (NUL, half a surrogate pair) were replaced by U+FFFD';
      this.options.onWarning({ place: placeOf(path), message });
      return value.toWellFormed().replaceAll('\0', '\ufffd');
    }
    if (value === null || typeof value !== 'object') return value;
    for (const [key, member] of entriesOf(value)) {
      path.push(key);
      const cleanMember = this.cleaned(member, path);
      const cleanKey = typeof key === 'string' ? (this.cleaned(key, path) as string) : key;
      path.pop();
      if (cleanKey === key && cleanMember === member) continue;
      if (cleanKey !== key) delete (value as JsonObject)[key];
      defineMember(value as JsonObject, String(cleanKey), cleanMember);
    }
    return value;
  }

  private checkLengths(value: Json, path: (string | number)[]): void {
    const limit = this.limits.maxStringLength;
    if (typeof value === 'string') {
      if (value.length > limit)
        throw new FormatError('limit', `A string is longer than the limit of ${limit} characters`, placeOf(path));
    } else if (value !== null && typeof value === 'object') {
      for (const [key, member] of entriesOf(value)) {
        if (typeof member !== 'string' && typeof member !== 'object' && typeof key === 'number') continue;
        path.push(key);
        if (typeof key === 'string') this.checkLengths(key, path);
        this.checkLengths(member, path);
        path.pop();
      }
    }
  }
}

const placeOf = ([start, ...keys]: readonly (string | number)[]): string => start + keys.map(pointerToken).join('');

const entriesOf = (value: JsonObject | Json[]): Iterable<[string | number, Json]> =>
  Array.isArray(value) ? value.entries() : Object.entries(value);

/** Depth is bounded by the limit, so the recursion is. */
function countMembers(value: Json): number {
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value) if (item !== null && typeof item === 'object') count += countMembers(item);
  } else if (value !== null && typeof value === 'object') {
    for (const key in value) {
      count += 1;
      const member = value[key]!;
      if (member !== null && typeof member === 'object') count += countMembers(member);
    }
  }
  return count;
}

import type { BomWarning, Json, JsonObject } from '../../model/document.js';
import { defineMember, pointerToken } from '../../model/json.js';
import { type ParseLimits, FormatError } from '../format.js';
import { isExact, parseStrictJson } from './strict-json.js';
import { storableText } from '../../model/text.js';

const quote = 34;
const comma = 44;
const minus = 45;
const zero = 48;
const nine = 57;
const colon = 58;
const openBracket = 91;
const backslash = 92;
const closeBracket = 93;
const openBrace = 123;
const closeBrace = 125;

/**
 * Finds the end of one JSON value or member name in text that comes in pieces, looking only at strings and brackets.
 * Whether the value is valid JSON is for the reader of the value to say; what it needs to know is noted on the way.
 */
export class JsonValueScanner {
  /** True while the end of the value has not been found. */
  isOpen = false;
  /** Deepest nesting seen, counted from the top of the document. */
  maxDepthSeen = 0;
  /** Colons outside strings: one for each member of a valid value. */
  colons = 0;
  /** A number was seen that a double may not hold exactly. */
  hasInexactNumber = false;

  private depth = 0;
  private outerDepth = 0;
  private inString = false;
  /** The text so far ended, inside a string, after an odd run of backslashes. */
  private escaped = false;

  /** @param depth how many brackets of the document are open around the value */
  begin(depth: number): void {
    this.isOpen = true;
    this.outerDepth = depth;
    this.depth = 0;
    this.maxDepthSeen = depth;
    this.colons = 0;
    this.hasInexactNumber = false;
    this.inString = false;
    this.escaped = false;
  }

  /** Gives the value up unfinished: its text will be scanned again from its start. */
  abandon(): void {
    this.isOpen = false;
  }

  /** @returns the index behind the value, or `text.length` with `open` still true */
  scan(text: string, start: number): number {
    let at = start;
    const { outerDepth: outer } = this;
    let { depth } = this;
    if (this.inString) {
      at = this.stringEnd(text, at);
      if (this.inString) return at;
      if (depth === 0) return this.finish(at);
    }
    while (at < text.length) {
      const code = text.charCodeAt(at);
      if (code === quote) {
        at = this.stringEnd(text, at + 1);
        if (this.inString) break;
        if (depth === 0) return this.finish(at);
        continue;
      }
      if (code === colon) this.colons += 1;
      else if (code === openBrace || code === openBracket) {
        depth += 1;
        if (depth + outer > this.maxDepthSeen) this.maxDepthSeen = depth + outer;
      } else if (code === closeBrace || code === closeBracket) {
        // At depth 0 it closes what a bare number or word stands in.
        if (depth <= 1) return this.finish(depth === 0 ? at : at + 1);
        depth -= 1;
      } else if (code >= minus && code <= nine && (code >= zero || code === minus)) {
        at = this.number(text, at);
        continue;
      } else if (depth === 0 && (code === comma || code <= 32)) return this.finish(at);
      at += 1;
    }
    this.depth = depth;
    return at;
  }

  private finish(end: number): number {
    this.isOpen = false;
    return end;
  }

  private number(text: string, start: number): number {
    let at = start + 1;
    let whole = true;
    for (; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code >= zero && code <= nine) continue;
      if (code !== 46 && code !== 101 && code !== 69 && code !== 43 && code !== minus) break;
      whole = false;
    }
    const atEnd = at === text.length;
    if (atEnd || !whole || at - start > 15 || text.charCodeAt(start) === minus)
      this.hasInexactNumber ||= atEnd || isInexact(text.slice(start, at));
    return at;
  }

  /** @returns the index behind the closing quote, or `text.length` with `inString` true */
  private stringEnd(text: string, start: number): number {
    let from = start;
    for (;;) {
      const found = text.indexOf('"', from);
      const stop = found < 0 ? text.length : found;
      let first = stop;
      while (first > start && text.charCodeAt(first - 1) === backslash) first -= 1;
      const carried = first === start && this.escaped ? 1 : 0;
      const escaped = (stop - first + carried) % 2 === 1;
      if (found < 0) {
        this.escaped = escaped;
        this.inString = true;
        return stop;
      }
      if (!escaped) {
        this.inString = false;
        this.escaped = false;
        return found + 1;
      }
      from = found + 1;
    }
  }
}

/** "1.10" is one too: where a version is written as a number, its text matters. */
const isInexact = (token: string): boolean => String(Number(token)) !== token || !isExact(token);

export interface JsonValueOptions {
  readonly textMembers: Pick<ReadonlySet<string>, 'has'>;
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
      return storableText(value);
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

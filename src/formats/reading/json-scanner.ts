import { isExact } from './strict-json.js';

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

import type { BomWarning, Json, JsonObject } from '../../model/document.js';
import { defineMember, pointerToken } from '../../model/json.js';
import { FormatError } from '../format.js';

const numberPattern = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const literals: readonly (readonly [string, Json])[] = [
  ['true', true],
  ['false', false],
  ['null', null],
];

export interface StrictJsonOptions {
  /** JSON pointer of the text in its document; every error's place starts with it. */
  readonly place: string;
  readonly maxDepth: number;
  /** Members whose value is text for us even where the file has a number: `"version": 1.10` stays "1.10". */
  readonly textMembers: Pick<ReadonlySet<string>, 'has'>;
  /** Told of a number that is kept as text because a double cannot hold it. */
  readonly onWarning: (warning: BomWarning) => void;
  /** Told where in the text each object and array begins, and each value in an array: rising offsets. */
  readonly onOpen?: (opened: JsonObject | Json[], offset: number) => void;
  readonly onItem?: (list: readonly Json[], offset: number) => void;
}

/** An open object or array: where the next value goes. */
interface Frame {
  readonly target: JsonObject | Json[];
  readonly keys: Set<string> | null;
  key: string;
}

/**
 * The slow, exact reader behind `readJson`: finds the place of an error, refuses duplicate keys, and keeps numbers that
 * a double cannot hold (40 digits, `1e999`, `-0`) as their text. RFC 8259; nothing beyond it is accepted.
 *
 * @throws FormatError `malformed`, `truncated`, `duplicate_key`, `too_deep`, each with a JSON pointer
 */
export function parseStrictJson(text: string, options: StrictJsonOptions): Json {
  return new StrictJson(text, options).document();
}

class StrictJson {
  private position = 0;
  private readonly frames: Frame[] = [];

  constructor(
    private readonly text: string,
    private readonly options: StrictJsonOptions,
  ) {}

  /** Iterative: the nesting of a hostile document must not become the nesting of our calls. */
  document(): Json {
    for (;;) {
      const value = this.valueOrOpening();
      if (value === undefined) continue;
      let done: Json = value;
      for (;;) {
        const frame = this.frames.at(-1);
        if (frame === undefined) {
          this.space();
          if (this.position < this.text.length) throw this.error('malformed', 'more text follows after the value');
          return done;
        }
        addValue(frame, done);
        if (!this.closes(frame)) break;
        this.frames.pop();
        done = frame.target;
      }
    }
  }

  /** A finished value, or undefined after opening an object or array that has members. */
  private valueOrOpening(): Json | undefined {
    this.space();
    const list = this.frames.at(-1)?.target;
    if (Array.isArray(list)) this.options.onItem?.(list, this.position);
    const character = this.text[this.position];
    if (character === '{' || character === '[') return this.opening(character);
    if (character === '"') return this.string();
    for (const [word, value] of literals) {
      if (this.text.startsWith(word, this.position)) {
        this.position += word.length;
        return value;
      }
    }
    return this.number();
  }

  private opening(bracket: '{' | '['): Json | undefined {
    if (this.frames.length + depthOf(this.options.place) >= this.options.maxDepth)
      throw this.error('too_deep', `nesting is deeper than the limit of ${this.options.maxDepth}`);
    const empty: JsonObject | Json[] = bracket === '{' ? {} : [];
    this.options.onOpen?.(empty, this.position);
    this.position += 1;
    this.space();
    if (this.text[this.position] === (bracket === '{' ? '}' : ']')) {
      this.position += 1;
      return empty;
    }
    const frame: Frame = { target: empty, keys: bracket === '{' ? new Set() : null, key: '' };
    this.frames.push(frame);
    if (frame.keys) this.key(frame);
    return undefined;
  }

  /** After a value inside `frame`: true at its closing bracket, false where another value follows. */
  private closes(frame: Frame): boolean {
    this.space();
    const character = this.text[this.position];
    if (character === (frame.keys ? '}' : ']')) {
      this.position += 1;
      return true;
    }
    if (character !== ',') throw this.unexpected(frame.keys ? '"," or "}"' : '"," or "]"');
    this.position += 1;
    if (frame.keys) {
      this.space();
      this.key(frame);
    }
    return false;
  }

  private key(frame: Frame): void {
    if (this.text[this.position] !== '"') throw this.unexpected('a member name in double quotes');
    const key = this.string();
    if (frame.keys!.has(key)) throw this.error('duplicate_key', `the member ${JSON.stringify(key)} stands twice`);
    frame.keys!.add(key);
    frame.key = key;
    this.space();
    if (this.text[this.position] !== ':') throw this.unexpected('":"');
    this.position += 1;
  }

  private string(): string {
    let end = this.position + 1;
    for (;;) {
      end = this.text.indexOf('"', end);
      if (end < 0) throw this.error('truncated', 'a string is not closed');
      let backslashes = 0;
      while (this.text[end - 1 - backslashes] === '\\') backslashes += 1;
      if (backslashes % 2 === 0) break;
      end += 1;
    }
    const quoted = this.text.slice(this.position, end + 1);
    try {
      const value = JSON.parse(quoted) as string;
      this.position = end + 1;
      return value;
    } catch {
      throw this.error('malformed', 'a string holds a raw control character or a bad escape');
    }
  }

  private number(): Json {
    numberPattern.lastIndex = this.position;
    const token = numberPattern.exec(this.text)?.[0];
    if (token === undefined) throw this.unexpected('a value');
    this.position += token.length;
    const frame = this.frames.at(-1);
    const key = frame ? (frame.keys ? frame.key : '') : lastToken(this.options.place);
    if (this.options.textMembers.has(key)) return token;
    if (isExact(token)) return Number(token);
    const message = `The number ${token.slice(0, 60)} cannot be held exactly; it is kept as text`;
    this.options.onWarning({ place: this.place(), message });
    return token;
  }

  private space(): void {
    for (;;) {
      const code = this.text.charCodeAt(this.position);
      if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return;
      this.position += 1;
    }
  }

  private unexpected(expected: string): FormatError {
    const found = this.text[this.position];
    if (found === undefined) return this.error('truncated', `the text ends where ${expected} should stand`);
    return this.error('malformed', `${JSON.stringify(found)} stands where ${expected} should`);
  }

  private error(reason: 'malformed' | 'truncated' | 'duplicate_key' | 'too_deep', what: string): FormatError {
    return new FormatError(reason, `This is no valid JSON: ${what}`, this.place());
  }

  private place(): string {
    const path = this.frames.map((frame) => pointerToken(frame.keys ? frame.key : String(frame.target.length)));
    return this.options.place + path.join('');
  }
}

const depthOf = (pointer: string): number => pointer.split('/').length - 1;

const lastToken = (pointer: string): string =>
  pointer
    .slice(pointer.lastIndexOf('/') + 1)
    .replaceAll('~1', '/')
    .replaceAll('~0', '~');

/** True where a double says what the token says: "0.90" and "1e3" are exact, "1e999", "-0" and 40 digits are not. */
export function isExact(token: string): boolean {
  const value = Number(token);
  if (token.length <= 15 && String(value) === token) return true;
  if (!Number.isFinite(value) || Object.is(value, -0)) return false;
  const digits = token
    .replace(/[eE].*$/, '')
    .replace(/\D/g, '')
    .replace(/^0+/, '');
  if (value === 0) return digits === '';
  return digits.length <= 15 || String(value) === token;
}

function addValue(frame: Frame, value: Json): void {
  if (Array.isArray(frame.target)) frame.target.push(value);
  else defineMember(frame.target, frame.key, value);
}

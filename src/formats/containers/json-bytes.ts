import { FormatError } from '../format.js';

const quote = 0x22;
const backslash = 0x5c;
const colon = 0x3a;
const comma = 0x2c;

/** Tracks the nesting and the strings of UTF-8 JSON byte by byte. It does not check the grammar. */
class NestingTracker {
  depth = 0;
  private inString = false;
  private escaped = false;

  /** Returns whether `byte` belongs to a string, its quotes included. */
  next(byte: number): boolean {
    if (this.inString) {
      if (this.escaped) this.escaped = false;
      else if (byte === backslash) this.escaped = true;
      else if (byte === quote) this.inString = false;
      return true;
    }
    if (byte === quote) this.inString = true;
    else if (byte === 0x7b || byte === 0x5b) this.depth++;
    else if (byte === 0x7d || byte === 0x5d) this.depth--;
    return this.inString;
  }
}

/**
 * The byte ranges of the JSON objects in a file: a single one, or JSON lines.
 *
 * @throws FormatError `truncated`, `limit`
 */
export async function findObjectRanges(
  bytes: AsyncIterable<Uint8Array>,
  maxObjects: number,
): Promise<{ start: number; end: number }[]> {
  const ranges: { start: number; end: number }[] = [];
  const nesting = new NestingTracker();
  let offset = 0;
  let start = 0;
  for await (const chunk of bytes) {
    for (const byte of chunk) {
      const before = nesting.depth;
      nesting.next(byte);
      offset++;
      if (before === nesting.depth) continue;
      if (before === 0) start = offset - 1;
      if (nesting.depth === 0) ranges.push({ start, end: offset });
      if (ranges.length > maxObjects) throw new FormatError('limit', `The file holds more than ${maxObjects} objects`);
    }
  }
  if (nesting.depth !== 0) throw new FormatError('truncated', 'The attestation is truncated');
  return ranges;
}

/** The bytes of a top-level member's value as the file has them; none without that member. */
export async function* memberValueBytes(bytes: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<Uint8Array> {
  const wanted = `"${name}"`;
  const nesting = new NestingTracker();
  let key = '';
  let isValue = false;
  for await (const chunk of bytes) {
    let from = isValue && key === wanted ? 0 : -1;
    for (let index = 0; index < chunk.length; index++) {
      const byte = chunk[index]!;
      const isString = nesting.next(byte);
      if (isString && !isValue && nesting.depth === 1 && key.length <= wanted.length) key += String.fromCharCode(byte);
      if (isString || nesting.depth > 1) continue;
      if (byte === colon && !isValue) {
        isValue = true;
        if (key === wanted) from = index + 1;
      } else if (byte === comma || nesting.depth === 0) {
        if (from >= 0) {
          yield chunk.subarray(from, index);
          return;
        }
        isValue = false;
        key = '';
      }
    }
    if (from >= 0) yield chunk.subarray(from);
  }
}

/** Limits the number of names and the bytes of each. */
const maxNames = 1_000;

/** The names of the top-level members as the file has them between the quotes, at most 1,000. */
export async function memberNames(bytes: AsyncIterable<Uint8Array>): Promise<string[]> {
  const nesting = new NestingTracker();
  const names: string[] = [];
  let name = '';
  let isValue = false;
  for await (const chunk of bytes) {
    for (const byte of chunk) {
      const isString = nesting.next(byte);
      if (nesting.depth !== 1) continue;
      if (isString && !isValue && name.length < maxNames) name += String.fromCharCode(byte);
      if (isString) continue;
      if (byte === colon && !isValue && names.push(name.slice(1, -1)) === maxNames) return names;
      if (byte === colon) isValue = true;
      if (byte !== comma) continue;
      isValue = false;
      name = '';
    }
  }
  return names;
}

/**
 * The value of a JSON string in UTF-8, from its bytes in the file with its quotes and any white space around them.
 *
 * @throws FormatError `malformed`
 */
export async function* decodeJsonString(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let pending = '';
  for await (const chunk of bytes) {
    const text = pending + Buffer.from(chunk).toString('latin1');
    let plain = '';
    let from = 0;
    pending = '';
    for (let start = text.indexOf('\\'); start >= 0; start = text.indexOf('\\', from)) {
      const end = escapeEnd(text, start);
      if (end > text.length) {
        pending = text.slice(start);
        break;
      }
      plain += text.slice(from, start).replaceAll('"', '') + decodeEscape(text.slice(start, end));
      from = end;
    }
    plain += text.slice(from, text.length - pending.length).replaceAll('"', '');
    yield Buffer.from(plain, 'latin1');
  }
}

/** End of the escape at `index`; a surrogate pair is one escape. */
function escapeEnd(text: string, index: number): number {
  if (text[index + 1] !== 'u') return index + 2;
  return /^d[89ab]/i.test(text.slice(index + 2, index + 4)) ? index + 12 : index + 6;
}

/** The character in UTF-8, each byte as one Latin-1 character. */
function decodeEscape(escape: string): string {
  try {
    return Buffer.from(JSON.parse(`"${escape}"`) as string, 'utf8').toString('latin1');
  } catch {
    throw new FormatError('malformed', 'A string of the attestation holds an invalid escape');
  }
}

/**
 * Decodes base64 (RFC 4648, either alphabet, line breaks ignored) as a stream.
 *
 * @throws FormatError `malformed`
 */
export async function* decodeBase64(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let pending = '';
  for await (const chunk of bytes) {
    const text = pending + Buffer.from(chunk).toString('latin1').replace(/\s+/g, '');
    if (!/^[\w+/-]*=*$/.test(text)) throw new FormatError('malformed', 'The payload of the attestation is not base64');
    const whole = text.length - (text.length % 4);
    pending = text.slice(whole);
    yield Buffer.from(text.slice(0, whole), 'base64');
  }
  if (pending !== '') yield Buffer.from(pending, 'base64');
}

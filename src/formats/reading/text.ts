import { isAscii, isUtf8 } from 'node:buffer';
import type { ByteSource, ParseLimits } from '../format.js';
import { FormatError } from '../format.js';
import { detectLegacyCharset, type LegacyCharset } from './charset.js';

/** The encodings that documents come in. Everything else is refused; of lists alone `charset.ts` guesses it. */
export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be';

/**
 * Encoding of a document from its first bytes: a byte-order mark, else the zero bytes that UTF-16 has beside ASCII
 * characters (every text format here starts with two of them), else UTF-8. UTF-32 is refused.
 *
 * @param head at least the first 4 bytes, fewer only where the document is shorter
 */
export function sniffEncoding(head: Uint8Array): { encoding: TextEncoding; markLength: number } {
  const [a, b, c, d] = head;
  if ((a === 0xff && b === 0xfe && c === 0 && d === 0) || (a === 0 && b === 0 && c === 0xfe && d === 0xff))
    throw new FormatError('encoding', 'The file is UTF-32; UTF-8 and UTF-16 are read', 'byte 0');
  if (a === 0xef && b === 0xbb && c === 0xbf) return { encoding: 'utf-8', markLength: 3 };
  if (a === 0xff && b === 0xfe) return { encoding: 'utf-16le', markLength: 2 };
  if (a === 0xfe && b === 0xff) return { encoding: 'utf-16be', markLength: 2 };
  if (a && b === 0 && c && d === 0) return { encoding: 'utf-16le', markLength: 0 };
  if (a === 0 && b && c === 0 && d) return { encoding: 'utf-16be', markLength: 0 };
  return { encoding: 'utf-8', markLength: 0 };
}

/**
 * The first bytes of a file as text, for recognising a format: broken characters are replaced, never refused. Bytes in a
 * character set from before Unicode are decoded, for lists may be in one.
 */
export function decodeHead(head: Uint8Array): string {
  const { encoding, markLength } = sniffEncoding(head);
  return new TextDecoder(legacyCharsetOfHead(head) ?? encoding).decode(head.subarray(markLength));
}

/** The set from before Unicode that the first bytes of a file are in; undefined where they are in none. */
export function legacyCharsetOfHead(head: Uint8Array): LegacyCharset | undefined {
  const { encoding, markLength } = sniffEncoding(head);
  return encoding === 'utf-8' && markLength === 0 ? detectLegacyCharset(head) : undefined;
}

/**
 * The document as text, piece by piece, without its byte-order mark. No piece ends inside a character.
 *
 * @throws FormatError `encoding` with the byte's offset: invalid sequence, lone surrogate, NUL; `limit`: too many bytes
 */
export async function* readText(source: ByteSource, limits: Pick<ParseLimits, 'maxBytes'>): AsyncIterable<string> {
  const decoder = new StrictTextDecoder();
  let bytes = 0;
  for await (const chunk of source.stream()) {
    bytes += chunk.length;
    if (bytes > limits.maxBytes)
      throw new FormatError('limit', `The document is larger than the limit of ${limits.maxBytes} bytes`);
    const text = decoder.write(chunk);
    if (text !== '') yield text;
  }
  const rest = decoder.end();
  if (rest !== '') yield rest;
}

/** The whole document as one string, for formats that cannot be read piece by piece. Errors as `readText`. */
export async function readWholeText(source: ByteSource, limits: Pick<ParseLimits, 'maxBytes'>): Promise<string> {
  const pieces: string[] = [];
  for await (const piece of readText(source, limits)) pieces.push(piece);
  return pieces.join('');
}

/** Strict incremental decoder. (`TextDecoder` in streaming mode is several times slower and gives no offsets.) */
class StrictTextDecoder {
  private encoding: TextEncoding | undefined;
  /** Bytes held back because they may be the start of a character (or, at the very start, of a byte-order mark). */
  private pending: Buffer = Buffer.alloc(0);
  /** Offset in the document of the first held byte. */
  private offset = 0;

  write(chunk: Uint8Array): string {
    const view = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    const bytes = this.pending.length === 0 ? view : Buffer.concat([this.pending, view]);
    if (this.encoding === undefined && bytes.length < 4) {
      this.pending = Buffer.from(bytes);
      return '';
    }
    return this.decode(bytes, false);
  }

  end(): string {
    return this.pending.length === 0 ? '' : this.decode(this.pending, true);
  }

  private decode(bytes: Buffer, last: boolean): string {
    let start = 0;
    if (this.encoding === undefined) {
      const { encoding, markLength } = sniffEncoding(bytes);
      this.encoding = encoding;
      start = markLength;
    }
    const end = last ? bytes.length : start + completeCharactersLength(bytes.subarray(start), this.encoding);
    const text = this.decodeWhole(bytes.subarray(start, end), this.offset + start);
    this.pending = Buffer.from(bytes.subarray(end));
    this.offset += end;
    return text;
  }

  private decodeWhole(bytes: Buffer, offset: number): string {
    if (this.encoding === 'utf-8') return decodeUtf8(bytes, offset);
    if (bytes.length % 2 === 1)
      throw encodingError('ends in the middle of a UTF-16 character', offset + bytes.length - 1);
    const ordered = this.encoding === 'utf-16be' ? Buffer.from(bytes).swap16() : bytes;
    const text = ordered.toString('utf16le');
    if (!text.isWellFormed())
      throw encodingError('holds half a UTF-16 surrogate pair', offset + 2 * loneSurrogate(text));
    const nul = text.indexOf('\0');
    if (nul >= 0) throw encodingError('holds a NUL character, so it is no text', offset + 2 * nul);
    return text;
  }
}

function decodeUtf8(bytes: Buffer, offset: number): string {
  const nul = bytes.indexOf(0);
  if (nul >= 0) throw encodingError('holds a NUL byte, so it is no text', offset + nul);
  if (isAscii(bytes)) return bytes.toString('latin1');
  if (!isUtf8(bytes)) throw encodingError('is not valid UTF-8: save it as UTF-8', offset + firstInvalidUtf8(bytes));
  return bytes.toString('utf8');
}

const encodingError = (what: string, offset: number): FormatError =>
  new FormatError('encoding', `The file ${what}`, `byte ${offset}`);

/** How many bytes at the start of `bytes` are whole characters, as far as its last few bytes tell. */
function completeCharactersLength(bytes: Buffer, encoding: TextEncoding): number {
  if (encoding !== 'utf-8') {
    const even = bytes.length - (bytes.length % 2);
    const high = encoding === 'utf-16le' ? bytes[even - 1] : bytes[even - 2];
    return high !== undefined && high >= 0xd8 && high <= 0xdb ? even - 2 : even;
  }
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back]!;
    if (byte < 0x80) return bytes.length;
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return length > back ? bytes.length - back : bytes.length;
    }
  }
  return bytes.length;
}

/** Only for the message: halves the range until the shortest invalid prefix is found. */
function firstInvalidUtf8(bytes: Buffer): number {
  let valid = 0;
  let step = bytes.length;
  while (step >= 1) {
    const end = Math.min(bytes.length, valid + step);
    const whole = valid + completeCharactersLength(bytes.subarray(valid, end), 'utf-8');
    if (whole > valid && isUtf8(bytes.subarray(valid, whole))) valid = whole;
    else step = Math.floor(step / 2);
    if (valid === bytes.length) break;
  }
  return valid;
}

function loneSurrogate(text: string): number {
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0xd800 || unit > 0xdfff) continue;
    const next = text.charCodeAt(index + 1);
    if (unit > 0xdbff || !(next >= 0xdc00 && next <= 0xdfff)) return index;
    index += 1;
  }
  return -1;
}

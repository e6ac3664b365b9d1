import { isAscii, isUtf8 } from 'node:buffer';
import { FormatError, type ByteSource } from '../format.js';
import { recogniseColumn } from '../shared/component-list/column-names.js';

/** Character sets from before Unicode in which spreadsheets save CSV, by their names in the Encoding Standard. */
export type LegacyCharset = 'windows-1252' | 'windows-1250' | 'shift_jis' | 'gb18030' | NamedCharset;

/** Those that only the names of the columns tell from others. */
type NamedCharset = 'windows-1251' | 'euc-kr' | 'big5' | 'euc-jp';
const namedCharsets: readonly NamedCharset[] = ['windows-1251', 'euc-kr', 'big5', 'euc-jp'];

const maxSampleLength = 256 * 1024;

/**
 * The character set of bytes that are not UTF-8, by the characters that they would be.
 *
 * @returns undefined for ASCII and UTF-8 (also where single characters of it are broken), and for what is no text
 */
export function detectLegacyCharset(bytes: Uint8Array): LegacyCharset | undefined {
  if (isAscii(bytes) || bytes.includes(0) || isUtf8(withoutCutCharacter(bytes)) || isMostlyUtf8(bytes))
    return undefined;
  const likely = likelyCharset(bytes);
  let best: LegacyCharset = likely;
  let names = Math.max(1, countNames(bytes, likely));
  for (const charset of namedCharsets) {
    const found = countNames(bytes, charset);
    if (found > names) [best, names] = [charset, found];
  }
  return best;
}

function likelyCharset(bytes: Uint8Array): LegacyCharset {
  if (isShiftJis(bytes)) return 'shift_jis';
  if (isGb18030(bytes)) return 'gb18030';
  return isCentralEuropean(bytes) ? 'windows-1250' : 'windows-1252';
}

const headLength = 16 * 1024;
const maxSearchedLines = 50;

/** Known names of columns, with a character that is not ASCII, in the line that has the most of them. */
function countNames(bytes: Uint8Array, charset: LegacyCharset): number {
  const lines = decodeStrictly(bytes.subarray(0, headLength), charset)?.split(/[\r\n]+/) ?? [];
  const counts = lines.slice(0, maxSearchedLines).map((line) => {
    const cells = line.split(/[,;\t|]/).filter((cell) => /[^\0-\x7f]/.test(cell));
    return cells.filter((cell) => recogniseColumn(cell) !== undefined).length;
  });
  return Math.max(0, ...counts);
}

/** Up to three bytes at the end may be the start of a character. */
function withoutCutCharacter(bytes: Uint8Array): Uint8Array {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back]!;
    if (byte >= 0xc0) return bytes.subarray(0, bytes.length - back);
    if (byte < 0x80) break;
  }
  return bytes;
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

function isMostlyUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder('utf-8').decode(bytes);
  const broken = count(text, /\ufffd/g);
  return count(text, /[^\0-\x7f]/g) - broken > broken;
}

/** The text without its last characters, which may be cut; undefined where the bytes are not of that set. */
function decodeStrictly(bytes: Uint8Array, charset: LegacyCharset): string | undefined {
  const decoder = new TextDecoder(charset, { fatal: true });
  try {
    return decoder.decode(bytes, { stream: true });
  } catch {
    return undefined;
  }
}

/** Japanese text has kana and kanji, whose first bytes are rare in other sets; half-width katakana alone prove nothing. */
function isShiftJis(bytes: Uint8Array): boolean {
  const text = decodeStrictly(bytes, 'shift_jis');
  if (text === undefined) return false;
  const all = count(text, /[^\0-\x7f]/g);
  const japanese = count(text, /[\u3000-\u30ff\u4e00-\u9fff\uff00-\uff5e]/g);
  const telling = bytes.filter((byte) => byte >= 0x81 && byte <= 0x98).length;
  return japanese * 10 >= all * 8 && telling * 3 >= all;
}

/** Most characters of Chinese text are of the first level of GB 2312, and stand beside others of their kind. */
function isGb18030(bytes: Uint8Array): boolean {
  if (decodeStrictly(bytes, 'gb18030') === undefined) return false;
  let all = 0;
  let common = 0;
  for (let index = 0; index < bytes.length; index += 1) {
    if (bytes[index]! < 0x80) continue;
    all += 1;
    const [lead, trail = 0] = [bytes[index]!, bytes[index + 1]];
    if (((lead >= 0xb0 && lead <= 0xd7) || lead === 0xa1 || lead === 0xa3) && trail >= 0xa1) common += 1;
    index += 1;
  }
  return common * 10 >= all * 7;
}

/** Letters that no Western language has together: they are Czech or Hungarian ones of Windows-1250. */
const unlikelyPairs = [
  [/ø/, /[ìùè]/],
  [/ý/, /[ìùèòø]/],
  [/õ/, /û/],
];

/** What Windows-1252 would show within words, or beside one another, only for letters of Windows-1250. */
function isCentralEuropean(bytes: Uint8Array): boolean {
  const western = new TextDecoder('windows-1252').decode(bytes);
  // Windows-1252 has no such characters.
  if (/[\u008d\u008f\u009d]/.test(western)) return true;
  const symbols = count(western, /\p{L}[¹³¿¼¾£¥¯¡]|[¹³¿¼¾£¥¯](?=\p{Ll})/gu);
  return symbols >= 2 || unlikelyPairs.some((letters) => letters.every((letter) => letter.test(western)));
}

export interface Utf8Source {
  readonly source: ByteSource;
  /** The set that the bytes are converted from. */
  readonly charset?: LegacyCharset;
}

/** A source of UTF-8: itself, or one that converts while it is read. */
export async function asUtf8(source: ByteSource): Promise<Utf8Source> {
  const sample: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of source.stream()) {
    if (isAscii(chunk) || length >= maxSampleLength) continue;
    sample.push(chunk);
    length += chunk.length;
  }
  const charset = detectLegacyCharset(Buffer.concat(sample));
  if (!charset) return { source };
  const read = async (offset: number, size: number): Promise<Uint8Array> => {
    const bytes = await source.read(offset, size);
    return Buffer.from(new TextDecoder(charset).decode(bytes), 'utf8');
  };
  return { charset, source: { size: source.size, read, stream: () => convert(source, charset) } };
}

/** @throws FormatError `encoding` */
async function* convert(source: ByteSource, charset: LegacyCharset): AsyncIterable<Uint8Array> {
  const decoder = new TextDecoder(charset, { fatal: true });
  try {
    for await (const chunk of source.stream()) yield Buffer.from(decoder.decode(chunk, { stream: true }), 'utf8');
    yield Buffer.from(decoder.decode(), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_ENCODING_INVALID_ENCODED_DATA') throw error;
    throw new FormatError('encoding', `The file is neither UTF-8 nor ${charset}: save it as UTF-8`);
  }
}

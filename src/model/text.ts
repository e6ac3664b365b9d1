/**
 * Control characters (PostgreSQL rejects NUL) and lone surrogates (invalid in UTF-8) are not allowed in any identifier.
 */
const unprintable = /[\p{Cc}\p{Cs}]/u;

export function hasUnprintable(text: string): boolean {
  return unprintable.test(text);
}

/** The first characters of a text, at most so many UTF-16 units: never half of one, which PostgreSQL's jsonb refuses. */
export const beginningOf = (text: string, maxLength: number): string =>
  text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '');

/** The text without what is no text, and no database stores: NUL, half a surrogate pair. */
export const storableText = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd');

/**
 * JSON of the same without such text, keys included. JSON.stringify escapes exactly these characters, and doubles every
 * other backslash.
 */
export function storableJson(value: object): string {
  const text = JSON.stringify(value);
  if (!text.includes('\\u')) return text;
  return text.replace(/\\\\|\\u0000|\\ud[89a-f][0-9a-f]{2}/g, (escape) => (escape === '\\\\' ? escape : '\\ufffd'));
}

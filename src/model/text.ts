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

/**
 * Control characters (PostgreSQL rejects NUL) and lone surrogates (invalid in UTF-8) are not allowed in any identifier.
 */
const unprintable = /[\p{Cc}\p{Cs}]/u;

export function hasUnprintable(text: string): boolean {
  return unprintable.test(text);
}

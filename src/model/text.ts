/**
 * Control characters (NUL among them, which PostgreSQL refuses) and lone surrogates (no UTF-8 for them): no identifier
 * has any of these, whatever its own rules say.
 */
const unprintable = /[\p{Cc}\p{Cs}]/u;

export function hasUnprintable(text: string): boolean {
  return unprintable.test(text);
}

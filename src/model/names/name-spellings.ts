const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text);

/**
 * Spellings of a name that `lower` of the database may not make equal: with the locale C it lowers ASCII alone, so that
 * an entry keeps its `É`. Accents stand in one letter or behind it.
 */
export function nameSpellings(name: string): string[] {
  if (isAscii(name)) return [name];
  const lower = name.toLowerCase();
  const words = lower.replace(/(?<!\p{L}|\p{M})\p{L}/gu, (letter) => letter.toUpperCase());
  const cases = [name, lower, name.toUpperCase(), words];
  return [...new Set(cases.flatMap((one) => [one, one.normalize('NFC'), one.normalize('NFD')]))];
}

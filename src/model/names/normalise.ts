/**
 * Names as people and tools write them, brought to forms that can be compared. Shared by the catalogue, which files its
 * entries under these forms, and by matching, which looks them up: both sides must agree to the letter.
 */

/** Longer names are cut before any work: nothing in the world's registries is longer, and cost stays bounded. */
export const maxNameLength = 256;

const trademarkSigns = /[®™©℠]|\((?:r|tm|c|sm)\)/gi;
const marks = /\p{M}+/gu;
const notWordCharacters = /[^\p{L}\p{N}]+/gu;

/** Lower case, compatibility forms unfolded, accents and trademark signs off. Separators stay. */
export function fold(text: string): string {
  const cut = text.length > maxNameLength ? text.slice(0, maxNameLength) : text;
  // Trademark signs go first: unfolded, "™" would become the letters "tm".
  return isPlain(cut)
    ? cut.toLowerCase()
    : cut.replace(trademarkSigns, ' ').normalize('NFKD').replace(marks, '').toLowerCase();
}

/** Letters and digits only: "Log4j-Core" and "log4j_core" are both "log4jcore". Empty when there are none. */
export function compact(text: string): string {
  return fold(text).replace(notWordCharacters, '');
}

/**
 * The words of a name in order: split at separators and where camel case or digits after a capital run begin a new
 * word ("PaperCut_NG" is paper, cut, ng; "log4j" stays whole).
 */
export function words(text: string): string[] {
  const cut = text.length > maxNameLength ? text.slice(0, maxNameLength) : text;
  const spaced = cut
    .replace(trademarkSigns, ' ')
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2');
  return fold(spaced)
    .split(notWordCharacters)
    .filter((word) => word !== '');
}

function isPlain(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code > 127 || code === 40) return false; // 40 is "(": the sign may be written "(R)"
  }
  return true;
}

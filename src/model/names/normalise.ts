/**
 * Normalized forms of names. The catalogue builds its lookup keys of them, and matching looks them up: both must use the
 * same functions.
 */

/** Longer names are truncated: no registry has longer ones, and the cost stays bounded. */
export const maxNameLength = 256;

const trademarkSigns = /[®™©℠]|\((?:r|tm|c|sm)\)/gi;
const marks = /\p{M}+/gu;
const notWordCharacters = /[^\p{L}\p{N}]+/gu;

/** Lower case, without compatibility forms, accents and trademark signs. Separators stay. */
export function fold(text: string): string {
  const cut = text.length > maxNameLength ? text.slice(0, maxNameLength) : text;
  // Trademark signs are removed first: NFKD would turn "™" into "tm".
  return isPlain(cut)
    ? cut.toLowerCase()
    : cut.replace(trademarkSigns, ' ').normalize('NFKD').replace(marks, '').toLowerCase();
}

/** Letters and digits only: "Log4j-Core" and "log4j_core" are both "log4jcore". Empty where there are none. */
export const compact = (text: string): string => compactOfFolded(fold(text));

/** As `compact`, for folded text. */
export function compactOfFolded(folded: string): string {
  return isCompact(folded) ? folded : folded.replace(notWordCharacters, '');
}

/**
 * The words of a name in order: split at separators and where camel case or digits after a capital run begin a new
 * word ("PaperCut_NG" is paper, cut, ng; "log4j" stays whole).
 */
export function words(text: string): string[] {
  const cut = text.length > maxNameLength ? text.slice(0, maxNameLength) : text;
  if (isPlain(cut)) return plainWords(cut);
  const spaced = cut
    .replace(trademarkSigns, ' ')
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2');
  return fold(spaced)
    .split(notWordCharacters)
    .filter((word) => word !== '');
}

function isCompact(folded: string): boolean {
  for (let index = 0; index < folded.length; index += 1)
    if (letterOf(folded.charCodeAt(index)) === 'none') return false;
  return true;
}

/** As `words`, for ASCII without trademark signs: most names, at a fraction of the cost. */
function plainWords(text: string): string[] {
  const lower = text.toLowerCase();
  const found: string[] = [];
  let start = -1;
  let before: Letter = 'none';
  for (let index = 0; index < text.length; index += 1) {
    const letter = letterOf(text.charCodeAt(index));
    const isWord = letter !== 'none';
    const begins =
      letter === 'upper' &&
      (before === 'lower' ||
        before === 'digit' ||
        (before === 'upper' && letterOf(text.charCodeAt(index + 1)) === 'lower'));
    if (start >= 0 && (!isWord || begins)) {
      found.push(lower.slice(start, index));
      start = -1;
    }
    if (isWord && start < 0) start = index;
    before = letter;
  }
  if (start >= 0) found.push(lower.slice(start));
  return found;
}

type Letter = 'upper' | 'lower' | 'digit' | 'none';

function letterOf(code: number): Letter {
  if (code >= 97 && code <= 122) return 'lower';
  if (code >= 65 && code <= 90) return 'upper';
  return code >= 48 && code <= 57 ? 'digit' : 'none';
}

function isPlain(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code > 127 || code === 40) return false; // 40 is "(": the sign may be written "(R)"
  }
  return true;
}

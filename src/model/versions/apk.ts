import { compareDigits, compareText, isDigits, type VersionScheme } from './scheme.js';

interface Token {
  /** The order of this kind of token after equal beginnings; see `ranks`. */
  readonly rank: number;
  readonly text: string;
}

export type AlpineVersion = readonly Token[];

/**
 * What may follow equal beginnings, oldest first: a pre-release suffix, an invalid part, the end, a build
 * (`-r1`), a commit (`~1a2b`), the number of a suffix, a later suffix, a letter, one more number.
 */
const ranks = {
  preSuffix: 0,
  invalid: 1,
  end: 2,
  revision: 3,
  commit: 4,
  suffixNumber: 5,
  suffix: 6,
  letter: 7,
  number: 8,
};

const preSuffixes = ['alpha', 'beta', 'pre', 'rc'];
const suffixes = [...preSuffixes, 'cvs', 'svn', 'git', 'hg', 'p'];

const end: Token = { rank: ranks.end, text: '' };

/** Alpine packages: `digits{.digits}{letter}{_suffix{number}}{~commit}{-r#}` (apk-package(5), apk-tools `version.c`). */
export const apk: VersionScheme<AlpineVersion> = {
  parse(text) {
    const tokens = tokensOf(text.trim());
    return tokens[0]?.rank === ranks.number ? tokens : null;
  },
  compare(a, b) {
    for (let index = 0; index < Math.max(a.length, b.length); index += 1) {
      const [left, right] = [a[index] ?? end, b[index] ?? end];
      const order = left.rank - right.rank || compareTokens(left, right, index);
      if (order !== 0) return order;
    }
    return 0;
  },
};

/** Kinds of tokens have a fixed order; a token out of order ends the version. */
function tokensOf(text: string): Token[] {
  const pattern = /(^\d+|\.\d+)|([a-z])(\d*)|_([a-z]+)(\d*)|(~[0-9a-f]+)|(-r\d+)|([^])/gy;
  const tokens: Token[] = [];
  let stage = 0;
  for (const match of text.matchAll(pattern)) {
    const [, number, letter, letterNumber, suffix, suffixNumber, commit, revision, invalid] = match;
    const next = number ? 1 : letter ? 2 : suffix ? 3 : commit ? 4 : 5;
    const outOfPlace = next < stage || (next === stage && next !== 1 && next !== 3);
    if (invalid || outOfPlace || (suffix && !suffixes.includes(suffix)))
      return [...tokens, { rank: ranks.invalid, text: '' }];
    stage = next;
    if (number) tokens.push({ rank: ranks.number, text: number.replace('.', '') });
    else if (letter) {
      tokens.push({ rank: ranks.letter, text: letter });
      // No longer in the grammar, but used by openssh 9.3p1 and others.
      if (letterNumber) tokens.push({ rank: ranks.suffixNumber, text: letterNumber });
    } else if (commit) tokens.push({ rank: ranks.commit, text: commit });
    else if (revision) tokens.push({ rank: ranks.revision, text: revision.slice(2) });
    else if (suffix) {
      tokens.push({ rank: preSuffixes.includes(suffix) ? ranks.preSuffix : ranks.suffix, text: suffix });
      if (suffixNumber) tokens.push({ rank: ranks.suffixNumber, text: suffixNumber });
    }
  }
  return tokens;
}

function compareTokens(a: Token, b: Token, index: number): number {
  if (a.rank === ranks.preSuffix || a.rank === ranks.suffix) return suffixes.indexOf(a.text) - suffixes.indexOf(b.text);
  if (!isDigits(a.text) || !isDigits(b.text)) return compareText(a.text, b.text);
  // After the first number a leading zero makes it the digits of a fraction, as in Gentoo.
  const asFraction = a.rank === ranks.number && index > 0 && (a.text.startsWith('0') || b.text.startsWith('0'));
  return asFraction ? compareText(a.text, b.text) : compareDigits(a.text, b.text);
}

import type { VersionScheme } from './scheme.js';

/** VERS `lexicographic`: by the bytes of UTF-8, which is by code point. */
export const lexicographic: VersionScheme<readonly number[]> = {
  parse: (text) => (text === '' ? null : Array.from(text, (char) => char.codePointAt(0)!)),
  compare(a, b) {
    for (let index = 0; index < Math.min(a.length, b.length); index += 1)
      if (a[index] !== b[index]) return a[index]! - b[index]!;
    return a.length - b.length;
  },
};

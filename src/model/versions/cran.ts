import { compareDigits, compareLists, type VersionScheme } from './scheme.js';

/**
 * R (`package_version`: numbers with "." or "-" between them) and Haskell (PVP: with "."): compared as lists, so that
 * 1.0 comes before 1.0.0.
 */
export const cran: VersionScheme<readonly string[]> = {
  parse(text) {
    const version = text.trim();
    return /^\d+(?:[.-]\d+)*$/.test(version) ? version.split(/[.-]/) : null;
  },
  compare: (a, b) =>
    compareLists(a, b, null, (left, right) => {
      if (left === null || right === null) return left === null ? -1 : 1;
      return compareDigits(left, right);
    }),
};

import { compareDigits, compareLists, isDigits, type VersionScheme } from './scheme.js';

/** Numbers and words as PHP's `version_compare` takes them apart, after Composer's normalisation. */
export type ComposerVersion = readonly string[];

/** Numbers with at most four parts, or a date; then a stability with its own number, then `dev`. */
const classical =
  /^v?(\d+(?:\.\d+){0,3})[._-]?(?:(stable|beta|b|rc|alpha|a|patch|pl|p)((?:[.-]?\d+(?:[.-]\d+)*)?))?([.-]?dev)?$/;

/** A branch by its number (`2.1.x-dev`, composer/semver: `VersionParser::normalizeBranch`) names no commit. */
const numberedBranch = /[._-][x*](?:[._-]|$)/;

/** The default branch, under the number that Composer sorts it by. */
const defaultBranch = /^v?9999999(?:\.9999999)*[._-]?dev$/;

/**
 * PHP's Composer (composer/semver: `VersionParser::normalize`, then `version_compare`). Branches (`dev-main`,
 * `2.1.x-dev`, `9999999-dev`) are not ordered.
 */
export const composer: VersionScheme<ComposerVersion> = {
  parse(text) {
    const version = text
      .trim()
      .toLowerCase()
      .replace(/@(?:stable|rc|beta|alpha|dev)$/, '')
      .replace(/\+\S+$/, '');
    if (defaultBranch.test(version)) return null;
    const match = classical.exec(version);
    if (match) {
      const [, numbers, stability, number, dev] = match;
      const parts = numbers!.split('.');
      while (parts.length < 4) parts.push('0');
      if (stability && stability !== 'stable') parts.push(stability, ...(number!.match(/\d+/g) ?? []));
      return dev ? [...parts, 'dev'] : parts;
    }
    return /^v?\d/.test(version) && !numberedBranch.test(version) ? (version.match(/\d+|[a-z]+/g) ?? []) : null;
  },
  compare: (a, b) => compareLists(a, b, null, (left, right) => comparePhp(left, right)),
};

/** php.net/version_compare: any other word < dev < alpha < beta < rc < the end < a number < patch. */
const ranks: Readonly<Record<string, number>> = {
  dev: 1,
  alpha: 2,
  a: 2,
  beta: 3,
  b: 3,
  rc: 4,
  c: 4,
  pl: 7,
  p: 7,
  patch: 7,
};

function rank(part: string | null): number {
  if (part === null) return 5;
  return isDigits(part) ? 6 : Object.hasOwn(ranks, part) ? ranks[part]! : 0;
}

function comparePhp(a: string | null, b: string | null): number {
  const order = rank(a) - rank(b);
  return order !== 0 || a === null || b === null || !isDigits(a) ? order : compareDigits(a, b);
}

import { compareDigits, compareLists, isDigits, type VersionScheme } from './scheme.js';

/** Numbers and words as PHP's `version_compare` takes them apart, after Composer's normalisation. */
export type ComposerVersion = readonly string[];

/** A stability with its own number, then `dev`; or a later patch of Magento's (2.3.4-p4-ext-7). */
const modifier = String.raw`[._-]?(?:(stable|beta|b|rc|alpha|a|patch|pl|p)((?:[.-]?\d+(?:[.-]\d+)*)?))?(?:-(ext)-(\d+)|([.-]?dev))?`;
/** Numbers with at most four parts. */
const classical = new RegExp(String.raw`^v?(\d{1,5}(?:\.\d+){0,3})${modifier}$`);
const dated = new RegExp(String.raw`^v?(\d{4}(?:[.:-]?\d{2}){1,6}(?:[.:-]?\d{1,3}){0,2})${modifier}$`);

/** The default branch, under the number that Composer sorts it by. */
const defaultBranch = /^v?9999999(?:\.9999999)*[._-]?dev$/;

/**
 * PHP's Composer (composer/semver: `VersionParser::normalize`, then `version_compare`). Branches (`dev-main`,
 * `2.1.x-dev`, `9999999-dev`) are not ordered, nor what has words that Composer refuses.
 */
export const composer: VersionScheme<ComposerVersion> = {
  parse(text) {
    const version = text
      .trim()
      .toLowerCase()
      .replace(/@(?:stable|rc|beta|alpha|dev)$/, '')
      .replace(/\+\S+$/, '');
    if (defaultBranch.test(version)) return null;
    const match = classical.exec(version) ?? dated.exec(version);
    if (!match) return null;
    const [, numbers, stability, number, ext, extNumber, dev] = match;
    const parts = numbers!.split(/[^\d]/);
    while (parts.length < 4 && classical.test(numbers!)) parts.push('0');
    if (stability && stability !== 'stable') parts.push(stability, ...(number!.match(/\d+/g) ?? []));
    if (ext) parts.push(ext, extNumber!);
    return dev ? [...parts, 'dev'] : parts;
  },
  compare: (a, b) => compareLists(a, b, null, (left, right) => comparePhp(left, right)),
};

/** php.net/version_compare: dev < alpha < beta < rc < the end < a number < patch; `ext` is a later patch of Magento's. */
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
  ext: 7,
};

function rank(part: string | null): number {
  if (part === null) return 5;
  return isDigits(part) ? 6 : ranks[part]!;
}

function comparePhp(a: string | null, b: string | null): number {
  const order = rank(a) - rank(b);
  return order !== 0 || a === null || b === null || !isDigits(a) ? order : compareDigits(a, b);
}

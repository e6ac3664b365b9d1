import { compareDigits, compareLists, compareText, type VersionScheme } from './scheme.js';

export interface ConanVersion {
  readonly items: readonly string[];
  /** Null where there is no hyphen: a pre-release, even an empty one, comes before the version itself. */
  readonly prerelease: readonly string[] | null;
  readonly build: readonly string[];
}

/** A commit of a project without releases, by its day: the order of Conan puts it after every release that came later. */
const snapshot = /^cci\./;

/** Conan (docs.conan.io, "Versioning"): SemVer with any count of items, which may be words, and with builds in order. */
export const conan: VersionScheme<ConanVersion> = {
  parse(text) {
    const version = text.trim().toLowerCase();
    const match = /^([^\s+-][^\s+-]*)(?:-([^\s+]*))?(?:\+(\S*))?$/.exec(version);
    if (!match || snapshot.test(version)) return null;
    return {
      items: itemsOf(match[1]!),
      prerelease: match[2] === undefined ? null : itemsOf(match[2]),
      build: itemsOf(match[3] ?? ''),
    };
  },
  compare: (a, b) =>
    compareItems(a.items, b.items) || comparePrereleases(a.prerelease, b.prerelease) || compareItems(a.build, b.build),
};

/** Final zeros do not count: 1 is 1.0.0. */
function itemsOf(text: string): string[] {
  const items = text === '' ? [] : text.split('.');
  while (items.length > 0 && /^0*$/.test(items.at(-1)!)) items.pop();
  return items;
}

function comparePrereleases(a: readonly string[] | null, b: readonly string[] | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return compareItems(a, b);
}

/** By the leading number of an item, then by the rest; words without one come last. */
function compareItems(a: readonly string[], b: readonly string[]): number {
  return compareLists(a, b, null, (left, right) => {
    if (left === null || right === null) return left === null ? -1 : 1;
    const [, leftDigits, leftRest] = /^(\d*)(.*)$/s.exec(left)!;
    const [, rightDigits, rightRest] = /^(\d*)(.*)$/s.exec(right)!;
    if (leftDigits === '' || rightDigits === '') {
      const order = Number(leftDigits === '') - Number(rightDigits === '');
      if (order !== 0) return order;
    }
    return compareDigits(leftDigits!, rightDigits!) || compareText(leftRest!, rightRest!);
  });
}

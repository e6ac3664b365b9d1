import { compareDigits, compareLists, compareText, isDigits, type VersionScheme } from './scheme.js';

/** A version in the manner of Semantic Versioning 2.0.0: any count of numbers, then pre-release and build identifiers. */
export interface SemanticVersion {
  readonly numbers: readonly string[];
  readonly prerelease: readonly string[];
  readonly build: readonly string[];
}

/** Shared: most of the hundreds of thousands of versions have neither. */
const none: readonly string[] = [];

/**
 * Parses `1.2.3-rc.1+build` and the variants of npm, Cargo, Hex, Go and people: a leading `v` or `=`, fewer or more than
 * three numbers, a pre-release without its hyphen (`1.0.0beta1`).
 */
export function parseSemantic(text: string): SemanticVersion | null {
  const match = /^[\s=]*[vV]?(\d+(?:\.\d+)*)(?:-([0-9A-Za-z.-]+)|([A-Za-z][0-9A-Za-z.-]*))?(?:\+(\S*))?\s*$/.exec(text);
  if (!match) return null;
  return {
    numbers: match[1]!.split('.'),
    prerelease: (match[2] ?? match[3])?.split('.') ?? none,
    build: match[4]?.split('.') ?? none,
  };
}

/** SemVer 2.0.0, 11; missing numbers are zero, build metadata is ignored. */
export function compareSemantic(a: SemanticVersion, b: SemanticVersion): number {
  return compareLists(a.numbers, b.numbers, '0', compareDigits) || comparePrereleases(a.prerelease, b.prerelease);
}

function comparePrereleases(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return b.length - a.length;
  return compareIdentifiers(a, b);
}

/** Dot-separated identifiers: numbers before words, and a list before a longer one (SemVer 2.0.0, 11.4). */
export function compareIdentifiers(a: readonly string[], b: readonly string[]): number {
  return compareLists(a, b, null, (left, right) => {
    if (left === null || right === null) return left === null ? -1 : 1;
    const [leftIsNumber, rightIsNumber] = [isDigits(left), isDigits(right)];
    if (leftIsNumber && rightIsNumber) return compareDigits(left, right);
    if (leftIsNumber !== rightIsNumber) return leftIsNumber ? -1 : 1;
    return compareText(left, right);
  });
}

/** Semantic Versioning 2.0.0 and the ecosystems that follow it: npm, Cargo, Hex, Swift. */
export const semantic: VersionScheme<SemanticVersion> = { parse: parseSemantic, compare: compareSemantic };

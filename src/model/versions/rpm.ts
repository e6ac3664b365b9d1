import { compareDigits, compareText, type VersionScheme } from './scheme.js';

export interface RpmVersion {
  readonly epoch: string;
  readonly version: string;
  readonly revision: string | null;
}

/** RPM packages: `epoch:version-release` (rpm-version(7), `rpmvercmp`). */
export const rpm: VersionScheme<RpmVersion> = {
  parse(text) {
    const match = /^(?:(\d+):)?([^\s:]+)$/.exec(text.trim());
    if (!match) return null;
    const rest = match[2]!;
    const hyphen = rest.lastIndexOf('-');
    return {
      epoch: match[1] ?? '0',
      version: hyphen < 0 ? rest : rest.slice(0, hyphen),
      revision: hyphen < 0 ? null : rest.slice(hyphen + 1),
    };
  },
  compare: (a, b) =>
    compareDigits(a.epoch, b.epoch) || compareRpmParts(a.version, b.version) || compareReleases(a.revision, b.revision),
};

/** A missing release comes before any other, even the empty one. */
function compareReleases(a: string | null, b: string | null): number {
  return a === null || b === null ? Number(a !== null) - Number(b !== null) : compareRpmParts(a, b);
}

/**
 * Runs of digits and of letters, with any separators; digits are newer than letters, more runs newer than
 * fewer. `~` sorts before the end, `^` directly after it.
 */
export function compareRpmParts(a: string, b: string): number {
  const [left, right] = [a.match(/\d+|[A-Za-z]+|[~^]/g) ?? [], b.match(/\d+|[A-Za-z]+|[~^]/g) ?? []];
  for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
    const [one, other] = [left[index], right[index]];
    const order =
      kind(one) - kind(other) || (/^\d/.test(one!) ? compareDigits(one!, other!) : compareText(one!, other!));
    if (order !== 0) return order;
  }
  return 0;
}

/** `~` < end < `^` < letters < digits. */
function kind(run: string | undefined): number {
  if (run === undefined) return 1;
  if (run === '~') return 0;
  if (run === '^') return 2;
  return /^\d/.test(run) ? 4 : 3;
}

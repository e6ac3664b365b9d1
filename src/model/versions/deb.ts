import { compareDigits, type VersionScheme } from './scheme.js';

export interface DebianVersion {
  readonly epoch: string;
  readonly version: string;
  readonly revision: string;
}

/** Debian packages (deb-version(7), Debian Policy 5.6.12). opam orders its versions the same way. */
export const deb: VersionScheme<DebianVersion> = {
  parse(text) {
    // dpkg refuses a word as the epoch, and an empty version or revision.
    const match = /^(?:(\d+):(\S+)|([^\s:]+))$/.exec(text.trim());
    const rest = match?.[2] ?? match?.[3] ?? '';
    const hyphen = rest.lastIndexOf('-');
    if (!match || hyphen === 0 || hyphen === rest.length - 1) return null;
    return {
      epoch: match[1] ?? '0',
      version: hyphen < 0 ? rest : rest.slice(0, hyphen),
      revision: hyphen < 0 ? '' : rest.slice(hyphen + 1),
    };
  },
  compare: (a, b) =>
    compareDigits(a.epoch, b.epoch) || compareParts(a.version, b.version) || compareParts(a.revision, b.revision),
};

/** Runs of non-digits and of digits in turn; a missing run is the empty one. */
function compareParts(a: string, b: string): number {
  const [left, right] = [runsOf(a), runsOf(b)];
  for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
    const [one, other] = [left[index] ?? '', right[index] ?? ''];
    const order = index % 2 === 0 ? compareNonDigits(one, other) : compareDigits(one, other);
    if (order !== 0) return order;
  }
  return 0;
}

/** The first run is one of non-digits, so that runs of the same kind are compared. */
function runsOf(text: string): string[] {
  const runs: string[] = text.match(/\d+|\D+/g) ?? [];
  return /^\D/.test(text) ? runs : ['', ...runs];
}

function compareNonDigits(a: string, b: string): number {
  for (let index = 0; index < Math.max(a.length, b.length); index += 1) {
    const order = rank(a, index) - rank(b, index);
    if (order !== 0) return order;
  }
  return 0;
}

/** A tilde before the end, the end before letters, letters before everything else. */
function rank(text: string, index: number): number {
  const char = text[index];
  if (char === undefined) return 0;
  if (char === '~') return -1;
  return /[A-Za-z]/.test(char) ? char.charCodeAt(0) : char.charCodeAt(0) + 256;
}

import { compareDigits, compareLists, compareText, isDigits, type VersionScheme } from './scheme.js';

/** A public version of PEP 440 with its local label. */
export interface PythonVersion {
  readonly epoch: string;
  readonly release: readonly string[];
  /** Phase (see `preRanks`) and its number. */
  readonly pre: readonly [rank: number, number: string];
  readonly post: string | null;
  readonly dev: string | null;
  readonly local: readonly string[];
}

/** PEP 440, appendix B, letter case aside. */
const pattern =
  /^\s*v?(?:(\d+)!)?(\d+(?:\.\d+)*)(?:[-_.]?(alpha|a|beta|b|preview|pre|c|rc)[-_.]?(\d*))?(?:-(\d+)|[-_.]?(post|rev|r)[-_.]?(\d*))?(?:[-_.]?(dev)[-_.]?(\d*))?(?:\+([a-z0-9]+(?:[-_.][a-z0-9]+)*))?\s*$/;

const preRanks: Readonly<Record<string, number>> = { a: 1, alpha: 1, b: 2, beta: 2, c: 3, rc: 3, pre: 3, preview: 3 };
/** A development release of a final version comes before that version's pre-releases, a final version after them. */
const devOfFinal = 0;
const final = 4;

function parse(text: string): PythonVersion | null {
  const match = pattern.exec(text.toLowerCase());
  if (!match) return null;
  const [, epoch = '0', release, pre, preNumber, implicitPost, postWord, postNumber, devWord, devNumber, local] = match;
  const post = implicitPost ?? (postWord ? postNumber || '0' : null);
  const dev = devWord ? devNumber || '0' : null;
  const rank = pre ? preRanks[pre]! : post === null && dev !== null ? devOfFinal : final;
  return {
    epoch,
    release: release!.split('.'),
    pre: [rank, preNumber || '0'],
    post,
    dev,
    local: local ? local.split(/[-_.]/) : [],
  };
}

/** PEP 440, "Summary of permitted suffixes and relative ordering". */
const compare = (a: PythonVersion, b: PythonVersion): number => comparePublic(a, b) || compareLocals(a, b);

/** PEP 440, "Version matching": the local label is ignored where the named version has none. */
const compareToNamed = (version: PythonVersion, named: PythonVersion): number =>
  comparePublic(version, named) || (named.local.length === 0 ? 0 : compareLocals(version, named));

const compareLocals = (a: PythonVersion, b: PythonVersion): number =>
  compareLists(a.local, b.local, null, compareLocal);

function comparePublic(a: PythonVersion, b: PythonVersion): number {
  return (
    compareDigits(a.epoch, b.epoch) ||
    compareLists(a.release, b.release, '0', compareDigits) ||
    a.pre[0] - b.pre[0] ||
    compareDigits(a.pre[1], b.pre[1]) ||
    compareOptional(a.post, b.post, -1) ||
    compareOptional(a.dev, b.dev, 1)
  );
}

/** `absent`: a missing one comes before (-1) or after (1). */
function compareOptional(a: string | null, b: string | null, absent: -1 | 1): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? absent : -absent;
  return compareDigits(a, b);
}

/** In a local version numbers come after words, and everything after nothing. */
function compareLocal(a: string | null, b: string | null): number {
  if (a === null || b === null) return a === null ? -1 : 1;
  if (isDigits(a) && isDigits(b)) return compareDigits(a, b);
  return isDigits(a) === isDigits(b) ? compareText(a, b) : isDigits(a) ? 1 : -1;
}

/** Python packages (PEP 440). */
export const pypi: VersionScheme<PythonVersion> = { parse, compare, compareToNamed };

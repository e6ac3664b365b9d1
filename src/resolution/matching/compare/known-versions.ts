/** The versions that the catalogue lists for one candidate, prepared for comparison. */
export class KnownVersions {
  /** Lower case, one per line, with a line break at both ends; empty where none is known. */
  readonly lines: string;
  private cachedRange: KnownVersionRange | null | undefined = undefined;

  /** `versions` is the catalogue's sample, one per line. */
  constructor(versions: string, latest: string | null) {
    this.lines =
      versions === '' && latest === null ? '' : `\n${versions.toLowerCase()}\n${latest?.toLowerCase() ?? ''}\n`;
  }

  has(version: string): boolean {
    return this.lines.includes(`\n${version}\n`) || this.lines.includes(`\nv${version}\n`);
  }

  hasMajor(major: string): boolean {
    return this.lines.includes(`\n${major}.`) || this.lines.includes(`\nv${major}.`) || this.has(major);
  }

  /** Computed on first use: only unknown versions are compared with it. */
  get range(): KnownVersionRange | null {
    if (this.cachedRange === undefined) this.cachedRange = rangeOf(this.lines.split('\n'));
    return this.cachedRange;
  }
}

/** The oldest and the newest known version, as numbers. */
export interface KnownVersionRange {
  readonly oldest: readonly number[];
  readonly newest: readonly number[];
}

/** Later parts distinguish releases, not generations. */
const maxParts = 4;

/** Longer numbers are split: a JavaScript number cannot hold them exactly. */
const maxDigits = 15;

/** The leading numbers of a version, without a distribution's epoch; empty where it starts with none. */
export function versionNumbers(version: string): number[] {
  const numbers: number[] = [];
  let at = numbersStart(version);
  if (!isDigit(version, at)) return numbers;
  for (; at < version.length && numbers.length < maxParts; at += 1) {
    if (!isDigit(version, at)) continue;
    const start = at;
    while (at + 1 < version.length && at + 1 - start < maxDigits && isDigit(version, at + 1)) at += 1;
    numbers.push(Number(version.slice(start, at + 1)));
  }
  return numbers;
}

/** The index after "v" and after an epoch ("1:2.0"). */
function numbersStart(version: string): number {
  const start = /^v/i.test(version) ? 1 : 0;
  const colon = version.indexOf(':', start);
  const isEpoch = colon > start && colon - start <= 4 && /^\d+$/.test(version.slice(start, colon));
  return isEpoch && isDigit(version, colon + 1) ? colon + 1 : start;
}

function isDigit(text: string, index: number): boolean {
  const code = text.charCodeAt(index); // NaN after the end
  return code >= 48 && code <= 57;
}

/** Negative where `one` is older; missing numbers count as 0. */
export function compareNumbers(one: readonly number[], other: readonly number[]): number {
  for (let index = 0; index < maxParts; index += 1) {
    const difference = (one[index] ?? 0) - (other[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function rangeOf(versions: readonly string[]): KnownVersionRange | null {
  let range: KnownVersionRange | null = null;
  for (const version of versions) {
    const numbers = versionNumbers(version);
    if (numbers.length === 0) continue;
    const { oldest, newest }: KnownVersionRange = range ?? { oldest: numbers, newest: numbers };
    range = {
      oldest: compareNumbers(numbers, oldest) < 0 ? numbers : oldest,
      newest: compareNumbers(numbers, newest) > 0 ? numbers : newest,
    };
  }
  return range;
}

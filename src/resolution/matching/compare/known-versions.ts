/** The versions that the catalogue has of one candidate, in the forms that comparisons need. */
export class KnownVersions {
  /** Lower case, one a line, with a line break at both ends; empty where none are known. */
  readonly lines: string;
  private cachedRange: KnownVersionRange | null | undefined = undefined;

  /** `versions` is the catalogue's sample, one a line. */
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

  /** Made when it is first asked for: only versions that are not known are compared with it. */
  get range(): KnownVersionRange | null {
    if (this.cachedRange === undefined) this.cachedRange = rangeOf(this.lines.split('\n'));
    return this.cachedRange;
  }
}

/** From the oldest to the newest known version, as numbers. */
export interface KnownVersionRange {
  readonly oldest: readonly number[];
  readonly newest: readonly number[];
}

/** Later parts of a version tell releases apart, not generations. */
const maxParts = 4;

/** Longer numbers are cut in two: no number of JavaScript holds them exactly. */
const maxDigits = 15;

/** The leading numbers of a version, without the epoch of distributions; empty where it begins with none. */
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

/** Behind "v", and behind an epoch ("1:2.0"). */
function numbersStart(version: string): number {
  const start = /^v/i.test(version) ? 1 : 0;
  const colon = version.indexOf(':', start);
  const isEpoch = colon > start && colon - start <= 4 && /^\d+$/.test(version.slice(start, colon));
  return isEpoch && isDigit(version, colon + 1) ? colon + 1 : start;
}

function isDigit(text: string, index: number): boolean {
  const code = text.charCodeAt(index); // NaN behind the end, which is none
  return code >= 48 && code <= 57;
}

/** Below 0 where `one` is the older; missing numbers count as 0. */
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

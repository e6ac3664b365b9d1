/**
 * The version order of one ecosystem. `parse` returns null for text that is not a version; `compare` is a total order
 * (negative, zero, positive), and zero means "the same version". Both are linear in the text, which has at most
 * `maxVersionLength` characters.
 */
export interface VersionScheme<Parsed = unknown> {
  parse(text: string): Parsed | null;
  compare(a: Parsed, b: Parsed): number;
  /** `compare` with a version that a bound or a list names, where that stands for more than one; no order. */
  compareToNamed?(version: Parsed, named: Parsed): number;
}

export const maxVersionLength = 500;

/** Two runs of decimal digits of any length, by value. The empty run is zero. */
export function compareDigits(a: string, b: string): number {
  if (a === b) return 0;
  if (a.length < 16 && b.length < 16) return Number(a) - Number(b);
  const [left, right] = [withoutLeadingZeros(a), withoutLeadingZeros(b)];
  return left.length - right.length || compareText(left, right);
}

/** By code unit: the order of ASCII. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export function isDigits(text: string): boolean {
  return /^\d+$/.test(text);
}

/** Element by element; where one list ends, `compare` receives `filler` instead. */
export function compareLists<T, F>(
  a: readonly T[],
  b: readonly T[],
  filler: F,
  compare: (a: T | F, b: T | F) => number,
) {
  const length = Math.max(a.length, b.length);
  for (let index = 0; index < length; index += 1) {
    const order = compare(index < a.length ? a[index]! : filler, index < b.length ? b[index]! : filler);
    if (order !== 0) return order;
  }
  return 0;
}

function withoutLeadingZeros(digits: string): string {
  return digits.replace(/^0+/, '');
}

/** Too many shorter names differ by one letter. */
const minLength = 5;

/**
 * True for two different names at Damerau–Levenshtein distance 1: one letter inserted, deleted, replaced or swapped with
 * the next. Linear. A different number is not a typo but another model or release.
 */
export function isTypo(one: string, other: string): boolean {
  const difference = one.length - other.length;
  if (one === other || Math.abs(difference) > 1 || Math.min(one.length, other.length) < minLength) return false;
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  let oneEnd = one.length;
  let otherEnd = other.length;
  while (oneEnd > start && otherEnd > start && one[oneEnd - 1] === other[otherEnd - 1]) {
    oneEnd -= 1;
    otherEnd -= 1;
  }
  const oneRest = one.slice(start, oneEnd);
  const otherRest = other.slice(start, otherEnd);
  if (/^\d+$/.test(oneRest + otherRest)) return false;
  if (oneRest.length <= 1 && otherRest.length <= 1) return true;
  return oneRest.length === 2 && otherRest.length === 2 && oneRest[0] === otherRest[1] && oneRest[1] === otherRest[0];
}

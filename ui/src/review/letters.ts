/** A part of a name, and whether the other name has it too. */
export interface Letters {
  readonly text: string;
  readonly isCommon: boolean;
}

/** Longer names, and names of other scripts than Latin, are not compared: marks would tear them apart. */
const comparable = /^[\x20-\x7e]{1,60}$/;
/** With more differing letters than every third, the names are not alike and marks say nothing. */
const maxShare = 1 / 3;

/**
 * Which letters two names do not have in common, by their longest common subsequence; case does not count.
 *
 * @returns the parts of each; null: the names are the same, or nothing alike
 */
export function differingLetters(one: string, other: string): readonly [Letters[], Letters[]] | null {
  const [left, right] = [one.toLowerCase(), other.toLowerCase()];
  if (left === right || !comparable.test(one) || !comparable.test(other)) return null;
  const pairs = commonLetters(left, right);
  const longest = Math.max(left.length, right.length);
  if (longest - pairs.length > Math.max(1, longest * maxShare)) return null;
  return [parts(one, new Set(pairs.map(([at]) => at))), parts(other, new Set(pairs.map(([, at]) => at)))];
}

function commonLetters(left: string, right: string): (readonly [number, number])[] {
  const lengths = Array.from({ length: left.length + 1 }, () => new Array<number>(right.length + 1).fill(0));
  for (let i = left.length - 1; i >= 0; i -= 1)
    for (let j = right.length - 1; j >= 0; j -= 1)
      lengths[i]![j] =
        left[i] === right[j] ? lengths[i + 1]![j + 1]! + 1 : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!);
  const pairs: (readonly [number, number])[] = [];
  for (let [i, j] = [0, 0]; i < left.length && j < right.length;) {
    if (left[i] === right[j]) pairs.push([i++, j++]);
    else if (lengths[i + 1]![j]! >= lengths[i]![j + 1]!) i += 1;
    else j += 1;
  }
  return pairs;
}

function parts(name: string, common: ReadonlySet<number>): Letters[] {
  const found: { text: string; isCommon: boolean }[] = [];
  for (const [at, sign] of [...name].entries()) {
    const isCommon = common.has(at);
    const last = found.at(-1);
    if (last?.isCommon === isCommon) last.text += sign;
    else found.push({ text: sign, isCommon });
  }
  return found;
}

/** A shorter beginning says too little. */
const minStart = 4;

/** What both names begin with, up to a separator; null: nothing that tells them from others. */
export function sharedStart(one: string, other: string): string | null {
  let length = 0;
  while (length < Math.min(one.length, other.length) && one[length] === other[length]) length += 1;
  const start = /^.*[-_./: ]/s.exec(one.slice(0, length))?.[0] ?? '';
  return one !== other && start.length >= minStart ? start : null;
}

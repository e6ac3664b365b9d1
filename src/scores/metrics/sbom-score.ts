/**
 * The risk of many from the risks of each (0–100, any order): the worst counts in full, the second worst with a quarter,
 * the third with an eighth, and so on by halves, joined as independent risks. So it is never below the worst part, no
 * number of good parts lowers it, a part that gets worse never lowers it, and a long list of small risks does not add up
 * to a large one. Only the worst eight count: what comes behind could move it by less than half a point.
 */
export function riskOfMany(risks: readonly number[]): number {
  let safe = 1;
  for (const [index, risk] of [...risks]
    .sort((a, b) => b - a)
    .slice(0, maxCountedParts)
    .entries())
    safe *= 1 - (index === 0 ? 1 : 0.5 ** (index + 1)) * (Math.min(100, Math.max(0, risk)) / 100);
  return 100 * (1 - safe);
}

export const maxCountedParts = 8;

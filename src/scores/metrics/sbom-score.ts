/**
 * Aggregate of many risks (0–100, any order): the worst counts in full, the second with a quarter, the third with an
 * eighth, and so on by halves, combined as independent risks. The aggregate is never below the worst risk; good parts do
 * not lower it; it is monotonic; many small risks do not add up to a large one. Only the worst eight count: the others
 * could change it by less than half a point.
 */
export function riskOfMany(risks: readonly number[]): number {
  let safe = 1;
  const worst = [...risks].sort((a, b) => b - a).slice(0, maxCountedParts);
  for (const [index, risk] of worst.entries())
    safe *= 1 - (index === 0 ? 1 : 0.5 ** (index + 1)) * (Math.min(100, Math.max(0, risk)) / 100);
  return 100 * (1 - safe);
}

export const maxCountedParts = 8;

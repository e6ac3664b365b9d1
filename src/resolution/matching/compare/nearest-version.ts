import { plainVersion } from '../query/version-text.js';

/**
 * The known version that lies nearest to one that is not known: the most leading numbers in common, then the smallest
 * difference in the first that differs. Null where the version is known, missing, or nothing near is.
 */
export function nearestVersion(version: string, known: readonly string[]): string | null {
  const asked = numbersOf(version);
  if (asked.length === 0) return null;
  let best: { version: string; common: number; distance: number } | null = null;
  for (const candidate of known) {
    if (plainVersion(candidate) === version) return null;
    const numbers = numbersOf(candidate);
    if (numbers.length === 0) continue;
    let common = 0;
    while (common < asked.length && asked[common] === numbers[common]) common += 1;
    const distance = Math.abs((asked[common] ?? 0) - (numbers[common] ?? 0));
    if (!best || common > best.common || (common === best.common && distance < best.distance))
      best = { version: candidate, common, distance };
  }
  // Another major version is no correction of a slip.
  return best && best.common > 0 ? best.version : null;
}

const numbersOf = (version: string): number[] =>
  (plainVersion(version).match(/\d{1,15}/g) ?? []).slice(0, 6).map(Number);

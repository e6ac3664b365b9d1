import { plainVersion } from '../query/version-text.js';

/**
 * The known version nearest to an unknown one: the most leading numbers in common, then the smallest difference in the
 * first that differs. Null where the version is known or empty, or no known version has the same major number.
 */
export function nearestVersion(version: string, known: readonly string[]): string | null {
  const wanted = numbersOf(version);
  if (wanted.length === 0) return null;
  let best: { version: string; common: number; distance: number } | null = null;
  for (const candidate of known) {
    if (plainVersion(candidate) === version) return null;
    const numbers = numbersOf(candidate);
    if (numbers.length === 0) continue;
    let common = 0;
    while (common < wanted.length && wanted[common] === numbers[common]) common += 1;
    const distance = Math.abs((wanted[common] ?? 0) - (numbers[common] ?? 0));
    if (!best || common > best.common || (common === best.common && distance < best.distance))
      best = { version: candidate, common, distance };
  }
  return best && best.common > 0 ? best.version : null;
}

const numbersOf = (version: string): number[] =>
  (plainVersion(version).match(/\d{1,15}/g) ?? []).slice(0, 6).map(Number);

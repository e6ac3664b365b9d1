import type { LifecycleCycle } from './facts.js';

/**
 * The release cycle of a version: the one with the longest name that the version starts with, part by part ("4.2" has
 * 4.2.1, "4" has all of 4, "1.1.1" has 1.1.1k and "9.8" 9.8p1). Null where no cycle matches.
 */
export function findCycle(cycles: readonly LifecycleCycle[], version: string): LifecycleCycle | null {
  const text = version.replace(/^v(?=\d)/i, '');
  let best: LifecycleCycle | null = null;
  for (const cycle of cycles) {
    const isOfCycle =
      text === cycle.name || (text.startsWith(cycle.name) && followsCycle.test(text.slice(cycle.name.length - 1)));
    if (cycle.name !== '' && isOfCycle && cycle.name.length > (best?.name.length ?? 0)) best = cycle;
  }
  return best;
}

/** From the last character of the cycle on: a separator, or a letter or a pre-release glued to its number. */
const followsCycle = /^.[.+_-]|^\d(?:[a-z]{1,2}|(?:p|a|b|rc|alpha|beta)\d+)$/i;

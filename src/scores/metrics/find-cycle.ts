import type { LifecycleCycle } from './facts.js';

/**
 * The cycle that a version belongs to: the one with the longest name that the version begins with, part by part ("4.2"
 * holds 4.2.1, "4" holds all of 4); null where none is.
 */
export function findCycle(cycles: readonly LifecycleCycle[], version: string): LifecycleCycle | null {
  const text = version.replace(/^v(?=\d)/i, '');
  let best: LifecycleCycle | null = null;
  for (const cycle of cycles) {
    const isOfCycle =
      text === cycle.name || (text.startsWith(cycle.name) && /^[.+_-]/.test(text.slice(cycle.name.length)));
    if (cycle.name !== '' && isOfCycle && cycle.name.length > (best?.name.length ?? 0)) best = cycle;
  }
  return best;
}

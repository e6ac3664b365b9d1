/** Most keys that are remembered; beyond them the longest unused are forgotten, and begin with a full budget again. */
const maxKeys = 20_000;

interface Bucket {
  tokens: number;
  /** Milliseconds of the process's own clock. */
  refilledAt: number;
}

/**
 * What each of many may use up in a span of time, filled up steadily (token buckets). Kept by this process alone:
 * behind several API processes everybody has as many times as much.
 */
export class RateLimiter {
  private readonly buckets = new Map<string, Bucket>();

  /** @param capacity in a whole span; 0: without limit */
  constructor(
    private readonly capacity: number,
    private readonly periodMs: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * Takes from the budget of the key. What is larger than a whole budget is given once that is full, so that nothing is
   * refused for ever.
   *
   * @returns 0, or the seconds after which asking again makes sense; nothing is taken then
   */
  tryTake(key: string, wanted = 1): number {
    if (this.capacity === 0) return 0;
    const at = this.now();
    const known = this.buckets.get(key);
    const perMs = this.capacity / this.periodMs;
    const left = known ? Math.min(this.capacity, known.tokens + (at - known.refilledAt) * perMs) : this.capacity;
    const needed = Math.min(wanted, this.capacity);
    const isGiven = left >= needed;
    this.buckets.delete(key); // so that the map's order is that of the latest use
    this.buckets.set(key, { tokens: isGiven ? left - needed : left, refilledAt: at });
    if (this.buckets.size > maxKeys) this.buckets.delete(this.buckets.keys().next().value as string);
    return isGiven ? 0 : Math.max(1, Math.ceil((needed - left) / perMs / 1_000));
  }
}

/** Most keys that are remembered; beyond them the longest unused are forgotten, and begin with a full budget again. */
const mostKeys = 20_000;

interface Account {
  left: number;
  /** Milliseconds of the process's own clock. */
  at: number;
}

/**
 * What each of many may use up in a span of time, filled up steadily (token buckets). Kept by this process alone:
 * behind several API processes everybody has as many times as much.
 */
export class Budgets {
  private readonly accounts = new Map<string, Account>();

  /** @param amount in a whole span; 0: without limit */
  constructor(
    private readonly amount: number,
    private readonly spanMs: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * Takes from the budget of the key. What is larger than a whole budget is given once that is full, so that nothing is
   * refused for ever.
   *
   * @returns 0, or the seconds after which asking again makes sense; nothing is taken then
   */
  take(key: string, wanted = 1): number {
    if (this.amount === 0) return 0;
    const at = this.now();
    const known = this.accounts.get(key);
    const perMs = this.amount / this.spanMs;
    const left = known ? Math.min(this.amount, known.left + (at - known.at) * perMs) : this.amount;
    const needed = Math.min(wanted, this.amount);
    const isGiven = left >= needed;
    this.accounts.delete(key); // so that the map's order is that of the latest use
    this.accounts.set(key, { left: isGiven ? left - needed : left, at });
    if (this.accounts.size > mostKeys) this.accounts.delete(this.accounts.keys().next().value as string);
    return isGiven ? 0 : Math.max(1, Math.ceil((needed - left) / perMs / 1_000));
  }
}

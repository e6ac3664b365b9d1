import { CallerError } from '../../model/errors.js';

/** How often a user follows something at the same time, in this process: nobody takes the places of all. */
export class UserPlaces {
  private readonly taken = new Map<string, number>();

  /** @param what is followed, in the plural */
  constructor(
    private readonly max: number,
    private readonly what: string,
  ) {}

  /**
   * @returns gives the place back
   * @throws CallerError 429
   */
  take(userId: string): () => void {
    const count = this.taken.get(userId) ?? 0;
    if (count >= this.max)
      throw new CallerError(429, `You follow ${this.what} ${count} times already; close another page`, {
        retryAfterSeconds: 30,
      });
    this.taken.set(userId, count + 1);
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      const left = this.taken.get(userId)! - 1;
      if (left > 0) this.taken.set(userId, left);
      else this.taken.delete(userId);
    };
  }
}

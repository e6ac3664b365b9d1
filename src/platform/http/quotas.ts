import { Injectable } from '@nestjs/common';
import { Configuration } from '../configuration/configuration.js';
import { FairSemaphore } from './fair-semaphore.js';

/** What one process gives to each of its callers, and to all of them together. */
@Injectable()
export class Quotas {
  /** Requests, by user, organization and address. */
  readonly requests: RateLimiter;
  /** Bytes of files, by organization. */
  readonly uploadBytes: RateLimiter;
  readonly uploads: FairSemaphore;
  /** Each holds a database connection for as long as its reader takes. */
  readonly exports: FairSemaphore;

  constructor(configuration: Configuration) {
    this.requests = new RateLimiter(configuration.requestsPerMinute, 60_000);
    this.uploadBytes = new RateLimiter(configuration.uploadBytesPerHour, 3_600_000);
    this.uploads = new FairSemaphore({
      permits: configuration.uploadsAtOnce,
      what: 'uploads',
      maxWaiting: 1_000,
      maxWaitMs: 30_000,
    });
    const connections = Math.max(1, Math.floor(configuration.database.pool / 2));
    const total = Math.min(configuration.exportsAtOnce, connections);
    this.exports = new FairSemaphore({ permits: total, what: 'exports', maxWaiting: 1_000, maxWaitMs: 30_000 });
  }
}

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

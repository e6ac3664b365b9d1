import { Injectable } from '@nestjs/common';
import { Configuration } from '../configuration/configuration.js';
import { FairSemaphore } from './fair-semaphore.js';

/** Limits of one process, for each caller and for all. */
@Injectable()
export class Quotas {
  /** By user, organization and network. */
  readonly requests: RateLimiter;
  /** By organization. */
  readonly uploadBytes: RateLimiter;
  readonly uploads: FairSemaphore;
  /** An export holds a database connection until the client has read it. */
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

/** Beyond it the least recently used keys are dropped, and start with a full bucket again. */
const maxKeys = 20_000;

interface Bucket {
  tokens: number;
  /** Milliseconds of the process's monotonic clock. */
  refilledAt: number;
}

/** How far a key is from its limit. */
export interface RateLimitState {
  readonly limit: number;
  readonly remaining: number;
  /** Until the whole limit is available again. */
  readonly resetSeconds: number;
}

/** A token bucket for each key, in this process only: each further API process adds the same limit. */
export class RateLimiter {
  private readonly buckets = new Map<string, Bucket>();

  /** @param capacity tokens for each period; 0: no limit */
  constructor(
    private readonly capacity: number,
    private readonly periodMs: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** As the last `tryTake` left it; null: there is no limit. */
  state(key: string): RateLimitState | null {
    const bucket = this.buckets.get(key);
    if (this.capacity === 0 || !bucket) return null;
    const missing = this.capacity - bucket.tokens;
    const resetSeconds = Math.ceil((missing / this.capacity) * (this.periodMs / 1_000));
    return { limit: this.capacity, remaining: Math.floor(bucket.tokens), resetSeconds };
  }

  /**
   * Takes tokens from the key's bucket. A request for more than the capacity is granted when the bucket is full.
   *
   * @returns 0 if they were taken, else the seconds to wait
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

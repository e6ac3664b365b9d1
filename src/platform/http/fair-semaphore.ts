import { TransientError } from '../../model/errors.js';

export interface FairSemaphoreOptions {
  /** Maximum number of holders at a time. */
  readonly permits: number;
  /** For the error text: "Too many uploads at the moment". */
  readonly what: string;
  readonly maxWaiting: number;
  readonly maxWaitMs: number;
}

interface Waiter {
  readonly key: string;
  readonly resume: () => void;
}

/**
 * Limits expensive work that runs at the same time. One key holds at most half of the permits, so that others always get
 * one. Who gets none waits, first come, first served.
 */
export class FairSemaphore {
  private readonly heldByKey = new Map<string, number>();
  private readonly waiting: Waiter[] = [];
  private held = 0;

  constructor(private readonly options: FairSemaphoreOptions) {}

  /** @throws TransientError when too many wait already, or the wait exceeds its limit */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    await this.acquire(key);
    try {
      return await work();
    } finally {
      this.release(key);
    }
  }

  private async acquire(key: string): Promise<void> {
    if (this.canGrant(key)) return this.grant(key);
    const { maxWaiting, what, maxWaitMs } = this.options;
    const tooMany = new TransientError(`Too many ${what} at the moment`, 10);
    if (this.waiting.length >= maxWaiting) throw tooMany;
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.waiting.splice(this.waiting.indexOf(waiting), 1);
        reject(tooMany);
      }, maxWaitMs);
      const waiting: Waiter = {
        key,
        resume: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      this.waiting.push(waiting);
    });
  }

  private release(key: string): void {
    this.held -= 1;
    const others = (this.heldByKey.get(key) ?? 1) - 1;
    if (others > 0) this.heldByKey.set(key, others);
    else this.heldByKey.delete(key);
    const next = this.waiting.findIndex((waiting) => this.canGrant(waiting.key));
    const [waiting] = next < 0 ? [] : this.waiting.splice(next, 1);
    if (!waiting) return;
    this.grant(waiting.key);
    waiting.resume();
  }

  private canGrant(key: string): boolean {
    const share = Math.max(1, Math.floor(this.options.permits / 2));
    return this.held < this.options.permits && (this.heldByKey.get(key) ?? 0) < share;
  }

  private grant(key: string): void {
    this.held += 1;
    this.heldByKey.set(key, (this.heldByKey.get(key) ?? 0) + 1);
  }
}

/**
 * Lets many in together, or one alone. Who is to be alone waits until all others are out, and nobody comes in before
 * him meanwhile.
 */
export class ReadWriteLock {
  private holders = 0;
  private isExclusive = false;
  private readonly sharedQueue: (() => void)[] = [];
  private readonly exclusiveQueue: (() => void)[] = [];

  async run<T>(alone: boolean, work: () => Promise<T>): Promise<T> {
    const queue = alone ? this.exclusiveQueue : this.sharedQueue;
    await new Promise<void>((resolve) => {
      queue.push(resolve);
      this.grantWaiting();
    });
    try {
      return await work();
    } finally {
      this.holders -= 1;
      this.isExclusive = false;
      this.grantWaiting();
    }
  }

  private grantWaiting(): void {
    if (this.isExclusive) return;
    if (this.exclusiveQueue.length > 0) {
      if (this.holders > 0) return;
      this.holders = 1;
      this.isExclusive = true;
      return this.exclusiveQueue.shift()?.();
    }
    while (this.sharedQueue.length > 0) {
      this.holders += 1;
      this.sharedQueue.shift()?.();
    }
  }
}

/** Many shared holders or one exclusive holder. A waiting exclusive holder goes first. */
export class ReadWriteLock {
  private holders = 0;
  private isExclusive = false;
  private readonly sharedQueue: (() => void)[] = [];
  private readonly exclusiveQueue: (() => void)[] = [];

  runShared<T>(work: () => Promise<T>): Promise<T> {
    return this.run(this.sharedQueue, work);
  }

  runExclusive<T>(work: () => Promise<T>): Promise<T> {
    return this.run(this.exclusiveQueue, work);
  }

  private async run<T>(queue: (() => void)[], work: () => Promise<T>): Promise<T> {
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

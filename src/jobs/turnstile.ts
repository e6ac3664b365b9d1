/**
 * Lets many in together, or one alone. Who is to be alone waits until all others are out, and nobody comes in before
 * him meanwhile.
 */
export class Turnstile {
  private inside = 0;
  private closed = false;
  private readonly together: (() => void)[] = [];
  private readonly alone: (() => void)[] = [];

  async pass<T>(alone: boolean, work: () => Promise<T>): Promise<T> {
    const queue = alone ? this.alone : this.together;
    await new Promise<void>((resolve) => {
      queue.push(resolve);
      this.letIn();
    });
    try {
      return await work();
    } finally {
      this.inside -= 1;
      this.closed = false;
      this.letIn();
    }
  }

  private letIn(): void {
    if (this.closed) return;
    if (this.alone.length > 0) {
      if (this.inside > 0) return;
      this.inside = 1;
      this.closed = true;
      return this.alone.shift()?.();
    }
    while (this.together.length > 0) {
      this.inside += 1;
      this.together.shift()?.();
    }
  }
}

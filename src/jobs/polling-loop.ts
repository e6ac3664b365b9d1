import { Logger } from '@nestjs/common';

/**
 * Runs a piece of work whenever it is poked and at a regular pace, never twice at the same time; pokes that come while
 * it runs make it run once more. A failure is logged (once for a row of them) and waits for the next beat.
 */
export class PollingLoop {
  private readonly logger: Logger;
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<void> | null = null;
  private triggered = false;
  private failing = false;
  private stopped = true;

  constructor(
    name: string,
    private readonly intervalMs: number,
    private readonly work: () => Promise<void>,
  ) {
    this.logger = new Logger(name);
  }

  start(): void {
    this.stopped = false;
    this.trigger();
  }

  trigger(): void {
    this.triggered = true;
    if (!this.stopped) this.running ??= this.run();
  }

  /** After it, the work runs no more. */
  async stop(): Promise<void> {
    this.stopped = true;
    if (this.timer) clearTimeout(this.timer);
    await this.running;
  }

  private async run(): Promise<void> {
    if (this.timer) clearTimeout(this.timer);
    while (this.triggered && !this.stopped) {
      this.triggered = false;
      try {
        await this.work();
        this.failing = false;
      } catch (error) {
        if (!this.failing) this.logger.warn(`fails, goes on trying: ${(error as Error).message}`);
        this.failing = true;
        break;
      }
    }
    this.running = null;
    if (this.stopped) return;
    // Up to a fifth earlier or later, so that many processes do not beat in step.
    this.timer = setTimeout(() => this.trigger(), this.intervalMs * (0.8 + 0.4 * Math.random()));
    this.timer.unref();
  }
}

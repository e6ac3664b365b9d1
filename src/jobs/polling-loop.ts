import { Logger } from '@nestjs/common';

/**
 * Runs work at a regular interval and whenever triggered, never concurrently. A trigger during a run causes another
 * run. The first of several failures in a row is logged; the next interval tries again.
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

  /** Waits for a run under way. */
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
        if (!this.failing) this.logger.warn(`failed, will be retried: ${(error as Error).message}`);
        this.failing = true;
        break;
      }
    }
    this.running = null;
    if (this.stopped) return;
    // Up to a fifth earlier or later, so that processes do not poll in step.
    this.timer = setTimeout(() => this.trigger(), this.intervalMs * (0.8 + 0.4 * Math.random()));
    this.timer.unref();
  }
}

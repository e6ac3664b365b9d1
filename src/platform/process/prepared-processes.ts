import {
  PreparedProcess,
  startChildProcess,
  type ChildProcessHandle,
  type ChildProcessLimits,
} from './child-process.js';

export interface PreparedProcessesOptions {
  /** As for `startChildProcess`. */
  readonly module: string;
  readonly memoryMb: number;
  /** Processes that wait at most. */
  readonly count: number;
  /** How long they wait after the last one was needed; 0: none is started ahead. */
  readonly keptMs: number;
}

/** While another one waits, the next is not pressing: within this time what the last one read is usually imported. */
const restMs = 300;

/**
 * Child processes of one module that are started ahead, because the start takes longer than reading a usual file. Each
 * still serves one input and ends, so that nothing of one file is left when the next is read. They die with this process:
 * the end of their input without an input ends them.
 */
export class PreparedProcesses {
  private waiting: PreparedProcess[] = [];
  private isClosed = false;
  private idle: NodeJS.Timeout | undefined;
  private later: NodeJS.Timeout | undefined;

  constructor(private readonly options: PreparedProcessesOptions) {}

  /** Processes that wait now. */
  get waitingCount(): number {
    return this.waiting.length;
  }

  run(input: object, limits: Omit<ChildProcessLimits, 'memoryMb'>, signal?: AbortSignal): ChildProcessHandle {
    const { module, memoryMb } = this.options;
    const prepared = this.take();
    const handle =
      prepared?.run(input, limits, signal) ?? startChildProcess(module, input, { ...limits, memoryMb }, signal);
    // Afterwards, so that the start of the next one does not slow this one down, nor what is done with what it read.
    void handle.ended.then(() => (this.waitingCount > 0 ? this.fillLater() : this.fill()));
    return handle;
  }

  /** Ends those that wait; what runs goes on, and nothing is started ahead any more. */
  close(): void {
    this.isClosed = true;
    this.discard();
  }

  private take(): PreparedProcess | undefined {
    this.waiting = this.waiting.filter(({ isWaiting }) => isWaiting);
    return this.waiting.shift();
  }

  private fillLater(): void {
    this.later ??= setTimeout(() => this.fill(), restMs).unref();
  }

  private fill(): void {
    const { module, memoryMb, count, keptMs } = this.options;
    clearTimeout(this.later);
    this.later = undefined;
    if (this.isClosed || keptMs === 0) return;
    while (this.waiting.length < count) this.waiting.push(new PreparedProcess(module, memoryMb));
    clearTimeout(this.idle);
    this.idle = setTimeout(() => this.discard(), keptMs).unref();
  }

  private discard(): void {
    clearTimeout(this.idle);
    clearTimeout(this.later);
    this.later = undefined;
    for (const prepared of this.waiting.splice(0)) prepared.discard();
  }
}

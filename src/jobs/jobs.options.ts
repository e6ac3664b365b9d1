import type { QueueName } from './job.js';
import type { ProcessRole } from '../platform/configuration/configuration.js';

/** Durations; leases and due dates themselves are in the database's time. */
export interface JobTimings {
  /** How long a worker holds a run without renewing its lease. */
  readonly leaseMs: number;
  /** How long a run may be queued before it is handed on again. */
  readonly redeliverAfterMs: number;
  readonly sweepIntervalMs: number;
  /** How often the relay and the watcher poll without a notification. */
  readonly pollMs: number;
  /** How long a stopping process waits for its runs. */
  readonly graceMs: number;
  /** Minimum time between two writes of progress. */
  readonly progressIntervalMs: number;
}

/** The sweep runs six times in a lease, so a lost run is found soon after it expires. */
export const jobTimings = (leaseMs: number, graceMs: number): JobTimings => ({
  leaseMs,
  redeliverAfterMs: leaseMs,
  sweepIntervalMs: leaseMs / 6,
  pollMs: 1_000,
  graceMs,
  progressIntervalMs: 500,
});

export class JobsOptions {
  constructor(
    readonly databaseUrl: string,
    readonly redisUrl: string,
    readonly roles: ReadonlySet<ProcessRole>,
    readonly settings: {
      readonly concurrency: number;
      readonly retentionDays: number;
      readonly times: JobTimings;
    },
  ) {}

  /** Maximum number of runs of the queue that one process handles at a time. */
  slots(queue: QueueName): number {
    const { concurrency } = this.settings;
    return queue === 'interactive' ? concurrency : Math.ceil(concurrency / 2);
  }
}

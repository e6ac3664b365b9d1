import type { QueueName } from './job.js';
import type { ProcessRole } from '../platform/configuration/configuration.js';

/** Times of the mechanism. All leases and due dates are the database's time; these are lengths, not moments. */
export interface JobTimings {
  /** How long a worker owns a run without a sign of life. */
  readonly leaseMs: number;
  /** How long a run may lie in the queue before it is taken for lost and handed on again. */
  readonly redeliverAfterMs: number;
  readonly sweepIntervalMs: number;
  /** How often the relay and the watcher look without being woken. */
  readonly pollMs: number;
  /** How long a stopping process lets its runs go on. */
  readonly graceMs: number;
  /** How often progress is written. */
  readonly progressIntervalMs: number;
}

/** A lost run is found within a lease and a sixth of it. */
export const jobTimings = (leaseMs: number): JobTimings => ({
  leaseMs,
  redeliverAfterMs: leaseMs,
  sweepIntervalMs: leaseMs / 6,
  pollMs: 1_000,
  graceMs: 20_000,
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

  /** Runs of the queue that one worker process works on at a time. */
  slots(queue: QueueName): number {
    const { concurrency } = this.settings;
    return queue === 'interactive' ? concurrency : Math.ceil(concurrency / 2);
  }
}

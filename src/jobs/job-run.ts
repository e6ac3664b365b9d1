import type { QueueName } from './job.js';

/**
 * `waiting` is in the outbox, `queued` in the queue, `active` being handled. `partial` means succeeded with
 * reservations that the result states.
 */
export const openStates = ['waiting', 'queued', 'active'] as const;
export const endStates = ['succeeded', 'partial', 'failed', 'cancelled'] as const;
export type RunState = (typeof openStates)[number] | (typeof endStates)[number];

export const isFinished = (state: RunState): boolean => (endStates as readonly string[]).includes(state);

/** What a run works on, for queries such as "the imports of this SBOM". */
export interface RunSubject {
  readonly kind: string;
  readonly id: string;
}

export interface RunProgress {
  readonly stage: string;
  readonly done: number;
  /** Null while unknown. */
  readonly total: number | null;
}

export interface RunOutcome {
  readonly partial?: boolean;
  /** Shown by getJob: small JSON without secrets. */
  readonly result?: object;
}

export interface JobRun {
  readonly id: string;
  readonly name: string;
  readonly queue: QueueName;
  readonly orgId: string | null;
  readonly teamId: string | null;
  readonly actorId: string | null;
  readonly subject: RunSubject | null;
  readonly state: RunState;
  readonly attempt: number;
  readonly maxAttempts: number;
  readonly progress: RunProgress | null;
  readonly result: object | null;
  /** Why the run, or its last attempt, failed; shown to users. */
  readonly error: string | null;
  /** The error as a code: `malformed`, `limit`, `unavailable`, `internal`, `worker_lost`, `cancelled` … */
  readonly reason: string | null;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
}

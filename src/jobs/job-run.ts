import type { QueueName } from './job.js';

/**
 * Where a run stands: written and not yet handed on; handed to the queue; being worked on; and the four ends, of which
 * `partial` means done with reservations that the result tells.
 */
export const openStates = ['waiting', 'queued', 'active'] as const;
export const endStates = ['succeeded', 'partial', 'failed', 'cancelled'] as const;
export type RunState = (typeof openStates)[number] | (typeof endStates)[number];

export const isFinished = (state: RunState): boolean => (endStates as readonly string[]).includes(state);

/** What a run is about, for look-ups such as "the imports of this SBOM". */
export interface RunSubject {
  readonly kind: string;
  readonly id: string;
}

export interface RunProgress {
  readonly stage: string;
  readonly done: number;
  /** Null while it is not known. */
  readonly total: number | null;
}

/** What a handler has to say at the end. */
export interface RunOutcome {
  readonly partial?: boolean;
  /** Shown at getJob: plain JSON, small, nothing secret. */
  readonly result?: object;
}

/** One run of a job as the ledger tells it. */
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
  /** Why the run failed, or why the last attempt did; for the user's eyes. */
  readonly error: string | null;
  /** The same as one word: `malformed`, `limit`, `unavailable`, `internal`, `worker_lost`, `cancelled` … */
  readonly reason: string | null;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
}

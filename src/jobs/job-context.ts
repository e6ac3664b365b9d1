import { literals, type Sql } from '../platform/database/sql.js';
import type { QueueName } from './job.js';

/**
 * `waiting` is in the outbox, `queued` in the queue, `active` being handled. `partial` means succeeded with
 * reservations that the result states.
 */
export const openStates = ['waiting', 'queued', 'active'] as const;
export const failedStates = ['failed', 'cancelled'] as const;
export const endStates = ['succeeded', 'partial', ...failedStates] as const;
export type RunState = (typeof openStates)[number] | (typeof endStates)[number];

export const isFinished = (state: RunState): boolean => (endStates as readonly string[]).includes(state);
export const isFailed = (state: RunState): boolean => (failedStates as readonly string[]).includes(state);

const isInState = (run: string, states: readonly RunState[]): string => `${run}.state IN (${literals(states)})`;

/** SQL: whether the row of `job_runs` by this name is open. */
export const isOpenRun = (run: string): string => isInState(run, openStates);

/** SQL: whether it ended without a result. */
export const isFailedRun = (run: string): string => isInState(run, failedStates);

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

/** The attempt no longer holds its run (another worker has it, or it was cancelled) and may not write. */
export class LostLeaseError extends Error {
  override readonly name = 'LostLeaseError';

  constructor(runId: string) {
    super(`Run ${runId} is held by another attempt, or was cancelled`);
  }
}

/** What a handler knows of its run, and how it writes. */
export interface JobContext {
  readonly runId: string;
  /** Null for the service's own work. */
  readonly orgId: string | null;
  readonly actorId: string | null;
  readonly subject: RunSubject | null;
  readonly attempt: number;
  /** Aborted when the run is lost, cancelled or timed out, or the process stops. */
  readonly signal: AbortSignal;

  /**
   * A transaction in the tenancy of the run's organization. It commits only while this attempt holds the run and the
   * user on whose behalf it runs may still write there.
   */
  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>;

  /** Reads in the tenancy of the run's organization, without the check of `transaction`. */
  read<T>(work: (sql: Sql) => Promise<T>): Promise<T>;

  /** The check of `transaction`, for a transaction that the handler has opened itself (a session with COPY). */
  fence(sql: Sql): Promise<void>;

  /**
   * Ends the run in the handler's last transaction, together with its effects and the jobs that follow. The handler
   * returns right after it. Includes `fence`.
   */
  complete(sql: Sql, outcome?: RunOutcome): Promise<void>;

  /** Reports progress. Cheap enough to call for each batch; never throws. */
  progress(stage: string, done?: number, total?: number | null): void;
}

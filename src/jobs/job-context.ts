import type { Sql } from '../platform/database/sql.js';
import type { RunOutcome, RunSubject } from './job-run.js';

/** This attempt no longer owns its run: another worker has it, or it was cancelled. Nothing may be written any more. */
export class LostLeaseError extends Error {
  override readonly name = 'LostLeaseError';

  constructor(runId: string) {
    super(`Run ${runId} belongs to another attempt, or was cancelled`);
  }
}

/** What a handler knows of its run, and the only ways in which it may write. */
export interface JobContext {
  readonly runId: string;
  /** Null for the service's own work. */
  readonly orgId: string | null;
  readonly actorId: string | null;
  readonly subject: RunSubject | null;
  readonly attempt: number;
  /** Aborted when the run is lost or cancelled, has taken too long, or the process stops. Pass it on, or look at it. */
  readonly signal: AbortSignal;

  /**
   * A transaction in the tenancy of the run's organization, which commits only while this attempt owns the run, and
   * while the user in whose name it works may still write there.
   */
  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>;

  /** The check behind `transaction`, for a transaction that the handler opened itself (a session with COPY). */
  fence(sql: Sql): Promise<void>;

  /**
   * Ends the run inside the handler's last transaction: effects, following jobs and the end of the run become true
   * together. The handler returns right after it. Includes `fence`.
   */
  complete(sql: Sql, outcome?: RunOutcome): Promise<void>;

  /** Tells how far the work is; cheap, may be called for each batch. Never throws. */
  progress(stage: string, done?: number, total?: number | null): void;
}

import type { Database } from '../platform/database/database.js';
import type { Sql, Tenancy } from '../platform/database/sql.js';
import { afterCommit } from '../platform/database/transactions.js';
import { LostLeaseError, type JobContext, type RunOutcome, type RunProgress, type RunSubject } from './job-context.js';
import type { JobTimings } from './jobs.options.js';
import { fenceRun, renewLease, succeedRun, type ClaimedRun } from './lease.repository.js';

interface AttemptDependencies {
  readonly database: Database;
  readonly times: JobTimings;
  /** Notifies listeners that a run has changed. */
  readonly publishChange: (runId: string) => void;
  /** The same of its end. */
  readonly publishEnd: (runId: string) => void;
}

/** One attempt of a run: renews its lease until `close`, and is the context of its handler. */
export class Attempt implements JobContext {
  readonly runId: string;
  readonly orgId: string | null;
  readonly actorId: string | null;
  readonly subject: RunSubject | null;
  readonly attempt: number;
  readonly signal: AbortSignal;

  /** The latest that the handler reported. */
  latestProgress: RunProgress | null = null;
  private readonly controller = new AbortController();
  private readonly heartbeat: NodeJS.Timeout;
  private progressTimer: NodeJS.Timeout | null = null;
  /** What ends sooner than the first is due needs none. */
  private progressWrittenAt = performance.now();

  constructor(
    readonly run: ClaimedRun,
    private readonly dependencies: AttemptDependencies,
  ) {
    this.runId = run.runId;
    this.orgId = run.orgId;
    this.actorId = run.actorId;
    this.subject = run.subject;
    this.attempt = run.attempt;
    this.signal = this.controller.signal;
    this.heartbeat = setInterval(() => void this.renew(null), dependencies.times.leaseMs / 3);
  }

  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    return this.dependencies.database.transaction(this.tenancy, async (sql) => {
      await this.fence(sql);
      return work(sql);
    });
  }

  read<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    return this.dependencies.database.transaction(this.tenancy, work);
  }

  async fence(sql: Sql): Promise<void> {
    try {
      await fenceRun(sql, this.run);
    } catch (error) {
      if (error instanceof LostLeaseError) this.abort(error);
      throw error;
    }
  }

  async complete(sql: Sql, outcome: RunOutcome = {}): Promise<void> {
    await this.fence(sql);
    await succeedRun(sql, this.run, { outcome, progress: this.latestProgress });
    // Whoever waits need not wait for what the handler tidies up.
    afterCommit(sql, () => this.dependencies.publishEnd(this.runId));
  }

  progress(stage: string, done = 0, total: number | null = null): void {
    this.latestProgress = { stage, done: Math.trunc(done), total: total === null ? null : Math.trunc(total) };
    if (this.progressTimer !== null || this.signal.aborted) return;
    const waitMs = Math.max(0, this.progressWrittenAt + this.dependencies.times.progressIntervalMs - performance.now());
    this.progressTimer = setTimeout(() => {
      this.progressTimer = null;
      this.progressWrittenAt = performance.now();
      void this.renew(this.latestProgress);
    }, waitMs);
  }

  abort(reason: Error): void {
    this.controller.abort(reason);
  }

  /** Stops renewing the lease. */
  close(): void {
    clearInterval(this.heartbeat);
    if (this.progressTimer) clearTimeout(this.progressTimer);
    this.progressTimer = null;
  }

  private get tenancy(): Tenancy {
    return this.orgId === null ? 'system' : { organizations: [this.orgId] };
  }

  private async renew(progress: RunProgress | null): Promise<void> {
    try {
      const { database, times } = this.dependencies;
      const isHeld = await database.transaction('system', (sql) => renewLease(sql, this.run, times.leaseMs, progress));
      if (!isHeld) this.abort(new LostLeaseError(this.runId));
      else if (progress) this.dependencies.publishChange(this.runId);
    } catch {
      // The database is not available. The next renewal or fence notices if the run was lost meanwhile.
    }
  }
}

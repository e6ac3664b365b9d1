import type { Sql } from '../platform/database/sql.js';
import { LostLeaseError, type JobContext } from './job-context.js';
import type { Outcome, Progress, Subject } from './job-run.js';
import type { JobTimes } from './jobs.options.js';
import type { ClaimedRun, Ledger } from './ledger.repository.js';
import { requireRight } from './rights.repository.js';

interface Ground {
  readonly ledger: Ledger;
  readonly times: JobTimes;
  /** Tells listeners that a run has changed. */
  readonly announce: (runId: string) => void;
}

/** One attempt at a run: its lease, kept alive until `close`, and the context that its handler works in. */
export class Attempt implements JobContext {
  readonly runId: string;
  readonly orgId: string | null;
  readonly actorId: string | null;
  readonly subject: Subject | null;
  readonly attempt: number;
  readonly signal: AbortSignal;

  /** The latest that the handler told. */
  latest: Progress | null = null;
  private readonly controller = new AbortController();
  private readonly heartbeat: NodeJS.Timeout;
  private unwritten: NodeJS.Timeout | null = null;
  private writtenAt = 0;

  constructor(
    readonly run: ClaimedRun,
    private readonly ground: Ground,
  ) {
    this.runId = run.runId;
    this.orgId = run.orgId;
    this.actorId = run.actorId;
    this.subject = run.subject;
    this.attempt = run.attempt;
    this.signal = this.controller.signal;
    this.heartbeat = setInterval(() => void this.renew(null), ground.times.leaseMs / 3);
  }

  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    return this.ground.ledger.handlerTransaction(this.run, async (sql) => {
      await this.fence(sql);
      return work(sql);
    });
  }

  async fence(sql: Sql): Promise<void> {
    try {
      await this.ground.ledger.fence(sql, this.run, this.ground.times.leaseMs);
    } catch (error) {
      if (error instanceof LostLeaseError) this.abort(error);
      throw error;
    }
    await requireRight(sql, this.run);
  }

  async complete(sql: Sql, outcome: Outcome = {}): Promise<void> {
    await this.fence(sql);
    await this.ground.ledger.succeed(sql, this.run, { outcome, progress: this.latest });
  }

  progress(stage: string, done = 0, total: number | null = null): void {
    this.latest = { stage, done: Math.trunc(done), total: total === null ? null : Math.trunc(total) };
    if (this.unwritten !== null || this.signal.aborted) return;
    const waitMs = Math.max(0, this.writtenAt + this.ground.times.progressEveryMs - performance.now());
    this.unwritten = setTimeout(() => {
      this.unwritten = null;
      this.writtenAt = performance.now();
      void this.renew(this.latest);
    }, waitMs);
  }

  abort(reason: Error): void {
    this.controller.abort(reason);
  }

  /** No more signs of life. */
  close(): void {
    clearInterval(this.heartbeat);
    if (this.unwritten) clearTimeout(this.unwritten);
    this.unwritten = null;
  }

  private async renew(progress: Progress | null): Promise<void> {
    try {
      const ours = await this.ground.ledger.renew(this.run, this.ground.times.leaseMs, progress);
      if (!ours) this.abort(new LostLeaseError(this.runId));
      else if (progress) this.ground.announce(this.runId);
    } catch {
      // The database is away. Whether the run was given away meanwhile, the next answer or the next fence will tell.
    }
  }
}

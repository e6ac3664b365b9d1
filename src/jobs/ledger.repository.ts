import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import type { Sql } from '../platform/database/sql.js';
import { LostLeaseError } from './job-context.js';
import type { RunOutcome, RunProgress, RunSubject } from './job-run.js';
import { notifyWaiting } from './outbox.repository.js';
import { toStorableJson, type FailureReason } from './retry-policy.js';

/** The right to write for a run: good as long as the run is active under this very fence. */
export interface Lease {
  readonly runId: string;
  readonly fence: number;
}

export interface ClaimedRun extends Lease {
  readonly name: string;
  readonly orgId: string | null;
  readonly teamId: string | null;
  readonly actorId: string | null;
  readonly subject: RunSubject | null;
  readonly payload: object;
  readonly attempt: number;
  readonly maxAttempts: number;
  readonly trace: string | null;
}

interface ClaimedRow {
  fence: number;
  name: string;
  org_id: string | null;
  team_id: string | null;
  actor_id: string | null;
  subject_kind: string | null;
  subject_id: string | null;
  payload: object;
  attempt: number;
  max_attempts: number;
  trace: string | null;
}

/** Condition of every write of an attempt: parameters 1 and 2 are run and fence. */
const leaseCondition = `id = $1 AND fence = $2 AND state = 'active'`;
const endColumns = `lease_until = NULL, finished_at = clock_timestamp()`;

/** What workers write of a run. Times are the database's; a worker's clock is never asked. */
@Injectable()
export class JobRunsRepository {
  constructor(private readonly database: Database) {}

  /** Of the mechanism itself, which sees all runs. */
  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    return this.database.transaction('system', work);
  }

  /** Of the run's handler, which sees what the run's organization may see. */
  handlerTransaction<T>({ orgId }: ClaimedRun, work: (sql: Sql) => Promise<T>): Promise<T> {
    return this.database.transaction(orgId === null ? 'system' : { organizations: [orgId] }, work);
  }

  /**
   * Takes the run for one attempt; null when it is not there for the taking: a second delivery, cancelled, or a job that
   * this release does not know (another one's worker gets it later).
   */
  async claim(runId: string, jobNames: readonly string[], leaseMs: number): Promise<ClaimedRun | null> {
    const row = await this.transaction((sql) =>
      sql.one<ClaimedRow>(
        `UPDATE job_runs
         SET state = 'active', attempt = attempt + 1, fence = fence + 1, stage = NULL, done = 0, total = NULL,
             lease_until = clock_timestamp() + make_interval(secs => $3 / 1000.0),
             started_at = coalesce(started_at, clock_timestamp()),
             dedupe_key = CASE WHEN dedupe_until = 'started' THEN NULL ELSE dedupe_key END
         WHERE id = $1 AND name = ANY($2) AND state IN ('waiting', 'queued') AND due_at <= clock_timestamp()
         RETURNING fence, name, org_id, team_id, actor_id, subject_kind, subject_id, payload, attempt, max_attempts, trace`,
        [runId, jobNames, leaseMs],
      ),
    );
    if (row === null) return null;
    const subject = row.subject_id === null ? null : { kind: row.subject_kind ?? '', id: row.subject_id };
    const { fence, name, payload, attempt, trace } = row;
    const owner = { orgId: row.org_id, teamId: row.team_id, actorId: row.actor_id };
    return { runId, fence, name, ...owner, subject, payload, attempt, maxAttempts: row.max_attempts, trace };
  }

  /**
   * A sign of life, with the progress if there is news. Passes over the row while a transaction of this attempt holds
   * it: that one extends the lease itself.
   *
   * @returns whether the run is still ours
   */
  async renew(hold: Lease, leaseMs: number, progress: RunProgress | null): Promise<boolean> {
    return this.transaction(async (sql) => {
      const renewed = await sql.run(
        `UPDATE job_runs
         SET lease_until = clock_timestamp() + make_interval(secs => $3 / 1000.0),
             stage = coalesce($4, stage), done = coalesce($5, done), total = CASE WHEN $4 IS NULL THEN total ELSE $6 END
         WHERE id = (SELECT id FROM job_runs WHERE ${leaseCondition} FOR NO KEY UPDATE SKIP LOCKED)`,
        [hold.runId, hold.fence, leaseMs, ...progressColumns(progress)],
      );
      if (renewed > 0) return true;
      return (await sql.one(`SELECT 1 FROM job_runs WHERE ${leaseCondition}`, [hold.runId, hold.fence])) !== null;
    });
  }

  /** In a transaction of the attempt: from here to its end nobody else can take, end or cancel the run. */
  async fence(sql: Sql, hold: Lease, leaseMs: number): Promise<void> {
    const ours = await sql.run(
      `UPDATE job_runs
       SET lease_until = greatest(lease_until, clock_timestamp() + make_interval(secs => $3 / 1000.0))
       WHERE ${leaseCondition}`,
      [hold.runId, hold.fence, leaseMs],
    );
    if (ours === 0) throw new LostLeaseError(hold.runId);
  }

  async succeed(sql: Sql, hold: Lease, end: { outcome: RunOutcome; progress: RunProgress | null }): Promise<void> {
    const { outcome, progress } = end;
    await sql.run(
      `UPDATE job_runs
       SET state = $3, result = $4::jsonb, error = NULL, reason = NULL, ${endColumns},
           stage = coalesce($5, stage), done = coalesce($6, done), total = CASE WHEN $5 IS NULL THEN total ELSE $7 END
       WHERE ${leaseCondition}`,
      [
        hold.runId,
        hold.fence,
        outcome.partial ? 'partial' : 'succeeded',
        outcome.result === undefined ? null : toStorableJson(outcome.result),
        ...progressColumns(progress),
      ],
    );
  }

  async fail(sql: Sql, hold: Lease, why: FailureReason): Promise<void> {
    await sql.run(
      `UPDATE job_runs SET state = 'failed', error = $3, reason = $4, ${endColumns} WHERE ${leaseCondition}`,
      [hold.runId, hold.fence, why.message, why.code],
    );
  }

  async scheduleRetry(sql: Sql, hold: Lease, later: FailureReason & { delaySeconds: number }): Promise<void> {
    await sql.run(
      `UPDATE job_runs
       SET state = 'waiting', lease_until = NULL, error = $4, reason = $5, due_at = clock_timestamp() + make_interval(secs => $3)
       WHERE ${leaseCondition}`,
      [hold.runId, hold.fence, later.delaySeconds, later.message, later.code],
    );
  }

  /** For a process that stops: the run is as if it had not been started, but for the fence. */
  async release(sql: Sql, hold: Lease): Promise<void> {
    await sql.run(
      `UPDATE job_runs SET state = 'waiting', attempt = attempt - 1, lease_until = NULL, due_at = clock_timestamp()
       WHERE ${leaseCondition}`,
      [hold.runId, hold.fence],
    );
    await notifyWaiting(sql);
  }

  /** For a delivery that this process will not serve. */
  async requeue(sql: Sql, runId: string): Promise<void> {
    await sql.run(`UPDATE job_runs SET state = 'waiting' WHERE id = $1 AND state = 'queued'`, [runId]);
    await notifyWaiting(sql);
  }
}

function progressColumns(progress: RunProgress | null): [string | null, number | null, number | null] {
  return progress === null ? [null, null, null] : [progress.stage, progress.done, progress.total];
}

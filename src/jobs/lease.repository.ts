import type { Sql } from '../platform/database/sql.js';
import { LostLeaseError, type RunOutcome, type RunProgress, type RunSubject } from './job-context.js';
import { presentTeam } from './job-runs.repository.js';
import { notifyWaiting } from './outbox.repository.js';
import type { FailureReason } from './retry-policy.js';
import { CallerError } from '../model/errors.js';
import { storableJson } from '../model/text.js';
import { isSuspended } from '../organizations/access/suspended.js';

/** The right to write for a run, valid while the run is active with this fence. */
export interface Lease {
  readonly runId: string;
  readonly fence: number;
}

export interface ClaimedRun extends Lease {
  readonly name: string;
  readonly orgId: string | null;
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
  actor_id: string | null;
  subject_kind: string | null;
  subject_id: string | null;
  payload: object;
  attempt: number;
  max_attempts: number;
  trace: string | null;
}

/** Condition of every write of an attempt. */
const isHeld = `id = $runId AND fence = $fence AND state = 'active'`;
/** The same for whoever takes the run from the attempt, which waits until none of its transactions is open. */
const isHeldAlone = `id = (SELECT id FROM job_runs WHERE ${isHeld} FOR UPDATE)`;
const setEnded = `lease_until = NULL, finished_at = clock_timestamp()`;
/** A null stage leaves the progress as it is. */
const setProgress = `stage = coalesce($stage, stage), done = coalesce($done, done),
       total = CASE WHEN $stage IS NULL THEN total ELSE $total END`;

const leaseParameters = ({ runId, fence }: Lease): { runId: string; fence: number } => ({ runId, fence });

const progressParameters = (
  progress: RunProgress | null,
): { [Name in keyof RunProgress]: RunProgress[Name] | null } => ({
  stage: progress?.stage ?? null,
  done: progress?.done ?? null,
  total: progress?.total ?? null,
});

// All times are the database's, never a worker's.

/**
 * Takes the run for one attempt; null when it cannot be taken: a second delivery, cancelled, or a job that this release
 * does not know (a worker of another release gets it later).
 */
export async function claimRun(
  sql: Sql,
  runId: string,
  jobNames: readonly string[],
  leaseMs: number,
): Promise<ClaimedRun | null> {
  const row = await sql.one<ClaimedRow>(
    `UPDATE job_runs
     SET state = 'active', attempt = attempt + 1, fence = fence + 1, stage = NULL, done = 0, total = NULL,
         lease_until = clock_timestamp() + make_interval(secs => $leaseMs / 1000.0),
         started_at = coalesce(started_at, clock_timestamp()),
         dedupe_key = CASE WHEN dedupe_until = 'started' THEN NULL ELSE dedupe_key END
     WHERE id = $runId AND name = ANY($jobNames) AND state IN ('waiting', 'queued') AND due_at <= clock_timestamp()
     RETURNING fence, name, org_id, actor_id, subject_kind, subject_id, payload, attempt, max_attempts, trace`,
    { runId, jobNames, leaseMs },
  );
  if (row === null) return null;
  const { fence, name, payload, attempt, trace } = row;
  return {
    runId,
    fence,
    name,
    orgId: row.org_id,
    actorId: row.actor_id,
    subject: row.subject_id === null ? null : { kind: row.subject_kind ?? '', id: row.subject_id },
    payload,
    attempt,
    maxAttempts: row.max_attempts,
    trace,
  };
}

/**
 * Extends the lease and writes the progress, if there is any, whatever transactions of the attempt are open. Skips the
 * row while somebody takes the run from the attempt.
 *
 * @returns whether the attempt still holds the run
 */
export async function renewLease(
  sql: Sql,
  lease: Lease,
  leaseMs: number,
  progress: RunProgress | null,
): Promise<boolean> {
  const renewed = await sql.run(
    `UPDATE job_runs SET lease_until = clock_timestamp() + make_interval(secs => $leaseMs / 1000.0), ${setProgress}
     WHERE id = (SELECT id FROM job_runs WHERE ${isHeld} FOR NO KEY UPDATE SKIP LOCKED)`,
    { ...leaseParameters(lease), ...progressParameters(progress), leaseMs },
  );
  if (renewed > 0) return true;
  return (await sql.one(`SELECT 1 FROM job_runs WHERE ${isHeld}`, leaseParameters(lease))) !== null;
}

/**
 * In a transaction of the attempt: until it ends nobody can take, end or cancel the run, which locks the row FOR UPDATE
 * first. Other transactions of the attempt and the heartbeat do not wait. The user on whose behalf it runs, or one who
 * joined it, must still be able to write there.
 *
 * @throws LostLeaseError
 * @throws CallerError 403
 */
export async function fenceRun(sql: Sql, run: Lease & { readonly orgId: string | null }): Promise<void> {
  const { orgId } = run;
  const [held] = await sql.query<{ may_write: boolean }>(
    `SELECT ($orgId::uuid IS NULL OR job_runs.actor_id IS NULL OR ${mayWrite}) AS may_write
     FROM job_runs WHERE ${isHeld} FOR KEY SHARE OF job_runs`,
    { ...leaseParameters(run), orgId },
  );
  if (!held) throw new LostLeaseError(run.runId);
  if (!held.may_write)
    throw new CallerError(403, 'The user who started the job no longer has the permission', { reason: 'forbidden' });
}

export async function succeedRun(
  sql: Sql,
  lease: Lease,
  { outcome, progress }: { outcome: RunOutcome; progress: RunProgress | null },
): Promise<void> {
  await sql.run(
    `UPDATE job_runs SET state = $state, result = $result::jsonb, error = NULL, reason = NULL, ${setEnded}, ${setProgress}
     WHERE ${isHeldAlone}`,
    {
      ...leaseParameters(lease),
      ...progressParameters(progress),
      state: outcome.partial ? 'partial' : 'succeeded',
      result: outcome.result === undefined ? null : storableJson(outcome.result),
    },
  );
}

export async function failRun(sql: Sql, lease: Lease, { message, code }: FailureReason): Promise<void> {
  await sql.run(
    `UPDATE job_runs SET state = 'failed', error = $message, reason = $code, ${setEnded} WHERE ${isHeldAlone}`,
    {
      ...leaseParameters(lease),
      message,
      code,
    },
  );
}

export async function scheduleRetry(
  sql: Sql,
  lease: Lease,
  { message, code, delaySeconds }: FailureReason & { delaySeconds: number },
): Promise<void> {
  await sql.run(
    `UPDATE job_runs SET state = 'waiting', lease_until = NULL, error = $message, reason = $code,
            due_at = clock_timestamp() + make_interval(secs => $delaySeconds)
     WHERE ${isHeldAlone}`,
    { ...leaseParameters(lease), message, code, delaySeconds },
  );
}

/** For a process that stops: the run is as if it had not been started, except for the fence. */
export async function releaseRun(sql: Sql, lease: Lease): Promise<void> {
  await sql.run(
    `UPDATE job_runs SET state = 'waiting', attempt = attempt - 1, lease_until = NULL, due_at = clock_timestamp()
     WHERE ${isHeldAlone}`,
    leaseParameters(lease),
  );
  await notifyWaiting(sql);
}

/** For a delivery that this process will not serve. */
export async function requeueRun(sql: Sql, runId: string): Promise<void> {
  await sql.run(`UPDATE job_runs SET state = 'waiting' WHERE id = $runId AND state = 'queued'`, { runId });
  await notifyWaiting(sql);
}

/**
 * Whether a user on whose behalf a job runs may write there: is a member, neither disabled nor suspended, no viewer,
 * in the team that the subject belongs to now, and the organization exists.
 */
const mayWrite = `EXISTS (
     SELECT 1
     FROM (SELECT ${presentTeam} AS team_id OFFSET 0) present
     CROSS JOIN memberships m
     JOIN organizations o ON o.id = m.org_id AND o.deleted_at IS NULL
     JOIN users u ON u.id = m.user_id AND u.deleted_at IS NULL AND u.disabled_at IS NULL
     LEFT JOIN team_users t
       ON t.org_id = m.org_id AND t.user_id = m.user_id AND t.team_id = present.team_id AND t.status = 'active'
     WHERE m.org_id = $orgId AND m.user_id = ANY (job_runs.actor_id || job_runs.joined_by) AND m.role <> 'viewer'
       AND NOT ${isSuspended('m')}
       AND (present.team_id IS NULL OR (m.role = 'admin' AND NOT m.narrowed)
         OR t.role <> 'viewer' OR (t.id IS NULL AND NOT m.narrowed)))`;

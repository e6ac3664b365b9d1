import type { Sql } from '../platform/database/sql.js';
import type { QueueName } from './job.js';
import { isOpenRun, type JobRun, type RunState, type RunSubject } from './job-context.js';
import { notifyWaiting } from './outbox.repository.js';

/** Notification channels; the payload is the id of the run. */
export const changedChannel = 'stocktake_jobs_changed';
export const cancelledChannel = 'stocktake_jobs_cancelled';

interface RunRow {
  id: string;
  name: string;
  queue: QueueName;
  org_id: string | null;
  team_id: string | null;
  actor_id: string | null;
  subject_kind: string | null;
  subject_id: string | null;
  state: RunState;
  attempt: number;
  max_attempts: number;
  stage: string | null;
  done: string;
  total: string | null;
  result: object | null;
  error: string | null;
  reason: string | null;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
}

/**
 * SQL: the team of a row of `job_runs`: that of its subject now, which may have moved since the run was enqueued, or
 * else the one that it was enqueued with.
 */
export const presentTeam = 'coalesce(team_of_subject(subject_kind, subject_id, true), team_id)';

const columns = `id, name, queue, org_id, ${presentTeam} AS team_id, actor_id, subject_kind, subject_id, state, attempt, max_attempts,
  stage, done, total, result, error, reason, created_at, started_at, finished_at`;

/** Runs that exist and are visible in the transaction's tenancy. */
export async function findRuns(sql: Sql, runIds: readonly string[]): Promise<JobRun[]> {
  const rows = await sql.query<RunRow>(`SELECT ${columns} FROM job_runs WHERE id = ANY($runIds)`, { runIds });
  return rows.map(toRun);
}

/**
 * Cancels open runs; a worker that handles one can write nothing more for it. Waits for an attempt that is writing.
 *
 * @returns ids of the runs that were cancelled
 */
export async function cancelRuns(sql: Sql, runIds: readonly string[], reason: string): Promise<string[]> {
  // Locked as `fenceRun` excludes it; in order, so that two who cancel the same do not wait for one another.
  const open = await sql.query<{ id: string }>(
    `SELECT id FROM job_runs WHERE id = ANY($runIds) AND ${isOpenRun('job_runs')} ORDER BY id FOR UPDATE`,
    { runIds },
  );
  const cancelled = open.map((row) => row.id);
  await sql.run(
    `UPDATE job_runs SET state = 'cancelled', error = $reason, reason = 'cancelled', lease_until = NULL, finished_at = clock_timestamp()
     WHERE id = ANY($cancelled)`,
    { cancelled, reason },
  );
  await sql.query(`SELECT pg_notify($cancelledChannel, run) FROM unnest($cancelled::text[]) AS run`, {
    cancelledChannel,
    cancelled,
  });
  await notifyChanges(sql, cancelled);
  return cancelled;
}

/** SQL: who asked for a row of `job_runs`, but for the user. */
const otherUsers = 'array_remove(actor_id || joined_by, $actorId::uuid)';

/**
 * Takes back the user's request for an open run that others asked for as well; again, where that was done before.
 *
 * @returns number of the others; 0: nothing was changed
 */
export async function withdrawRequest(sql: Sql, { id, orgId }: JobRun, actorId: string): Promise<number> {
  const row = await sql.one<{ others: number }>(
    `UPDATE job_runs SET actor_id = (${otherUsers})[1], joined_by = (${otherUsers})[2:],
            withdrawn_by = array_append(array_remove(withdrawn_by, $actorId), $actorId)
     WHERE id = $id AND org_id = $orgId AND ${isOpenRun('job_runs')} AND cardinality(${otherUsers}) > 0
       AND $actorId = ANY (actor_id || joined_by || withdrawn_by)
     RETURNING 1 + cardinality(joined_by) AS others`,
    { id, orgId, actorId },
  );
  return row?.others ?? 0;
}

/** Called by the deletion of the subject, in the same transaction. */
export async function cancelRunsOf(sql: Sql, subject: RunSubject, reason: string): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `SELECT id FROM job_runs WHERE subject_id = $id AND subject_kind = $kind AND ${isOpenRun('job_runs')}`,
    { id: subject.id, kind: subject.kind },
  );
  return cancelRuns(
    sql,
    rows.map((row) => row.id),
    reason,
  );
}

/** Called by the deletion of a team or an organization, in the same transaction. */
export async function cancelRunsOfOwner(
  sql: Sql,
  { orgId, teamId }: { orgId: string; teamId: string | null },
  reason: string,
): Promise<void> {
  const rows = await sql.query<{ id: string }>(
    `SELECT id FROM job_runs WHERE org_id = $orgId AND ($teamId::uuid IS NULL OR ${presentTeam} = $teamId)
       AND state IN ('waiting', 'queued', 'active')`,
    { orgId, teamId },
  );
  const ids = rows.map((row) => row.id);
  await cancelRuns(sql, ids, reason);
}

export async function notifyChanges(sql: Sql, runIds: readonly string[]): Promise<void> {
  await sql.query(`SELECT pg_notify($changedChannel, run) FROM unnest($runIds::text[]) AS run`, {
    changedChannel,
    runIds,
  });
}

function toRun(row: RunRow): JobRun {
  const { id, name, queue, state, attempt, stage, result, error, reason } = row;
  return {
    id,
    name,
    queue,
    orgId: row.org_id,
    teamId: row.team_id,
    actorId: row.actor_id,
    subject: row.subject_id === null ? null : { kind: row.subject_kind ?? '', id: row.subject_id },
    state,
    attempt,
    maxAttempts: row.max_attempts,
    progress: stage === null ? null : { stage, done: Number(row.done), total: numberOrNull(row.total) },
    result,
    error,
    reason,
    createdAt: row.created_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
  };
}

const numberOrNull = (value: string | null): number | null => (value === null ? null : Number(value));

export interface OpenRunCount {
  readonly queue: string;
  readonly state: RunState;
  readonly count: number;
  readonly oldest_seconds: number;
}

/** The age of a waiting run counts from when it is due. */
export const countOpenRuns = (sql: Sql): Promise<OpenRunCount[]> =>
  sql.query(
    `SELECT queue, state, count(*)::int AS count,
            greatest(0, extract(epoch FROM now() - min(greatest(due_at, created_at))))::float8 AS oldest_seconds
     FROM job_runs WHERE ${isOpenRun('job_runs')} GROUP BY queue, state`,
  );

/** Whether a run of this kind is open in the organization. */
export const hasOpenRun = async (sql: Sql, orgId: string, name: string): Promise<boolean> =>
  (await sql.one(`SELECT FROM job_runs WHERE org_id = $orgId AND name = $name AND ${isOpenRun('job_runs')} LIMIT 1`, {
    orgId,
    name,
  })) !== null;

export interface UnknownRunCount {
  readonly name: string;
  readonly count: number;
  readonly oldest_id: string;
  readonly oldest_seconds: number;
}

/** Due runs of other jobs than these: no process of this release takes them. */
export const countUnknownRuns = (sql: Sql, jobNames: readonly string[]): Promise<UnknownRunCount[]> =>
  sql.query(
    `SELECT name, count(*)::int AS count, (array_agg(id ORDER BY due_at, id))[1] AS oldest_id,
            extract(epoch FROM now() - min(greatest(due_at, created_at)))::float8 AS oldest_seconds
     FROM job_runs WHERE state = 'waiting' AND due_at <= now() AND name <> ALL ($jobNames) GROUP BY name ORDER BY name`,
    { jobNames },
  );

const batch = 1_000;

/**
 * Returns runs with an expired lease to waiting: at once the first time, then with growing delays. A run whose attempts
 * are used up fails, because it may be what kills its worker.
 */
export async function recoverLostRuns(sql: Sql): Promise<number> {
  const rows = await sql.query<{ id: string }>(
    `UPDATE job_runs
     SET state = CASE WHEN attempt >= max_attempts THEN 'failed' ELSE 'waiting' END,
         finished_at = CASE WHEN attempt >= max_attempts THEN now() END,
         error = CASE WHEN attempt >= max_attempts
           THEN format('The worker died or stalled in the middle of this job, %s times in all', attempt)
           ELSE 'The worker died or stalled in the middle of this job; it is tried again' END,
         reason = 'worker_lost',
         lost = lost + 1,
         due_at = now() + CASE WHEN attempt < 2 THEN interval '0'
                               ELSE make_interval(secs => least(300, 5 * 2 ^ (attempt - 2)) * (0.5 + random() / 2)) END,
         lease_until = NULL
     WHERE id IN (SELECT id FROM job_runs WHERE state = 'active' AND lease_until < now()
                  LIMIT ${batch} FOR UPDATE SKIP LOCKED)
     RETURNING id`,
  );
  await notifyRecovered(sql, rows);
  return rows.length;
}

/** Returns runs to waiting that have been queued for so long that the queue may have lost them. */
export async function recoverQueuedRuns(sql: Sql, patienceMs: number): Promise<number> {
  const rows = await sql.query<{ id: string }>(
    `UPDATE job_runs SET state = 'waiting'
     WHERE id IN (SELECT id FROM job_runs
                  WHERE state = 'queued' AND queued_at < now() - make_interval(secs => $patienceMs / 1000.0)
                  LIMIT ${batch} FOR UPDATE SKIP LOCKED)
     RETURNING id`,
    { patienceMs },
  );
  await notifyRecovered(sql, rows);
  return rows.length;
}

/**
 * The last end of a job on an SBOM or a project stays where the work was not done: otherwise it would count as done once
 * the run is forgotten.
 *
 * @returns rows deleted, at most one batch
 */
export async function deleteOldRuns(sql: Sql, retentionDays: number): Promise<number> {
  return sql.run(
    `DELETE FROM job_runs
     WHERE id IN (SELECT id FROM job_runs r WHERE finished_at < now() - make_interval(days => $retentionDays)
                    AND NOT (state IN ('failed', 'cancelled') AND team_of_subject(subject_kind, subject_id, false) IS NOT NULL
                      AND NOT EXISTS (SELECT FROM job_runs n WHERE n.subject_id = r.subject_id AND n.name = r.name
                        AND n.finished_at IS NOT NULL AND (n.created_at, n.id) > (r.created_at, r.id)))
                  ORDER BY finished_at LIMIT ${batch} FOR UPDATE SKIP LOCKED)`,
    { retentionDays },
  );
}

async function notifyRecovered(sql: Sql, rows: readonly { id: string }[]): Promise<void> {
  if (rows.length === 0) return;
  await notifyWaiting(sql);
  await notifyChanges(
    sql,
    rows.map((row) => row.id),
  );
}

import type { Sql } from '../platform/database/sql.js';
import type { QueueName } from './job.js';
import type { JobRun, RunState, RunSubject } from './job-run.js';

/** Channels: a run changed (payload: its id); a run is not to be worked on any more (payload: its id). */
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

const columns = `id, name, queue, org_id, team_id, actor_id, subject_kind, subject_id, state, attempt, max_attempts,
  stage, done, total, result, error, reason, created_at, started_at, finished_at`;

/** Those of the runs that exist, as far as the transaction's tenancy sees them. */
export async function findRuns(sql: Sql, runIds: readonly string[]): Promise<JobRun[]> {
  const rows = await sql.query<RunRow>(`SELECT ${columns} FROM job_runs WHERE id = ANY($runIds)`, { runIds });
  return rows.map(toRun);
}

/**
 * Ends those of the runs that are not over; a worker in the middle of one can write nothing more for it. Waits while an
 * attempt is just writing.
 *
 * @returns ids of the runs that this has ended
 */
export async function cancelRuns(sql: Sql, runIds: readonly string[], reason: string): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `UPDATE job_runs SET state = 'cancelled', error = $reason, reason = 'cancelled', lease_until = NULL, finished_at = clock_timestamp()
     WHERE id = ANY($runIds) AND state IN ('waiting', 'queued', 'active')
     RETURNING id`,
    { runIds, reason },
  );
  const cancelled = rows.map((row) => row.id);
  await sql.query(`SELECT pg_notify($cancelledChannel, run) FROM unnest($cancelled::text[]) AS run`, {
    cancelledChannel,
    cancelled,
  });
  await notifyChanges(sql, cancelled);
  return cancelled;
}

/** For whoever deletes the subject, in the same transaction: what was still to be done for it is not wanted any more. */
export async function cancelRunsOf(sql: Sql, subject: RunSubject, reason: string): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `SELECT id FROM job_runs WHERE subject_id = $id AND subject_kind = $kind AND state IN ('waiting', 'queued', 'active')`,
    { id: subject.id, kind: subject.kind },
  );
  return cancelRuns(
    sql,
    rows.map((row) => row.id),
    reason,
  );
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

/** What is open; waiting counts from when it is due. */
export const countOpenRuns = (sql: Sql): Promise<OpenRunCount[]> =>
  sql.query(
    `SELECT queue, state, count(*)::int AS count,
            greatest(0, extract(epoch FROM now() - min(greatest(due_at, created_at))))::float8 AS oldest_seconds
     FROM job_runs WHERE state IN ('waiting', 'queued', 'active') GROUP BY queue, state`,
  );

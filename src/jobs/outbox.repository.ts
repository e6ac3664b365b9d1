import type { Sql } from '../platform/database/sql.js';
import type { QueueName } from './job.js';

/** Notification channel of the relays: a run waits. */
export const waitingChannel = 'stocktake_jobs_waiting';

/** Stands for null, so that keys of the service's own work are unique too. */
export const noOrganization = `'00000000-0000-0000-0000-000000000000'::uuid`;

/** A new row, by the names of its columns. */
export interface NewRun {
  readonly id: string;
  readonly name: string;
  readonly queue: QueueName;
  readonly org_id: string | null;
  readonly team_id: string | null;
  readonly actor_id: string | null;
  readonly subject_kind: string | null;
  readonly subject_id: string | null;
  readonly payload: object;
  readonly max_attempts: number;
  readonly delay_seconds: number;
  readonly dedupe_key: string | null;
  readonly dedupe_until: 'started' | 'finished' | null;
  readonly trace: string | null;
}

/** @returns ids of the runs that were written; the others have an open run with the same key */
export async function insertRuns(sql: Sql, runs: readonly NewRun[]): Promise<Set<string>> {
  const rows = await sql.query<{ id: string }>(
    `INSERT INTO job_runs (id, name, queue, org_id, team_id, actor_id, subject_kind, subject_id, payload, max_attempts, due_at,
                           dedupe_key, dedupe_until, trace)
     SELECT id, name, queue, org_id, team_id, actor_id, subject_kind, subject_id, payload, max_attempts,
            now() + make_interval(secs => delay_seconds), dedupe_key, dedupe_until, trace
     FROM jsonb_to_recordset($runs::jsonb)
       AS run (id uuid, name text, queue text, org_id uuid, team_id uuid, actor_id uuid, subject_kind text, subject_id uuid,
               payload jsonb, max_attempts int, delay_seconds double precision, dedupe_key text, dedupe_until text, trace text)
     ON CONFLICT DO NOTHING
     RETURNING id`,
    { runs: JSON.stringify(runs) },
  );
  return new Set(rows.map((row) => row.id));
}

const sameKey = `coalesce(open.org_id, ${noOrganization}) = coalesce(run.org_id, ${noOrganization})
  AND open.name = run.name AND open.dedupe_key = run.dedupe_key`;

/**
 * Open runs that stand for new ones with the same key. One that was never tried becomes due as early as the new run would
 * be. One that has not started stays so until the caller's transaction ends: else it might miss the caller's change.
 *
 * @returns ids of open runs, by the id of the new run
 */
export async function joinOpenRuns(sql: Sql, runs: readonly NewRun[]): Promise<Map<string, string>> {
  const parameters = { runs: JSON.stringify(runs) };
  const asked = `jsonb_to_recordset($runs::jsonb)
    AS run (id uuid, name text, org_id uuid, dedupe_key text, delay_seconds double precision)`;
  await sql.run(
    `UPDATE job_runs open SET due_at = run.due_at
     FROM (SELECT org_id, name, dedupe_key, now() + make_interval(secs => min(delay_seconds)) AS due_at
           FROM ${asked} GROUP BY 1, 2, 3) AS run
     WHERE ${sameKey} AND open.state = 'waiting' AND open.attempt = 0 AND open.due_at > run.due_at`,
    parameters,
  );
  const rows = await sql.query<{ wanted: string; existing: string }>(
    `WITH kept AS (SELECT run.id AS wanted, open.id AS existing FROM ${asked} JOIN job_runs open ON ${sameKey}
                   WHERE open.state IN ('waiting', 'queued') FOR SHARE OF open)
     SELECT * FROM kept
     UNION ALL SELECT run.id, open.id FROM ${asked} JOIN job_runs open ON ${sameKey} WHERE open.state = 'active'`,
    parameters,
  );
  return new Map(rows.map((row) => [row.wanted, row.existing]));
}

/** The runs, where they are open and a user started them, are on behalf of this one too: they go on when the other leaves. */
export async function joinRuns(sql: Sql, ids: readonly (string | null)[], actorId: string): Promise<void> {
  await sql.run(
    `UPDATE job_runs SET joined_by = array_append(joined_by, $actorId::uuid), withdrawn_by = array_remove(withdrawn_by, $actorId)
     WHERE id = ANY ($ids::uuid[]) AND state IN ('waiting', 'queued', 'active')
       AND actor_id <> $actorId AND $actorId <> ALL (joined_by)`,
    { ids, actorId },
  );
}

/** Takes effect when the caller's transaction commits. */
export async function notifyWaiting(sql: Sql): Promise<void> {
  await sql.query(`SELECT pg_notify($waitingChannel, '')`, { waitingChannel });
}

export interface Delivery {
  readonly id: string;
  /** Number of deliveries of the run. */
  readonly dispatch: number;
  /**
   * The run has lost its worker more than once and may be the cause, so it is handled alone and costs no other run an
   * attempt. Not so a job that may take hours: all others would wait for it.
   */
  readonly alone: boolean;
}

/** The queues, in the order given, of which any run waits, due or not. */
export async function findWaitingQueues(sql: Sql, queues: readonly QueueName[]): Promise<QueueName[]> {
  const rows = await sql.query<{ queue: QueueName }>(
    `SELECT asked.queue FROM unnest($queues::text[]) WITH ORDINALITY AS asked (queue, place)
     WHERE EXISTS (SELECT FROM job_runs run WHERE run.state = 'waiting' AND run.queue = asked.queue) ORDER BY place`,
    { queues },
  );
  return rows.map(({ queue }) => queue);
}

/**
 * Marks the runs to deliver next as queued: due runs of known jobs, as many as the queue has room for.
 *
 * The queue is kept short (it fills the slots, plus one for every four active runs), so that the order is decided here:
 * the organization with the fewest queued or active runs comes first. A short queue is also quickly restored when it is
 * lost.
 */
export async function markNextQueued(
  sql: Sql,
  from: { queue: QueueName; jobNames: readonly string[]; longJobNames: readonly string[]; slots: number },
): Promise<Delivery[]> {
  const share = `coalesce(org_id, ${noOrganization})`;
  return sql.query<Delivery>(
    `WITH RECURSIVE busy AS MATERIALIZED (
       SELECT ${share} AS share, count(*) AS runs, count(*) FILTER (WHERE state = 'active') AS active
       FROM job_runs WHERE queue = $queue AND state IN ('queued', 'active') GROUP BY 1
     ), room AS MATERIALIZED (
       SELECT greatest(0, greatest($slots::int - active, ceil(active / 4), 1) - queued) AS places
       FROM (SELECT coalesce(sum(active), 0) AS active, coalesce(sum(runs - active), 0) AS queued FROM busy) AS now
     ), shares AS (
       (SELECT ${share} AS share FROM job_runs WHERE state = 'waiting' AND queue = $queue ORDER BY 1 LIMIT 1)
       UNION ALL
       SELECT (SELECT ${share} FROM job_runs
               WHERE state = 'waiting' AND queue = $queue AND ${share} > shares.share ORDER BY 1 LIMIT 1)
       FROM shares WHERE shares.share IS NOT NULL
     ), turns AS MATERIALIZED (
       SELECT next.id, row_number() OVER (ORDER BY coalesce(busy.runs, 0) + next.place, next.due_at, next.id) AS turn
       FROM shares
       LEFT JOIN busy USING (share)
       CROSS JOIN LATERAL (
         SELECT id, due_at, row_number() OVER (ORDER BY due_at, id) AS place FROM (
           SELECT id, due_at FROM job_runs
           WHERE state = 'waiting' AND queue = $queue AND ${share} = shares.share AND due_at <= now() AND name = ANY($jobNames)
           ORDER BY due_at, id LIMIT (SELECT places FROM room)
         ) AS first
       ) AS next
       WHERE shares.share IS NOT NULL
       ORDER BY turn LIMIT (SELECT places FROM room)
     ), taken AS (
       UPDATE job_runs SET state = 'queued', dispatch = dispatch + 1, queued_at = now()
       WHERE id IN (SELECT run.id FROM job_runs run JOIN turns ON turns.id = run.id
                    WHERE run.state = 'waiting' FOR UPDATE OF run SKIP LOCKED)
       RETURNING id, dispatch, lost > 1 AND name <> ALL ($longJobNames) AS alone
     )
     SELECT id, dispatch, alone FROM taken JOIN turns USING (id) ORDER BY turn`,
    from,
  );
}

/** For deliveries that the queue did not accept. */
export async function returnToWaiting(sql: Sql, deliveries: readonly Delivery[]): Promise<void> {
  await sql.run(
    `UPDATE job_runs run SET state = 'waiting'
     FROM jsonb_to_recordset($deliveries::jsonb) AS delivery (id uuid, dispatch int)
     WHERE run.id = delivery.id AND run.dispatch = delivery.dispatch AND run.state = 'queued'`,
    { deliveries: JSON.stringify(deliveries) },
  );
}

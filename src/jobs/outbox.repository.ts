import type { Sql } from '../platform/database/sql.js';
import type { QueueName } from './job.js';

/** Channel that wakes the relays: something waits to be handed on. */
export const waitingChannel = 'stocktake_jobs_waiting';

/** The organization of the service's own work, where a key has to be unique within "no organization" too. */
export const noOrganization = `'00000000-0000-0000-0000-000000000000'::uuid`;

/** A row of the outbox, in the names of its columns. */
export interface NewRun {
  readonly id: string;
  readonly name: string;
  readonly queue: QueueName;
  readonly org_id: string | null;
  readonly actor_id: string | null;
  readonly subject_kind: string | null;
  readonly subject_id: string | null;
  readonly payload: object;
  readonly max_attempts: number;
  readonly delay_seconds: number;
  readonly dedupe_key: string | null;
  readonly dedupe_until: 'started' | 'finished' | null;
}

/** @returns ids of the runs written; the others have an open run with the same key. */
export async function insertRuns(sql: Sql, runs: readonly NewRun[]): Promise<Set<string>> {
  const rows = await sql.query<{ id: string }>(
    `INSERT INTO job_runs (id, name, queue, org_id, actor_id, subject_kind, subject_id, payload, max_attempts, due_at,
                           dedupe_key, dedupe_until)
     SELECT id, name, queue, org_id, actor_id, subject_kind, subject_id, payload, max_attempts,
            now() + make_interval(secs => delay_seconds), dedupe_key, dedupe_until
     FROM jsonb_to_recordset($1::jsonb)
       AS run (id uuid, name text, queue text, org_id uuid, actor_id uuid, subject_kind text, subject_id uuid,
               payload jsonb, max_attempts int, delay_seconds double precision, dedupe_key text, dedupe_until text)
     ON CONFLICT DO NOTHING
     RETURNING id`,
    [JSON.stringify(runs)],
  );
  return new Set(rows.map((row) => row.id));
}

/** @returns by id of the new run, the id of the open run that stands in its way. */
export async function findOpenRuns(sql: Sql, runs: readonly NewRun[]): Promise<Map<string, string>> {
  const rows = await sql.query<{ wanted: string; existing: string }>(
    `SELECT run.id AS wanted, open.id AS existing
     FROM jsonb_to_recordset($1::jsonb) AS run (id uuid, name text, org_id uuid, dedupe_key text)
     JOIN job_runs open
       ON coalesce(open.org_id, ${noOrganization}) = coalesce(run.org_id, ${noOrganization})
      AND open.name = run.name AND open.dedupe_key = run.dedupe_key
      AND open.state IN ('waiting', 'queued', 'active')`,
    [JSON.stringify(runs)],
  );
  return new Map(rows.map((row) => [row.wanted, row.existing]));
}

/** Takes effect when the caller's transaction commits. */
export async function announceWaiting(sql: Sql): Promise<void> {
  await sql.query(`SELECT pg_notify($1, '')`, [waitingChannel]);
}

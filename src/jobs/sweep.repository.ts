import type { Sql } from '../platform/database/sql.js';
import { notifyWaiting } from './outbox.repository.js';
import { notifyChanges } from './runs.repository.js';

const batch = 1_000;

/**
 * Runs whose worker has given no sign of life for the length of a lease go back to waiting: at once the first time,
 * with growing pauses afterwards, and as failed when all attempts are used up (a job that kills its worker each time).
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

/** Runs that lie in the queue for so long that it may have lost them (wiped, or a hand-on that was cut short). */
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

/** Deletes one batch of runs that ended longer ago than that. */
export async function deleteOldRuns(sql: Sql, retentionDays: number): Promise<number> {
  return sql.run(
    `DELETE FROM job_runs
     WHERE id IN (SELECT id FROM job_runs WHERE finished_at < now() - make_interval(days => $retentionDays)
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

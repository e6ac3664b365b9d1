import { advisoryLocks } from '../platform/database/advisory-locks.js';
import type { Sql } from '../platform/database/sql.js';
import { recordEnqueued } from '../sboms/monitoring-states.repository.js';

/** A new run that is to be enqueued. */
export interface DueMonitoringRun {
  readonly id: string;
  readonly org_id: string;
  readonly team_id: string;
  readonly subject_id: string;
}

/**
 * The due moments of all subjects with the same frequency are spread over the period (for months, over the shortest
 * one).
 */
const periods = [
  { frequency: 'daily', unit: 'day', seconds: 86_400 },
  { frequency: 'weekly', unit: 'week', seconds: 7 * 86_400 },
  { frequency: 'monthly', unit: 'month', seconds: 28 * 86_400 },
];

/**
 * Held until the end of the transaction.
 *
 * @returns false while another scheduler holds the lock
 */
export async function tryLockScheduler(sql: Sql): Promise<boolean> {
  const row = await sql.one<{ locked: boolean }>('SELECT pg_try_advisory_xact_lock($schedulerLock::bigint) AS locked', {
    schedulerLock: advisoryLocks.monitoring,
  });
  return row?.locked ?? false;
}

/**
 * Inserts a run for each SBOM whose due moment in the current period has passed without one, by the database's clock.
 * The due moment follows from the subject's id. Only the latest one counts, so a run that was missed for several
 * periods is made up once. Runs are unique by subject and due moment, so several schedulers insert one. One of a time
 * when the clock was ahead stands for none of now.
 */
export function claimDueSboms(sql: Sql, limit: number): Promise<DueMonitoringRun[]> {
  const watched = `SELECT id, org_id, team_id, created_at, monitor_frequency FROM sboms
                     WHERE deleted_at IS NULL AND project_id IS NULL`;
  return claimDueRuns(sql, { kind: 'sbom', watched, limit });
}

/** The same for active projects with monitoring, daily. */
export function claimDueProjects(sql: Sql, limit: number): Promise<DueMonitoringRun[]> {
  const watched = `SELECT id, org_id, team_id, created_at, 'daily' AS monitor_frequency FROM projects
                     WHERE deleted_at IS NULL AND active AND should_monitor`;
  return claimDueRuns(sql, { kind: 'project', watched, limit });
}

function claimDueRuns(
  sql: Sql,
  { kind, watched, limit }: { kind: 'sbom' | 'project'; watched: string; limit: number },
): Promise<DueMonitoringRun[]> {
  return sql.query<DueMonitoringRun>(
    `INSERT INTO monitoring_runs (id, org_id, team_id, subject_kind, subject_id, due_at)
     SELECT gen_random_uuid(), s.org_id, s.team_id, $kind, s.id, moment.due_at
     FROM (${watched}) s
     JOIN jsonb_to_recordset($periods::jsonb) AS p (frequency text, unit text, seconds bigint)
       ON p.frequency = s.monitor_frequency
     CROSS JOIN LATERAL (
       SELECT make_interval(secs => (hashtextextended(s.id::text, 0) & 2147483647) % p.seconds) AS delay) spread
     CROSS JOIN LATERAL (
       SELECT date_trunc(p.unit, now() - spread.delay, 'UTC') + spread.delay AS due_at) moment
     WHERE s.created_at < moment.due_at
       AND NOT EXISTS (SELECT FROM monitoring_runs r
                       WHERE r.subject_kind = $kind AND r.subject_id = s.id AND r.due_at BETWEEN moment.due_at AND clock_timestamp())
     ORDER BY moment.due_at, s.id LIMIT $limit
     ON CONFLICT DO NOTHING RETURNING id, org_id, team_id, subject_id`,
    { periods: JSON.stringify(periods), limit, kind },
  );
}

/** @param jobIds in the order of the runs */
export async function setRunJobs(
  sql: Sql,
  runs: readonly DueMonitoringRun[],
  jobIds: readonly string[],
): Promise<void> {
  const subjects = runs.map(({ subject_id: id, org_id }) => ({ id, org_id }));
  await recordEnqueued(sql, subjects, jobIds);
  await sql.run(
    `UPDATE monitoring_runs r SET job_id = e.job_id FROM unnest($ids::uuid[], $jobIds::uuid[]) AS e (id, job_id)
     WHERE r.id = e.id`,
    { ids: runs.map(({ id }) => id), jobIds },
  );
}

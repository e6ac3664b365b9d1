import type { Sql } from '../platform/database/sql.js';

/** A run that has just been written down, to be enqueued. */
export interface DueMonitoringRun {
  readonly id: string;
  readonly org_id: string;
  readonly team_id: string;
  readonly subject_id: string;
}

/**
 * Length of the period that a subject is looked at once in, and the seconds over which the subjects of one frequency
 * are spread within it (months: the shortest).
 */
const periods = [
  { frequency: 'daily', unit: 'day', seconds: 86_400 },
  { frequency: 'weekly', unit: 'week', seconds: 7 * 86_400 },
  { frequency: 'monthly', unit: 'month', seconds: 28 * 86_400 },
];

/** Any constant: held while one scheduler writes runs down, so that others do not do the same work in vain. */
const schedulerLock = 7_306_021_544;

/** @returns false while another scheduler is at it; held to the end of the transaction */
export async function tryLockScheduler(sql: Sql): Promise<boolean> {
  const row = await sql.one<{ locked: boolean }>('SELECT pg_try_advisory_xact_lock($schedulerLock::bigint) AS locked', {
    schedulerLock,
  });
  return row?.locked ?? false;
}

/**
 * Writes down a run for each SBOM whose moment of the current period has passed without one, by the database's clock.
 * A subject's moment within the period follows from its id. Only the latest moment counts: what was missed for many
 * periods is made up once. A second scheduler finds the run there (unique by subject and moment).
 */
export function claimDueSboms(sql: Sql, limit: number): Promise<DueMonitoringRun[]> {
  const watched = `SELECT id, org_id, team_id, created_at, monitor_frequency FROM sboms
                     WHERE deleted_at IS NULL AND project_id IS NULL`;
  return claimDueRuns(sql, { kind: 'sbom', watched, limit });
}

/** The same for active projects that are to be monitored, daily. */
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
                       WHERE r.subject_kind = $kind AND r.subject_id = s.id AND r.due_at >= moment.due_at)
     ORDER BY moment.due_at, s.id LIMIT $limit
     ON CONFLICT DO NOTHING RETURNING id, org_id, team_id, subject_id`,
    { periods: JSON.stringify(periods), limit, kind },
  );
}

/** @param jobIds of the runs, in their order */
export async function setRunJobs(
  sql: Sql,
  runs: readonly DueMonitoringRun[],
  jobIds: readonly string[],
): Promise<void> {
  await sql.run(
    `UPDATE monitoring_runs r SET job_id = e.job_id FROM unnest($ids::uuid[], $jobIds::uuid[]) AS e (id, job_id)
     WHERE r.id = e.id`,
    { ids: runs.map(({ id }) => id), jobIds },
  );
}

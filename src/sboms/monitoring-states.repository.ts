import { isFailedRun } from '../jobs/job-context.js';
import type { Sql } from '../platform/database/sql.js';

/** An SBOM that belongs to no project, or a project. */
export interface MonitoredSubject {
  readonly id: string;
  readonly org_id: string;
}

/** SQL: the failure of the run that was enqueued last, where no success followed. A job that is gone has not succeeded. */
const latestFailure = (state: string): string => `
  SELECT ${state}.job_id, ended.at FROM (SELECT) one LEFT JOIN job_runs j ON j.id = ${state}.job_id
    CROSS JOIN LATERAL (SELECT coalesce(j.finished_at, ${state}.enqueued_at) AS at) ended
  WHERE ${state}.job_id IS NOT NULL AND (j.id IS NULL OR ${isFailedRun('j')})
    AND ended.at > coalesce(${state}.succeeded_at, '-infinity')`;

/**
 * SQL: a `MonitoringRow`. Below row-level security PostgreSQL uses no index for a comparison with coalesce(), which it
 * does not know to be leakproof; CASE is.
 *
 * @param id SQL: of the subject; no coalesce() either
 * @param orgId SQL
 * @param isMonitored SQL: whether it is to be monitored now
 */
export const monitoringOf = (id: string, orgId: string, isMonitored: string): string => `(
  SELECT json_build_object('monitored', ${isMonitored}, 'succeeded_at', s.succeeded_at,
    'failing_since', coalesce(s.failing_since, latest.at),
    'error', (SELECT error FROM job_runs WHERE id = CASE WHEN latest.job_id IS NULL THEN s.failed_job_id ELSE latest.job_id END))
  FROM (SELECT) one LEFT JOIN monitoring_states s ON s.subject_id = ${id} AND s.org_id = ${orgId}
    LEFT JOIN LATERAL (${latestFailure('s')}) latest ON true)`;

const succeeded = 'succeeded_at = clock_timestamp(), failing_since = NULL, failed_job_id = NULL';

/** A run of monitoring, or an analysis of the project, whoever asked for it. */
export async function recordSuccess(sql: Sql, { id, org_id }: MonitoredSubject): Promise<void> {
  await sql.run(
    `INSERT INTO monitoring_states AS s (subject_id, org_id, succeeded_at) VALUES ($id, $orgId, clock_timestamp())
     ON CONFLICT (subject_id) DO UPDATE SET ${succeeded} WHERE s.org_id = excluded.org_id`,
    { id, orgId: org_id },
  );
}

/** As the runs of an SBOM without project do; before the first run it is that of the import, and no monitoring. */
export async function recordWholeResolution(sql: Sql, { id, org_id }: MonitoredSubject): Promise<void> {
  await sql.run(`UPDATE monitoring_states SET ${succeeded} WHERE subject_id = $id AND org_id = $orgId`, {
    id,
    orgId: org_id,
  });
}

/** @param jobIds in the order of the subjects */
export async function recordEnqueued(
  sql: Sql,
  subjects: readonly MonitoredSubject[],
  jobIds: readonly string[],
): Promise<void> {
  await sql.run(
    `INSERT INTO monitoring_states AS s (subject_id, org_id, job_id, enqueued_at)
     SELECT e.*, now() FROM unnest($ids::uuid[], $orgIds::uuid[], $jobIds::uuid[]) AS e
     ON CONFLICT (subject_id) DO UPDATE SET job_id = excluded.job_id, enqueued_at = excluded.enqueued_at,
       (failing_since, failed_job_id) = (
         SELECT coalesce(s.failing_since, former.at), coalesce(former.job_id, s.failed_job_id)
         FROM (SELECT) one LEFT JOIN LATERAL (${latestFailure('s')}) former ON true)
     WHERE s.org_id = excluded.org_id`,
    { ids: subjects.map(({ id }) => id), orgIds: subjects.map(({ org_id }) => org_id), jobIds },
  );
}

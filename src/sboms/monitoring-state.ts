import { isFailedRun } from '../jobs/job-context.js';

export const monitoringStates = ['not_monitored', 'pending', 'succeeded', 'failing'] as const;

/** Whether what is shown of a project or an SBOM is kept up to date. */
export interface MonitoringView {
  /** pending: it is monitored, and nothing was kept of a run that ended. failing: no success followed the failure. */
  status: (typeof monitoringStates)[number];
  /** When a run of monitoring, or an analysis that somebody asked for, succeeded last; null: none is known. */
  succeeded_at: Date | null;
  /** When the first run failed since then; null: none has. */
  failing_since: Date | null;
  /** Why the latest run failed, while its job is kept. */
  error: string | null;
  /** The same in a sentence, with what to do. */
  message: string;
}

/** Read as JSON, so times are text. */
export interface MonitoringRow {
  readonly monitored: boolean;
  readonly succeeded_at: string | null;
  readonly failing_since: string | null;
  readonly error: string | null;
}

/** SQL: when an analysis of the project succeeded last, whoever asked for it; of another branch it fills another SBOM. */
export const lastAnalysis = (projectId: string, orgId: string): string => `
  SELECT a.finished_at FROM analyses a JOIN sboms b ON b.id = a.sbom_id AND b.project_id = a.project_id
  WHERE a.project_id = ${projectId} AND a.org_id = ${orgId} AND a.finished_at IS NOT NULL
  ORDER BY a.created_at DESC, a.id DESC LIMIT 1`;

/**
 * SQL: a `MonitoringRow`. Runs are found by `monitoring_runs_once`, analyses by `analyses_by_project`. With OFFSET 0 the
 * planner reads failed runs in the order of the index until the first that counts, and not all of a year.
 *
 * @param id SQL: of what is monitored: an SBOM, or a project
 * @param projectId SQL: the project whose analyses count as success too; null: none
 * @param orgId SQL
 * @param isMonitored SQL: whether it is to be monitored now
 */
export function monitoringOf(id: string, projectId: string, orgId: string, isMonitored: string): string {
  const endedAt = 'coalesce(j.finished_at, m.created_at)';
  const failed = (order: string): string => `
    SELECT ${endedAt} AS at, j.error FROM monitoring_runs m
      LEFT JOIN LATERAL (SELECT * FROM job_runs WHERE id = m.job_id OFFSET 0) j ON true
    WHERE m.subject_id = ${id} AND m.org_id = ${orgId} AND m.finished_at IS NULL AND (j.id IS NULL OR ${isFailedRun('j')})
      AND m.due_at > coalesce(run.due_at, '-infinity')
      AND (analysis.finished_at IS NULL OR ${endedAt} > analysis.finished_at)
    ORDER BY m.due_at ${order} LIMIT 1`;
  return `(SELECT json_build_object('monitored', ${isMonitored}, 'failing_since', first.at, 'error', last.error,
      'succeeded_at', greatest(run.finished_at, analysis.finished_at))
    FROM (SELECT) one
    LEFT JOIN LATERAL (
      SELECT m.due_at, m.finished_at FROM monitoring_runs m
      WHERE m.subject_id = ${id} AND m.org_id = ${orgId} AND m.finished_at IS NOT NULL
      ORDER BY m.due_at DESC LIMIT 1) run ON true
    LEFT JOIN LATERAL (${lastAnalysis(projectId, orgId)}) analysis ON true
    LEFT JOIN LATERAL (${failed('ASC')}) first ON true
    LEFT JOIN LATERAL (${failed('DESC')}) last ON true)`;
}

const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text));

export function monitoringView(row: MonitoringRow): MonitoringView {
  const { monitored, succeeded_at, failing_since, error } = row;
  const status = !monitored
    ? 'not_monitored'
    : failing_since !== null
      ? 'failing'
      : succeeded_at !== null
        ? 'succeeded'
        : 'pending';
  return {
    status,
    succeeded_at: dateOf(succeeded_at),
    failing_since: dateOf(failing_since),
    error,
    message: messageOf(status, row),
  };
}

function messageOf(status: MonitoringView['status'], { succeeded_at, failing_since, error }: MonitoringRow): string {
  const day = (text: string): string => new Date(text).toISOString().slice(0, 10);
  if (status === 'not_monitored')
    return 'It is not monitored: what changed since the last analysis or resolution is not known. Turn the monitoring on.';
  if (status === 'pending') return 'No run of monitoring has ended yet: wait for the first one.';
  if (status === 'succeeded') return `Monitoring succeeded last on ${day(succeeded_at!)}.`;
  const reason = error ? `: ${error.replace(/\.$/, '')}` : '; the reason is not kept any more';
  const rest = succeeded_at
    ? `What is shown rests on the success of ${day(succeeded_at)}`
    : 'No success before that is known';
  return `Monitoring fails since ${day(failing_since!)}${reason}. ${rest}; mend the cause, then wait for the next run (a project can be analysed at once).`;
}

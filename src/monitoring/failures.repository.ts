import type { Sql } from '../platform/database/sql.js';

/** The first run of a subject that failed since one succeeded. */
export interface FailedMonitoring {
  readonly run_id: string;
  readonly org_id: string;
  readonly team_id: string;
  readonly subject_kind: string;
  readonly subject_id: string;
  /** Null: a project that was never analysed. */
  readonly sbom_id: string | null;
  readonly name: string;
  readonly version: string;
  readonly supplier: string;
  readonly error: string | null;
  /** When a run, or what somebody asked for instead of it, succeeded last. */
  readonly last_success: Date | null;
}

/** What nobody monitors any more is left for the time when somebody does again. */
const isMonitored = `CASE m.subject_kind
  WHEN 'project' THEN EXISTS (
    SELECT FROM projects p WHERE p.id = m.subject_id AND p.active AND p.should_monitor AND p.deleted_at IS NULL)
  ELSE EXISTS (
    SELECT FROM sboms b WHERE b.id = m.subject_id AND b.monitor_frequency <> 'never' AND b.deleted_at IS NULL) END`;

/**
 * Failures that nobody was warned of, each given once: not the later ones of a subject before a run of it has succeeded,
 * or what somebody asked for instead of it.
 * The caller holds the scheduler's lock.
 */
export function takeFailures(sql: Sql, limit: number): Promise<FailedMonitoring[]> {
  return sql.query<FailedMonitoring>(
    `WITH failed AS (
       SELECT DISTINCT ON (m.subject_id) m.id, m.subject_id, m.due_at, j.error, s.succeeded_at
       FROM monitoring_runs m JOIN job_runs j ON j.id = m.job_id AND j.state = 'failed'
       LEFT JOIN monitoring_states s ON s.subject_id = m.subject_id AND s.org_id = m.org_id
       WHERE m.finished_at IS NULL AND m.created_at > now() - interval '7 days' AND ${isMonitored}
         AND (s.succeeded_at IS NULL OR s.succeeded_at < j.finished_at)
         AND NOT EXISTS (SELECT FROM monitoring_runs a LEFT JOIN job_runs aj ON aj.id = a.job_id
           WHERE a.subject_id = m.subject_id AND a.alarmed
             AND (s.succeeded_at IS NULL OR s.succeeded_at < coalesce(aj.finished_at, a.created_at)))
       ORDER BY m.subject_id, m.due_at LIMIT $limit),
     taken AS (
       UPDATE monitoring_runs m SET alarmed = true FROM failed f WHERE m.id = f.id
       RETURNING m.id AS run_id, m.org_id, m.subject_kind, m.subject_id, f.error, f.succeeded_at AS last_success)
     SELECT t.*, coalesce(b.team_id, p.team_id) AS team_id, b.id AS sbom_id, coalesce(b.name, p.name) AS name,
       coalesce(b.version, '') AS version, coalesce(b.supplier, '') AS supplier
     FROM taken t
     LEFT JOIN projects p ON t.subject_kind = 'project' AND p.id = t.subject_id
     LEFT JOIN sboms b ON b.deleted_at IS NULL AND b.id = CASE t.subject_kind WHEN 'sbom' THEN t.subject_id
       ELSE (SELECT id FROM sboms WHERE project_id = p.id AND deleted_at IS NULL) END`,
    { limit },
  );
}

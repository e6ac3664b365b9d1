import type { MigrationInterface, QueryRunner } from 'typeorm';
import { protectTable } from '../src/platform/database/row-security.js';

const endedAt = 'coalesce(j.finished_at, m.created_at)';

/** How monitoring goes, kept with what is shown of it: SBOMs read the runs and analyses of later modules for it. */
export class MonitoringStates1700000005590 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE monitoring_states (
        subject_id uuid PRIMARY KEY,
        org_id uuid NOT NULL,
        succeeded_at timestamptz,
        failing_since timestamptz,
        failed_job_id uuid,
        job_id uuid,
        enqueued_at timestamptz
      );
      INSERT INTO monitoring_states
        SELECT s.subject_id, s.org_id, success.at, min(f.at), (array_agg(f.job_id ORDER BY f.due_at DESC))[1], latest.job_id,
          latest.created_at
        FROM (SELECT subject_id, org_id FROM monitoring_runs
              UNION SELECT project_id, org_id FROM analyses WHERE finished_at IS NOT NULL) s
        CROSS JOIN LATERAL (SELECT greatest(
          (SELECT max(finished_at) FROM monitoring_runs m WHERE m.subject_id = s.subject_id),
          (SELECT max(a.finished_at) FROM analyses a JOIN sboms b ON b.id = a.sbom_id AND b.project_id = a.project_id
           WHERE a.project_id = s.subject_id)) AS at) success
        LEFT JOIN LATERAL (SELECT job_id, created_at FROM monitoring_runs m WHERE m.subject_id = s.subject_id
          ORDER BY due_at DESC LIMIT 1) latest ON true
        LEFT JOIN LATERAL (
          SELECT ${endedAt} AS at, m.job_id, m.due_at FROM monitoring_runs m LEFT JOIN job_runs j ON j.id = m.job_id
          WHERE m.subject_id = s.subject_id AND m.finished_at IS NULL AND (j.id IS NULL OR j.state IN ('failed', 'cancelled'))
            AND ${endedAt} > coalesce(success.at, '-infinity')) f ON true
        WHERE success.at IS NOT NULL OR latest.created_at IS NOT NULL
        GROUP BY s.subject_id, s.org_id, success.at, latest.job_id, latest.created_at`);
    await protectTable(runner, 'monitoring_states');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE monitoring_states');
  }
}

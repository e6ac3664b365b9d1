import type { MigrationInterface, QueryRunner } from 'typeorm';
import { protectTable } from '../src/platform/database/row-security.js';

const tables = ['monitoring_runs', 'monitoring_changes'];

/** What was looked at again, when, and what came out different. */
export class Monitoring1700000000900 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE monitoring_runs (
        id uuid PRIMARY KEY,
        org_id uuid NOT NULL,
        team_id uuid NOT NULL,
        subject_kind text NOT NULL,
        subject_id uuid NOT NULL,
        due_at timestamptz NOT NULL,
        job_id uuid,
        looked_at int NOT NULL DEFAULT 0,
        changes int NOT NULL DEFAULT 0,
        created_at timestamptz NOT NULL DEFAULT now(),
        finished_at timestamptz,
        CONSTRAINT monitoring_runs_once UNIQUE (subject_id, due_at)
      );
      CREATE INDEX monitoring_runs_by_organization ON monitoring_runs (org_id, due_at, id);

      CREATE TABLE monitoring_changes (
        id uuid PRIMARY KEY,
        org_id uuid NOT NULL,
        team_id uuid NOT NULL,
        run_id uuid NOT NULL,
        sbom_id uuid NOT NULL,
        component_id uuid NOT NULL,
        component_name text NOT NULL,
        field text NOT NULL,
        old_value text,
        new_value text,
        created_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX monitoring_changes_by_organization ON monitoring_changes (org_id, created_at, id);
      CREATE INDEX monitoring_changes_by_sbom ON monitoring_changes (sbom_id, created_at, id);
      CREATE INDEX monitoring_changes_by_run ON monitoring_changes (run_id)`);
    for (const table of tables) await protectTable(runner, table);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE ${tables.join(', ')}`);
  }
}

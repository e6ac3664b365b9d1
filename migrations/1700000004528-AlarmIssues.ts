import type { MigrationInterface, QueryRunner } from 'typeorm';
import { protectTable } from '../src/platform/database/row-security.js';

/** Issues of trackers that follow what is open of an SBOM (docs/adr/0031-alarms.md). */
export class AlarmIssues1700000004528 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE alarm_issues (
        channel_id uuid NOT NULL,
        sbom_id uuid NOT NULL,
        org_id uuid NOT NULL,
        state text NOT NULL DEFAULT 'none',
        remote_id text,
        url text NOT NULL DEFAULT '',
        shown text NOT NULL DEFAULT '',
        wanted int NOT NULL DEFAULT 1,
        due_at timestamptz DEFAULT now(),
        attempts int NOT NULL DEFAULT 0,
        error text NOT NULL DEFAULT '',
        updated_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (channel_id, sbom_id)
      );
      CREATE INDEX alarm_issues_due ON alarm_issues (due_at) WHERE due_at IS NOT NULL`);
    await protectTable(runner, 'alarm_issues');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE alarm_issues');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';
import { protectTable } from '../src/platform/database/row-security.js';

/** What an analysis saw and did not read, and who accepts that (docs/adr/0026-source-gaps.md). */
export class SourceGaps1700000002810 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE analyses ADD COLUMN gaps jsonb NOT NULL DEFAULT '[]'`);
    await runner.query('ALTER TABLE analyses ADD COLUMN stale int NOT NULL DEFAULT 0');
    await runner.query(`
      CREATE TABLE sbom_gaps (
        sbom_id uuid NOT NULL,
        path text NOT NULL,
        org_id uuid NOT NULL,
        kind text NOT NULL,
        ecosystem text NOT NULL,
        reason text NOT NULL,
        message text NOT NULL,
        accepted_at timestamptz,
        accepted_by uuid,
        note text NOT NULL DEFAULT '',
        PRIMARY KEY (sbom_id, path)
      )`);
    await protectTable(runner, 'sbom_gaps');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE sbom_gaps');
    await runner.query('ALTER TABLE analyses DROP COLUMN stale');
    await runner.query('ALTER TABLE analyses DROP COLUMN gaps');
  }
}

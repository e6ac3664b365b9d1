import type { MigrationInterface, QueryRunner } from 'typeorm';
import { protectTable } from '../src/platform/database/row-security.js';

/** Broken rules took three quarters of each score, and most entries of an SBOM break the same ones for the same reason. */
export class FailuresOnce1700000005370 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE sbom_failures (
        sbom_id uuid NOT NULL,
        key uuid NOT NULL,
        org_id uuid NOT NULL,
        failures jsonb NOT NULL,
        PRIMARY KEY (sbom_id, key)
      );
      INSERT INTO sbom_failures
        SELECT DISTINCT sbom_id, md5(failures::text)::uuid, org_id, failures FROM component_scores WHERE failures <> '[]';
      ALTER TABLE component_scores ALTER COLUMN failures DROP DEFAULT, ALTER COLUMN failures DROP NOT NULL;
      ALTER TABLE component_scores
        ALTER COLUMN failures TYPE uuid USING CASE WHEN failures <> '[]' THEN md5(failures::text)::uuid END;
      ALTER TABLE component_scores RENAME COLUMN failures TO failures_key`);
    await protectTable(runner, 'sbom_failures');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE component_scores ADD COLUMN failures jsonb NOT NULL DEFAULT '[]';
      UPDATE component_scores s SET failures = f.failures FROM sbom_failures f
        WHERE f.sbom_id = s.sbom_id AND f.key = s.failures_key;
      ALTER TABLE component_scores DROP COLUMN failures_key;
      DROP TABLE sbom_failures`);
  }
}

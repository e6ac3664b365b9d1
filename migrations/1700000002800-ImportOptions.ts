import type { MigrationInterface, QueryRunner } from 'typeorm';
import { protectTable } from '../src/platform/database/row-security.js';

/** What the caller says of a file, and the columns of lists that an organization has mapped. */
export class ImportOptions1700000002800 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE sbom_imports ADD COLUMN options jsonb NOT NULL DEFAULT '{}'`);
    await runner.query(`
      CREATE TABLE column_mappings (
        org_id uuid NOT NULL,
        header text NOT NULL,
        mapping jsonb NOT NULL,
        updated_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (org_id, header)
      )`);
    await protectTable(runner, 'column_mappings');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE column_mappings');
    await runner.query('ALTER TABLE sbom_imports DROP COLUMN options');
  }
}

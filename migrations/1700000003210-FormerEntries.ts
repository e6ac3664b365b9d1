import type { MigrationInterface, QueryRunner } from 'typeorm';
import { protectTable } from '../src/platform/database/row-security.js';

/** What an import changed or removed, so that two imports of an SBOM can be compared (docs/adr/0005-imports.md). */
export class FormerEntries1700000003210 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sbom_imports ADD COLUMN entry_count int');
    await runner.query(`
      CREATE TABLE former_entries (
        component_id uuid NOT NULL,
        until timestamptz NOT NULL,
        org_id uuid NOT NULL,
        sbom_id uuid NOT NULL,
        name text NOT NULL,
        org text NOT NULL,
        version text NOT NULL,
        identity text NOT NULL,
        license text NOT NULL,
        entity_id uuid,
        PRIMARY KEY (component_id, until)
      );
      CREATE INDEX former_entries_by_sbom ON former_entries (sbom_id, until)`);
    await protectTable(runner, 'former_entries');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE former_entries');
    await runner.query('ALTER TABLE sbom_imports DROP COLUMN entry_count');
  }
}

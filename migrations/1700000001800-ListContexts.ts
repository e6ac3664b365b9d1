import type { MigrationInterface, QueryRunner } from 'typeorm';
import { protectTable } from '../src/platform/database/row-security.js';

/** What the last resolution of an SBOM took for sure about its components as a whole. */
export class ListContexts1700000001800 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE sbom_contexts (
        sbom_id uuid PRIMARY KEY,
        org_id uuid NOT NULL,
        summary jsonb NOT NULL,
        updated_at timestamptz NOT NULL DEFAULT now()
      )`);
    await protectTable(runner, 'sbom_contexts');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE sbom_contexts');
  }
}

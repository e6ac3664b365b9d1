import type { MigrationInterface, QueryRunner } from 'typeorm';
import { protectTable } from '../src/platform/database/row-security.js';

/** What an organization allows of licences, by how its products reach others. */
export class LicensePolicies1700000003320 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE license_policies (
        org_id uuid NOT NULL,
        usage text NOT NULL,
        allowed text[] NOT NULL,
        review text[] NOT NULL,
        denied text[] NOT NULL,
        user_id uuid NOT NULL,
        updated_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (org_id, usage)
      )`);
    await protectTable(runner, 'license_policies');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE license_policies');
  }
}

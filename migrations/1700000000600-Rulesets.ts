import type { MigrationInterface, QueryRunner } from 'typeorm';
import { protectTable } from '../src/platform/database/row-security.js';

/** Named selections of rules, per organization; one of each organization is its default. */
export class Rulesets1700000000600 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE rulesets (
        id uuid PRIMARY KEY,
        org_id uuid NOT NULL,
        team_id uuid,
        name text NOT NULL,
        description text NOT NULL DEFAULT '',
        rule_ids text[] NOT NULL DEFAULT '{}',
        is_default boolean NOT NULL DEFAULT false,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        deleted_at timestamptz,
        deleted_by uuid
      );
      CREATE INDEX rulesets_by_organization ON rulesets (org_id, created_at, id) WHERE deleted_at IS NULL;
      CREATE UNIQUE INDEX rulesets_default ON rulesets (org_id) WHERE is_default`);
    await protectTable(runner, 'rulesets');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE rulesets');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';
import { protectTable } from '../src/platform/database/row-security.js';

/** Thresholds of rules, and every state that a ruleset ever had: what passed once can be told by what it was judged. */
export class RulesetVersions1700000000810 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE rulesets ADD COLUMN parameters jsonb NOT NULL DEFAULT '{}', ADD COLUMN version int NOT NULL DEFAULT 1;
      CREATE TABLE ruleset_versions (
        ruleset_id uuid NOT NULL,
        version int NOT NULL,
        org_id uuid NOT NULL,
        name text NOT NULL,
        description text NOT NULL,
        rule_ids text[] NOT NULL,
        parameters jsonb NOT NULL,
        user_id uuid,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (ruleset_id, version)
      );
      INSERT INTO ruleset_versions (ruleset_id, version, org_id, name, description, rule_ids, parameters, created_at)
        SELECT id, version, org_id, name, description, rule_ids, parameters, created_at FROM rulesets`);
    await protectTable(runner, 'ruleset_versions');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE ruleset_versions');
    await runner.query('ALTER TABLE rulesets DROP COLUMN parameters, DROP COLUMN version');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';
import { protectTable } from '../src/platform/database/row-security.js';

/** What groups of the sign-in provider give in organizations (docs/adr/0035-people.md). */
export class GroupMappings1700000005280 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE group_mappings (
        id uuid CONSTRAINT group_mappings_pkey PRIMARY KEY,
        org_id uuid NOT NULL CONSTRAINT group_mappings_org_id_fkey REFERENCES organizations (id),
        group_name text NOT NULL,
        role text NOT NULL CONSTRAINT group_mappings_role_check CHECK (role IN ('viewer', 'member', 'admin')),
        team_id uuid,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT group_mappings_team_fkey FOREIGN KEY (org_id, team_id) REFERENCES teams (org_id, id)
      );
      CREATE UNIQUE INDEX group_mappings_key ON group_mappings (group_name, org_id, team_id) NULLS NOT DISTINCT;
      CREATE INDEX group_mappings_org_id_idx ON group_mappings (org_id, id);
      CREATE TABLE user_groups (
        user_id uuid NOT NULL CONSTRAINT user_groups_user_id_fkey REFERENCES users (id),
        group_name text NOT NULL,
        CONSTRAINT user_groups_pkey PRIMARY KEY (user_id, group_name)
      );
      CREATE INDEX user_groups_group_name_idx ON user_groups (group_name);
      ALTER TABLE memberships ADD by_groups boolean NOT NULL DEFAULT false;
      ALTER TABLE team_users ADD by_groups boolean NOT NULL DEFAULT false;
      ALTER TABLE users ADD email_vouched boolean NOT NULL DEFAULT false`);
    await protectTable(runner, 'group_mappings');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE user_groups;
      DROP TABLE group_mappings;
      ALTER TABLE users DROP email_vouched;
      ALTER TABLE team_users DROP by_groups;
      ALTER TABLE memberships DROP by_groups`);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';
import { protectTable } from '../src/platform/database/row-security.js';

const tables = ['projects', 'project_secrets', 'tags'];

/** Where bills come from: source projects, their stored credentials (encrypted) and their tags. */
export class Projects1700000000700 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE projects (
        id uuid PRIMARY KEY,
        org_id uuid NOT NULL,
        team_id uuid NOT NULL,
        ruleset_id uuid NOT NULL,
        name text NOT NULL,
        description text NOT NULL DEFAULT '',
        type text NOT NULL,
        source text NOT NULL DEFAULT '',
        branch text NOT NULL DEFAULT '',
        active boolean NOT NULL DEFAULT true,
        should_monitor boolean NOT NULL DEFAULT true,
        private boolean NOT NULL DEFAULT false,
        chat_channel text NOT NULL DEFAULT '',
        username text NOT NULL DEFAULT '',
        key_fingerprint text NOT NULL DEFAULT '',
        poc_name text NOT NULL DEFAULT '',
        poc_email text NOT NULL DEFAULT '',
        aliases jsonb NOT NULL DEFAULT '[]',
        tag_ids uuid[] NOT NULL DEFAULT '{}',
        ruleset_history jsonb,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        deleted_at timestamptz
      );
      CREATE INDEX projects_by_team ON projects (team_id, created_at, id) WHERE deleted_at IS NULL;
      CREATE INDEX projects_by_source ON projects (team_id, source) WHERE deleted_at IS NULL;

      CREATE TABLE project_secrets (
        project_id uuid NOT NULL,
        field text NOT NULL,
        org_id uuid NOT NULL,
        sealed bytea NOT NULL,
        updated_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (project_id, field)
      );

      CREATE TABLE tags (
        id uuid PRIMARY KEY,
        org_id uuid NOT NULL,
        team_id uuid NOT NULL,
        name text NOT NULL,
        description text NOT NULL DEFAULT '',
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE UNIQUE INDEX tags_by_name ON tags (team_id, name)`);
    for (const table of tables) await protectTable(runner, table);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE ${tables.join(', ')}`);
  }
}

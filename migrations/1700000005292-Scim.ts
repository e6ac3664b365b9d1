import type { MigrationInterface, QueryRunner } from 'typeorm';
import { protectTable } from '../src/platform/database/row-security.js';

/** Provisioning by an organization's identity provider (docs/adr/0040-scim.md). */
export class Scim1700000005292 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE scim_tokens (
        id uuid CONSTRAINT scim_tokens_pkey PRIMARY KEY,
        org_id uuid NOT NULL CONSTRAINT scim_tokens_org_id_fkey REFERENCES organizations (id),
        name text NOT NULL,
        hash bytea NOT NULL CONSTRAINT scim_tokens_hash_key UNIQUE,
        hint text NOT NULL,
        last_used_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX scim_tokens_org_id_idx ON scim_tokens (org_id, id);
      CREATE TABLE scim_users (
        org_id uuid NOT NULL CONSTRAINT scim_users_org_id_fkey REFERENCES organizations (id),
        user_id uuid NOT NULL CONSTRAINT scim_users_user_id_fkey REFERENCES users (id),
        user_name text NOT NULL,
        external_id text,
        active boolean NOT NULL,
        is_creator boolean NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        deleted_at timestamptz,
        CONSTRAINT scim_users_pkey PRIMARY KEY (org_id, user_id)
      );
      CREATE INDEX scim_users_user_id_idx ON scim_users (user_id);
      CREATE UNIQUE INDEX scim_users_user_name_key ON scim_users (org_id, lower(user_name));
      CREATE INDEX scim_users_external_id_idx ON scim_users (org_id, external_id);
      CREATE TABLE scim_groups (
        id uuid CONSTRAINT scim_groups_pkey PRIMARY KEY,
        org_id uuid NOT NULL CONSTRAINT scim_groups_org_id_fkey REFERENCES organizations (id),
        display_name text NOT NULL,
        external_id text,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE UNIQUE INDEX scim_groups_display_name_key ON scim_groups (org_id, lower(display_name));
      CREATE INDEX scim_groups_external_id_idx ON scim_groups (org_id, external_id);
      CREATE TABLE scim_group_members (
        group_id uuid NOT NULL,
        org_id uuid NOT NULL,
        user_id uuid NOT NULL,
        CONSTRAINT scim_group_members_pkey PRIMARY KEY (group_id, user_id),
        CONSTRAINT scim_group_members_group_id_fkey
          FOREIGN KEY (group_id) REFERENCES scim_groups (id) ON DELETE CASCADE,
        CONSTRAINT scim_group_members_user_fkey
          FOREIGN KEY (org_id, user_id) REFERENCES scim_users (org_id, user_id) ON DELETE CASCADE
      );
      CREATE INDEX scim_group_members_user_idx ON scim_group_members (org_id, user_id)`);
    for (const table of ['scim_tokens', 'scim_users', 'scim_groups', 'scim_group_members'])
      await protectTable(runner, table);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['scim_group_members', 'scim_groups', 'scim_users', 'scim_tokens'])
      await runner.query(`DROP TABLE ${table}`);
  }
}

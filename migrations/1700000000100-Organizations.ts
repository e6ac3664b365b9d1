import type { MigrationInterface, QueryRunner } from 'typeorm';
import { protectTable } from '../src/platform/database/row-security.js';

const tables = [
  `CREATE TABLE users (
    id uuid CONSTRAINT users_pkey PRIMARY KEY,
    username text NOT NULL,
    email text NOT NULL DEFAULT '',
    password_hash text,
    session_version integer NOT NULL DEFAULT 0,
    signed_out_at timestamptz,
    sys_admin boolean NOT NULL DEFAULT false,
    issuer text,
    subject text,
    last_active_at timestamptz,
    disabled_at timestamptz,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    deleted_at timestamptz,
    CONSTRAINT users_issuer_subject_key UNIQUE (issuer, subject)
  )`,
  'CREATE UNIQUE INDEX users_username_key ON users (lower(username)) WHERE deleted_at IS NULL',
  `CREATE TABLE organizations (
    id uuid CONSTRAINT organizations_pkey PRIMARY KEY,
    name text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    deleted_at timestamptz
  )`,
  `CREATE TABLE teams (
    id uuid CONSTRAINT teams_pkey PRIMARY KEY,
    org_id uuid NOT NULL CONSTRAINT teams_org_id_fkey REFERENCES organizations (id),
    name text NOT NULL,
    is_default boolean NOT NULL DEFAULT false,
    poc_name text NOT NULL DEFAULT '',
    poc_email text NOT NULL DEFAULT '',
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    deleted_at timestamptz,
    CONSTRAINT teams_org_id_id_key UNIQUE (org_id, id)
  )`,
  'CREATE UNIQUE INDEX teams_default_key ON teams (org_id) WHERE is_default',
  `CREATE TABLE memberships (
    org_id uuid NOT NULL CONSTRAINT memberships_org_id_fkey REFERENCES organizations (id),
    user_id uuid NOT NULL CONSTRAINT memberships_user_id_fkey REFERENCES users (id),
    role text NOT NULL CONSTRAINT memberships_role_check CHECK (role IN ('viewer', 'member', 'admin')),
    narrowed boolean NOT NULL DEFAULT false,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT memberships_pkey PRIMARY KEY (org_id, user_id)
  )`,
  'CREATE INDEX memberships_user_id_idx ON memberships (user_id)',
  `CREATE TABLE team_users (
    id uuid CONSTRAINT team_users_pkey PRIMARY KEY,
    org_id uuid NOT NULL,
    team_id uuid NOT NULL,
    user_id uuid NOT NULL,
    role text NOT NULL CONSTRAINT team_users_role_check CHECK (role IN ('viewer', 'member', 'admin')),
    status text NOT NULL DEFAULT 'active'
      CONSTRAINT team_users_status_check CHECK (status IN ('active', 'inactive')),
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT team_users_team_id_user_id_key UNIQUE (team_id, user_id),
    CONSTRAINT team_users_team_fkey FOREIGN KEY (org_id, team_id) REFERENCES teams (org_id, id),
    CONSTRAINT team_users_membership_fkey
      FOREIGN KEY (org_id, user_id) REFERENCES memberships (org_id, user_id) ON DELETE CASCADE
  )`,
  'CREATE INDEX team_users_org_id_user_id_idx ON team_users (org_id, user_id)',
  `CREATE TABLE api_keys (
    id uuid CONSTRAINT api_keys_pkey PRIMARY KEY,
    user_id uuid NOT NULL CONSTRAINT api_keys_user_id_fkey REFERENCES users (id),
    org_id uuid CONSTRAINT api_keys_org_id_fkey REFERENCES organizations (id),
    name text NOT NULL,
    hash bytea NOT NULL CONSTRAINT api_keys_hash_key UNIQUE,
    hint text NOT NULL,
    role text CONSTRAINT api_keys_role_check CHECK (role IN ('viewer', 'member', 'admin')),
    expires_at timestamptz,
    last_used_at timestamptz,
    revoked_at timestamptz,
    created_at timestamptz NOT NULL DEFAULT now()
  )`,
  'CREATE INDEX api_keys_user_id_idx ON api_keys (user_id)',
  'CREATE INDEX api_keys_org_id_idx ON api_keys (org_id)',
  `CREATE TABLE signing_keys (
    id uuid CONSTRAINT signing_keys_pkey PRIMARY KEY,
    public_jwk jsonb NOT NULL,
    private_key bytea NOT NULL,
    signs_from timestamptz NOT NULL,
    signs_until timestamptz NOT NULL,
    published_until timestamptz NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
  )`,
  `CREATE TABLE login_failures (
    subject bytea CONSTRAINT login_failures_pkey PRIMARY KEY,
    failures integer NOT NULL,
    until timestamptz NOT NULL
  )`,
  'CREATE INDEX login_failures_until_idx ON login_failures (until)',
];

export class Organizations1700000000100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of tables) await runner.query(statement);
    await protectTable(runner, 'organizations', 'id');
    await protectTable(runner, 'teams');
    await protectTable(runner, 'memberships');
    await protectTable(runner, 'team_users');
    // Enough to know whether an account is in use; names, addresses and hashes stay out of tenants' reach.
    await runner.query('GRANT SELECT (id, disabled_at, deleted_at) ON users TO stocktake_tenant');
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of [
      'login_failures',
      'signing_keys',
      'api_keys',
      'team_users',
      'memberships',
      'teams',
      'organizations',
      'users',
    ])
      await runner.query(`DROP TABLE ${table}`);
  }
}

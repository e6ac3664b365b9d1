import type { MigrationInterface, QueryRunner } from 'typeorm';
import { protectTable } from '../src/platform/database/row-security.js';

/** Pipelines that come in with a token of their platform (docs/adr/0036-keyless-pipelines.md). */
export class TrustRules1700000005282 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE trust_rules (
        id uuid CONSTRAINT trust_rules_pkey PRIMARY KEY,
        org_id uuid NOT NULL CONSTRAINT trust_rules_org_id_fkey REFERENCES organizations (id),
        service_account_id uuid NOT NULL CONSTRAINT trust_rules_service_account_id_fkey REFERENCES users (id),
        name text NOT NULL,
        issuer text NOT NULL,
        audience text NOT NULL,
        claims jsonb NOT NULL,
        role text CONSTRAINT trust_rules_role_check CHECK (role IN ('viewer', 'member', 'admin')),
        seconds integer NOT NULL,
        max_uses integer NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX trust_rules_org_id_idx ON trust_rules (org_id, id);
      CREATE TABLE exchanged_tokens (
        rule_id uuid NOT NULL,
        token bytea NOT NULL,
        uses integer NOT NULL DEFAULT 1,
        expires_at timestamptz NOT NULL,
        CONSTRAINT exchanged_tokens_pkey PRIMARY KEY (rule_id, token),
        CONSTRAINT exchanged_tokens_rule_id_fkey
          FOREIGN KEY (rule_id) REFERENCES trust_rules (id) ON DELETE CASCADE
      );
      CREATE INDEX exchanged_tokens_expires_at_idx ON exchanged_tokens (expires_at);
      ALTER TABLE api_keys ADD trust_rule_id uuid;
      CREATE INDEX api_keys_trust_rule_id_idx ON api_keys (trust_rule_id) WHERE trust_rule_id IS NOT NULL`);
    await protectTable(runner, 'trust_rules');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE api_keys DROP trust_rule_id;
      DROP TABLE exchanged_tokens;
      DROP TABLE trust_rules`);
  }
}

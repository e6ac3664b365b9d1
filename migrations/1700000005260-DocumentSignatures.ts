import type { MigrationInterface, QueryRunner } from 'typeorm';
import { protectTable } from '../src/platform/database/row-security.js';

/** Keys whose signatures an organization trusts, keys that sign its exports, and what imports found of signatures. */
export class DocumentSignatures1700000005260 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE trusted_keys (
        id uuid PRIMARY KEY,
        org_id uuid NOT NULL,
        name text NOT NULL,
        key_name text NOT NULL,
        public_key text NOT NULL,
        fingerprint text NOT NULL,
        user_id uuid NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE UNIQUE INDEX trusted_keys_fingerprint ON trusted_keys (org_id, fingerprint);
      CREATE TABLE document_keys (
        id uuid PRIMARY KEY,
        org_id uuid NOT NULL,
        public_key text NOT NULL,
        fingerprint text NOT NULL,
        sealed bytea NOT NULL,
        user_id uuid NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        retired_at timestamptz
      );
      CREATE UNIQUE INDEX document_keys_signing ON document_keys (org_id) WHERE retired_at IS NULL;
      CREATE INDEX document_keys_org ON document_keys (org_id);
      ALTER TABLE sbom_imports ADD COLUMN signatures jsonb NOT NULL DEFAULT '[]'`);
    await protectTable(runner, 'trusted_keys');
    await protectTable(runner, 'document_keys');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE sbom_imports DROP COLUMN signatures;
      DROP TABLE document_keys;
      DROP TABLE trusted_keys`);
  }
}

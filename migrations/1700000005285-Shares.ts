import type { MigrationInterface, QueryRunner } from 'typeorm';
import { protectTable } from '../src/platform/database/row-security.js';

/** Links by which people without an account see chosen SBOMs (docs/adr/0034-shares.md). */
export class Shares1700000005285 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE shares (
        id uuid PRIMARY KEY,
        org_id uuid NOT NULL,
        title text NOT NULL,
        contents text[] NOT NULL,
        extras text[] NOT NULL,
        key bytea,
        password_hash text,
        expires_at timestamptz NOT NULL,
        max_downloads int,
        downloads int NOT NULL DEFAULT 0,
        created_by uuid NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        revoked_at timestamptz);
      CREATE INDEX shares_by_organization ON shares (org_id, created_at, id);
      CREATE TABLE share_sboms (
        share_id uuid NOT NULL,
        sbom_id uuid NOT NULL,
        org_id uuid NOT NULL,
        position int NOT NULL,
        PRIMARY KEY (share_id, sbom_id));
      CREATE INDEX share_sboms_by_sbom ON share_sboms (sbom_id);
      CREATE TABLE share_accesses (
        share_id uuid NOT NULL,
        day date NOT NULL,
        what text NOT NULL,
        subject_id uuid NOT NULL,
        org_id uuid NOT NULL,
        count int NOT NULL DEFAULT 1,
        last_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (share_id, day, what, subject_id))`);
    for (const table of ['shares', 'share_sboms', 'share_accesses']) await protectTable(runner, table);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE shares, share_sboms, share_accesses');
  }
}

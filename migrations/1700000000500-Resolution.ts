import type { MigrationInterface, QueryRunner } from 'typeorm';
import { protectTable } from '../src/platform/database/row-security.js';

const tables = ['resolution_decisions', 'internal_patterns'];

const searched = { packages: 'name', products: 'product', repositories: 'name' };

/** Remembered decisions, patterns of internal components, and search by how names begin. */
export class Resolution1700000000500 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE resolution_decisions (
        id uuid PRIMARY KEY,
        org_id uuid NOT NULL,
        subject text NOT NULL,
        choice text NOT NULL,
        kind text NOT NULL,
        verdict text NOT NULL,
        identifier text NOT NULL,
        stated text NOT NULL DEFAULT '',
        name text NOT NULL,
        org text NOT NULL DEFAULT '',
        user_id uuid NOT NULL,
        user_name text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        deleted_at timestamptz
      );
      CREATE UNIQUE INDEX resolution_decisions_live ON resolution_decisions (org_id, subject, choice)
        WHERE deleted_at IS NULL;
      CREATE INDEX resolution_decisions_listed ON resolution_decisions (org_id, updated_at, id)
        WHERE deleted_at IS NULL;

      CREATE TABLE internal_patterns (
        id uuid PRIMARY KEY,
        org_id uuid NOT NULL,
        kind text NOT NULL,
        pattern text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        deleted_at timestamptz
      );
      CREATE UNIQUE INDEX internal_patterns_live ON internal_patterns (org_id, kind, pattern)
        WHERE deleted_at IS NULL;

      ALTER TABLE components ADD COLUMN internal boolean NOT NULL DEFAULT false`);
    for (const [table, column] of Object.entries(searched))
      await runner.query(
        `CREATE INDEX catalog_${table}_beginning ON catalog_${table} (lower(left(${column}, 100)) text_pattern_ops)`,
      );
    for (const table of tables) await protectTable(runner, table);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE ${tables.join(', ')}`);
    await runner.query('ALTER TABLE components DROP COLUMN internal');
    for (const table of Object.keys(searched)) await runner.query(`DROP INDEX catalog_${table}_beginning`);
  }
}

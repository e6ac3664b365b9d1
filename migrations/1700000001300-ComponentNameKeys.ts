import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Names as they are looked for, in a column: under row-level security an index on an expression is of no use where the
 * functions in it might tell something of rows that are not the caller's (PostgreSQL, "Rules and Privileges").
 */
export class ComponentNameKeys1700000001300 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX components_by_name');
    await runner.query(
      `ALTER TABLE components
       ADD COLUMN name_key text COLLATE "C" GENERATED ALWAYS AS (lower(left(name, 200))) STORED`,
    );
    await runner.query('CREATE INDEX components_by_name ON components (org_id, name_key) WHERE deleted_at IS NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE components DROP COLUMN name_key');
    await runner.query(
      `CREATE INDEX components_by_name ON components (org_id, (lower(left(name, 200)) COLLATE "C"))
       WHERE deleted_at IS NULL`,
    );
  }
}

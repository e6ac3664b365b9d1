import type { MigrationInterface, QueryRunner } from 'typeorm';

const tables = ['vulnerability_statements', 'component_statements'] as const;

/** A statement that ends because its component is not the same any more says why. Of former ones nobody knows. */
export class EndedStatements1700000005700 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of tables) await runner.query(`ALTER TABLE ${table} ADD COLUMN end_reason text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of tables) await runner.query(`ALTER TABLE ${table} DROP COLUMN end_reason`);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A decision keeps the identifiers that were declared beside the name; the column is called as the code calls them. */
export class DeclaredIdentifier1700000005210 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE resolution_decisions RENAME COLUMN stated TO declared');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE resolution_decisions RENAME COLUMN declared TO stated');
  }
}

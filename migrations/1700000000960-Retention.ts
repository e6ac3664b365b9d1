import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether anything still refers to a file is asked about every file, every night. */
export class Retention1700000000960 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX sbom_imports_by_blob ON sbom_imports (blob)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX sbom_imports_by_blob');
  }
}

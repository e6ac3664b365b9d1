import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Components are found by name, whatever its case; names may be longer than an index takes. */
export class FoundComponents1700000001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX components_by_name ON components (org_id, (lower(left(name, 200)) COLLATE "C"))
       WHERE deleted_at IS NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX components_by_name');
  }
}

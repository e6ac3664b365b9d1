import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Decisions about the entries of one version alone. Null: about every version. */
export class DecisionsOfVersions1700000005250 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE review_decisions ADD COLUMN version text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE review_decisions DROP COLUMN version');
  }
}

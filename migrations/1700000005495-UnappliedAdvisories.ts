import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Of what is open, whether all advisories were applied when it was last found; null until it is looked at again. */
export class UnappliedAdvisories1700000005495 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE open_alarms ADD COLUMN unapplied text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE open_alarms DROP COLUMN unapplied');
  }
}

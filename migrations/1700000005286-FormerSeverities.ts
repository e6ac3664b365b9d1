import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a vulnerability was rated before, where an alarm tells that it is rated worse now. */
export class FormerSeverities1700000005286 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE alarm_items ADD COLUMN former_severity text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE alarm_items DROP COLUMN former_severity');
  }
}

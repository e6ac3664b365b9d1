import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AlarmSeverities1700000003522 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE open_alarms ADD COLUMN severity text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE open_alarms DROP COLUMN severity');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Users who cancelled a run that goes on for others: cancelling it again must not end it for these. */
export class WithdrawnRequests1700000005592 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE job_runs ADD COLUMN withdrawn_by uuid[] NOT NULL DEFAULT '{}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE job_runs DROP COLUMN withdrawn_by');
  }
}

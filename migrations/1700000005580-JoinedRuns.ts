import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Users who joined an open run, on whose behalf it runs too. */
export class JoinedRuns1700000005580 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE job_runs ADD COLUMN joined_by uuid[] NOT NULL DEFAULT '{}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE job_runs DROP COLUMN joined_by');
  }
}

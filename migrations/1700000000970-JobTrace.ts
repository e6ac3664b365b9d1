import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The trace of the request that a job comes from, where there are traces. */
export class JobTrace1700000000970 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE job_runs ADD COLUMN trace text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE job_runs DROP COLUMN trace');
  }
}

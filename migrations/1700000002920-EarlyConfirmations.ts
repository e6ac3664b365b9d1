import type { MigrationInterface, QueryRunner } from 'typeorm';

/** SBOMs that somebody confirmed while the service still looked for what their entries are. */
export class EarlyConfirmations1700000002920 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sboms ADD COLUMN confirmed_early boolean NOT NULL DEFAULT false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sboms DROP COLUMN confirmed_early');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Decisions belong to the team in whose SBOM they were made. Which one that was is unknown for those that exist. */
export class TeamsOfDecisions1700000002910 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE resolution_decisions ADD COLUMN team_id uuid');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE resolution_decisions DROP COLUMN team_id');
  }
}

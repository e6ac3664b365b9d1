import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The history of an entity says how much of each score rested on data; of former rows that is not known. Every entity is
 * assessed again ("coverage" is the change that concerns all of them), because from this release on the worst rating of
 * CVSS 3 and 4 counts, and a finding says that its CVE was rejected.
 */
export class CoverageOfHistory1700000005640 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE entity_score_history ADD COLUMN coverage double precision, ADD COLUMN examined text',
    );
    await runner.query(`INSERT INTO score_changes (key) SELECT 'coverage' WHERE EXISTS (SELECT FROM entity_scores)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE entity_score_history DROP COLUMN coverage, DROP COLUMN examined');
  }
}

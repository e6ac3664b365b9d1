import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A product is compared from this release on with the CVEs that list it as an application and with those that list it as
 * an operating system. So every entity is assessed again ("coverage" is the change that concerns all of them).
 */
export class AssessedUnderBothParts1700000005625 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`INSERT INTO score_changes (key) SELECT 'coverage' WHERE EXISTS (SELECT FROM entity_scores)`);
  }

  async down(): Promise<void> {
    // The former release assesses what is new to it in its own way.
  }
}

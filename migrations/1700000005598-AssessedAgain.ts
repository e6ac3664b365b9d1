import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * From this release on texts that state no single version are none, and advisories are compared otherwise: with the
 * update of a CPE, with parts of a distribution's release, with what a distribution passes on. What is stored may look
 * safe by the former rules, so every entity is assessed again ("coverage" is the change that concerns all of them), and
 * sources whose records are read otherwise are loaded whole at their next synchronisation.
 */
export class AssessedAgain1700000005598 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`UPDATE catalog_sources SET validators = '{}'
      WHERE name IN ('cve-list', 'endoflife') OR starts_with(name, 'osv-') OR starts_with(name, 'csaf-')`);
    await runner.query(`INSERT INTO score_changes (key) SELECT 'coverage' WHERE EXISTS (SELECT FROM entity_scores)`);
  }

  async down(): Promise<void> {
    // The former release assesses what is new to it in its own way.
  }
}

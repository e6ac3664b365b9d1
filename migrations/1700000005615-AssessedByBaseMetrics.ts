import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * From this release on base metrics alone rate a vulnerability, CVEs found by product have their descriptions and dates,
 * and a CVE that names no affected version leaves the others unknown. So every entity is assessed again ("coverage" is
 * the change that concerns all of them), and the CVE List, of which ratings in words are read now, is loaded whole.
 */
export class AssessedByBaseMetrics1700000005615 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`UPDATE catalog_sources SET validators = '{}' WHERE name = 'cve-list'`);
    await runner.query(`INSERT INTO score_changes (key) SELECT 'coverage' WHERE EXISTS (SELECT FROM entity_scores)`);
  }

  async down(): Promise<void> {
    // The former release assesses what is new to it in its own way.
  }
}

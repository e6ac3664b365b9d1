import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The CVE List is loaded whole at its next synchronisation: advisories of packages were made from its records by a
 * reading that took ranges in words ("< 7.23.2") for versions.
 */
export class RangesInWords1700000005450 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`UPDATE catalog_sources SET validators = '{}' WHERE name = 'cve-list'`);
  }

  async down(): Promise<void> {
    // The former release loads it whole as well.
  }
}

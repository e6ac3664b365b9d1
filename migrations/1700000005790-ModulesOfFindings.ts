import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The module of Go whose advisory a finding is on, so that what is said of the module reaches its packages. */
export class ModulesOfFindings1700000005790 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE entity_vulnerabilities ADD COLUMN module text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE entity_vulnerabilities DROP COLUMN module');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keys that sign the links of the badges of an SBOM. */
export class BadgeKeys1700000003110 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sboms ADD COLUMN badge_key bytea');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sboms DROP COLUMN badge_key');
  }
}

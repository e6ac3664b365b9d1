import type { MigrationInterface, QueryRunner } from 'typeorm';

const said = '^Advisories on packages of (.*) are kept, and no component is compared with them';

/** What of a source nothing is compared with outlives the message of a failed load: in a column of its own. */
export class UncomparedEcosystems1700000005830 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE catalog_sources ADD COLUMN uncompared text[] NOT NULL DEFAULT '{}'`);
    await runner.query(
      `UPDATE catalog_sources SET message = NULL, uncompared = string_to_array(replace(substring(message FROM $1), ' and others', ', others'), ', ')
       WHERE state = 'loaded' AND message ~ $1`,
      [said],
    );
    // Of what a failure has overwritten nothing is left: such a source is loaded whole the next time.
    await runner.query(`UPDATE catalog_sources SET validators = '{}' WHERE state <> 'loaded'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE catalog_sources DROP COLUMN uncompared');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';
import { shareTable } from '../src/platform/database/row-security.js';

const entryTables = ['catalog_packages', 'catalog_products', 'catalog_repositories', 'catalog_links'];

/**
 * Outcomes of resolution by what was asked, and the epoch of the catalogue that they hold for. The table is unlogged: it
 * may be empty after a crash, and is no part of a backup. The tenants' role has no access to it: it is read by key only.
 */
export class CachedOutcomes1700000001810 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE catalog_epoch (
        id integer NOT NULL,
        epoch bigint NOT NULL,
        CONSTRAINT catalog_epoch_pkey PRIMARY KEY (id)
      )`);
    await shareTable(runner, 'catalog_epoch');
    await runner.query(`
      CREATE FUNCTION advance_catalog_epoch() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
      BEGIN
        INSERT INTO catalog_epoch (id, epoch) VALUES (1, 1) ON CONFLICT (id) DO UPDATE SET epoch = catalog_epoch.epoch + 1;
        RETURN NULL;
      END $$`);
    for (const table of entryTables)
      await runner.query(
        `CREATE TRIGGER advance_epoch AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON ${table}
         FOR EACH STATEMENT EXECUTE FUNCTION advance_catalog_epoch()`,
      );
    await runner.query(`
      CREATE UNLOGGED TABLE resolution_outcomes (
        number bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
        key bytea NOT NULL,
        epoch bigint NOT NULL,
        outcome text NOT NULL,
        used_on date NOT NULL,
        CONSTRAINT resolution_outcomes_pkey PRIMARY KEY (number)
      )`);
    await runner.query('CREATE UNIQUE INDEX resolution_outcomes_by_key ON resolution_outcomes (key)');
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of entryTables) await runner.query(`DROP TRIGGER advance_epoch ON ${table}`);
    await runner.query('DROP FUNCTION advance_catalog_epoch');
    await runner.query('DROP TABLE resolution_outcomes');
    await runner.query('DROP TABLE catalog_epoch');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';
import { shareTable } from '../src/platform/database/row-security.js';

/** What each loaded source covers and as of when, and what CVE records say beside the products that they name. */
export class CatalogSources1700000001600 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [...sources, ...cves]) await runner.query(statement);
    await shareTable(runner, 'catalog_cves');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE catalog_cves');
    await runner.query('DROP FUNCTION score_changes_of_catalog_cves');
    await runner.query('ALTER TABLE catalog_vulnerable_products DROP COLUMN superseded');
    for (const column of ['covers', 'data_as_of', 'loaded_at', 'indexed'])
      await runner.query(`ALTER TABLE catalog_sources DROP COLUMN ${column}`);
  }
}

const sources = [
  `ALTER TABLE catalog_sources
     ADD COLUMN covers jsonb NOT NULL DEFAULT '[]',
     ADD COLUMN data_as_of timestamp with time zone,
     ADD COLUMN loaded_at timestamp with time zone,
     ADD COLUMN indexed boolean NOT NULL DEFAULT true`,
  // What a former release loaded is there; what it covers is known from the next sync on.
  `UPDATE catalog_sources SET loaded_at = finished_at, data_as_of = finished_at WHERE records > 0 AND finished_at IS NOT NULL`,
];

const cves = [
  `ALTER TABLE catalog_vulnerable_products ADD COLUMN superseded boolean NOT NULL DEFAULT false`,
  `CREATE TABLE catalog_cves (
    cve text NOT NULL,
    source text NOT NULL,
    status text NOT NULL,
    analyzed boolean NOT NULL,
    rejected boolean NOT NULL,
    summary text,
    published_at timestamp with time zone,
    modified_at timestamp with time zone,
    severities jsonb NOT NULL DEFAULT '[]',
    weaknesses text array NOT NULL DEFAULT '{}',
    reference_urls text array NOT NULL DEFAULT '{}',
    ssvc jsonb,
    CONSTRAINT catalog_cves_pkey PRIMARY KEY (cve, source))`,
  `CREATE FUNCTION score_changes_of_catalog_cves() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
    SET search_path = public AS $$
  BEGIN
    INSERT INTO score_changes (key) SELECT DISTINCT cve FROM changed;
    RETURN NULL;
  END $$`,
  ...[
    ['insert', 'NEW'],
    ['update', 'NEW'],
    ['delete', 'OLD'],
  ].map(
    ([event, side]) =>
      `CREATE TRIGGER score_changes_${event} AFTER ${event!.toUpperCase()} ON catalog_cves
       REFERENCING ${side} TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION score_changes_of_catalog_cves()`,
  ),
];

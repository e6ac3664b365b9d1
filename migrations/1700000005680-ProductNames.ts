import type { MigrationInterface, QueryRunner } from 'typeorm';
import { parseCpe } from '../src/model/cpe.js';
import { productNames } from '../src/model/names/product-names.js';
import { shareTable } from '../src/platform/database/row-security.js';

const pageSize = 20_000;

/**
 * Sources spell one product in several ways ("docker:desktop", "docker:docker_desktop"): each is found by the others'
 * names from this release on. A new spelling concerns all products of its name; what is stored was looked up under one
 * spelling, so every entity is assessed again.
 */
export class ProductNames1700000005680 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE catalog_product_names (
        name text NOT NULL,
        product_key text NOT NULL,
        CONSTRAINT catalog_product_names_pkey PRIMARY KEY (name, product_key))`,
    );
    await shareTable(runner, 'catalog_product_names');
    for (const table of ['catalog_products', 'catalog_vulnerable_products']) await nameProducts(runner, table);
    await runner.query(
      `CREATE FUNCTION score_changes_of_catalog_product_names() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
        SET search_path = public AS $$
      BEGIN
        IF EXISTS (SELECT FROM entity_scores) THEN
          INSERT INTO score_changes (key)
            SELECT DISTINCT named.product_key FROM changed JOIN catalog_product_names named ON named.name = changed.name
            WHERE EXISTS (SELECT FROM catalog_product_names other
              WHERE other.name = changed.name AND other.product_key <> changed.product_key);
        END IF;
        RETURN NULL;
      END $$`,
    );
    await runner.query(
      `CREATE TRIGGER score_changes_insert AFTER INSERT ON catalog_product_names
       REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION score_changes_of_catalog_product_names()`,
    );
    await runner.query(`INSERT INTO score_changes (key) SELECT 'coverage' WHERE EXISTS (SELECT FROM entity_scores)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE catalog_product_names');
    await runner.query('DROP FUNCTION score_changes_of_catalog_product_names');
  }
}

async function nameProducts(runner: QueryRunner, table: string): Promise<void> {
  const column = table === 'catalog_products' ? 'key' : 'product_key';
  for (let after = ''; ;) {
    const rows = (await runner.query(
      `SELECT DISTINCT ${column} AS key FROM ${table} WHERE ${column} > $1 ORDER BY 1 LIMIT ${pageSize}`,
      [after],
    )) as { key: string }[];
    const pairs = rows.flatMap(({ key }) =>
      productNames(parseCpe(`cpe:2.3:${key}${':*'.repeat(8)}`)).map((name) => ({ name, key })),
    );
    await runner.query(
      `INSERT INTO catalog_product_names SELECT * FROM unnest($1::text[], $2::text[]) ON CONFLICT DO NOTHING`,
      [pairs.map(({ name }) => name), pairs.map(({ key }) => key)],
    );
    if (rows.length < pageSize) return;
    after = rows.at(-1)!.key;
  }
}

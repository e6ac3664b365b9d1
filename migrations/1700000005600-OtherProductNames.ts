import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Vulnerabilities are looked up under all names of a product, which follow from the catalogue's links: a new link of a
 * product concerns all products of its name with the same neighbour. What is stored was looked up under one name.
 */
export class OtherProductNames1700000005600 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE FUNCTION score_changes_of_catalog_links() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
        SET search_path = public AS $$
      BEGIN
        IF EXISTS (SELECT FROM entity_scores) THEN
          INSERT INTO score_changes (key) ${productsWithOtherNames('changed')};
        END IF;
        RETURN NULL;
      END $$`,
    );
    await runner.query(
      `CREATE TRIGGER score_changes_insert AFTER INSERT ON catalog_links
       REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION score_changes_of_catalog_links()`,
    );
    await runner.query(
      `INSERT INTO score_changes (key) SELECT key FROM (${productsWithOtherNames('catalog_links')}) AS named (key)
       WHERE EXISTS (SELECT FROM entity_scores)
       UNION SELECT key FROM entity_scores, unnest(keys) AS key
       WHERE cpe IS NOT NULL AND version ~* '[-+~_. ][a-z]' AND key LIKE '_:%'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER score_changes_insert ON catalog_links');
    await runner.query('DROP FUNCTION score_changes_of_catalog_links');
  }
}

/** Keys of the products that share a name and an end of one of the links. 2: a product. */
const productsWithOtherNames = (links: string): string => `
  WITH ends AS (
    SELECT to_id AS id, from_kind AS kind, from_id AS shared FROM ${links} WHERE to_kind = 2 AND relation = 'same'
    UNION SELECT from_id, to_kind, to_id FROM ${links} WHERE from_kind = 2 AND relation = 'same')
  SELECT DISTINCT unnest(ARRAY[own.key, other.key]) FROM ends
  CROSS JOIN LATERAL (
    SELECT to_id AS id FROM catalog_links
      WHERE from_kind = ends.kind AND from_id = ends.shared AND to_kind = 2 AND relation = 'same'
    UNION ALL SELECT from_id FROM catalog_links
      WHERE to_kind = ends.kind AND to_id = ends.shared AND from_kind = 2 AND relation = 'same') AS named
  JOIN catalog_products own ON own.id = ends.id
  JOIN catalog_products other ON other.id = named.id AND other.id <> own.id
    AND other.part = own.part AND other.product = own.product`;

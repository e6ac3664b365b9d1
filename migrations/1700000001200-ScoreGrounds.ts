import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What is stored of an entity's vulnerabilities tells whether it has changed (rows from before are written once again);
 * and what live sources say of repositories is one more thing that scores follow from.
 */
export class ScoreGrounds1700000001200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE entity_vulnerabilities ADD COLUMN digest text NOT NULL DEFAULT ''`);
    await runner.query(`
      CREATE FUNCTION score_changes_of_catalog_lookups() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
        SET search_path = public AS $$
      BEGIN
        INSERT INTO score_changes (key) SELECT DISTINCT key FROM changed WHERE facts IS NOT NULL;
        RETURN NULL;
      END $$`);
    for (const event of ['insert', 'update'])
      await runner.query(
        `CREATE TRIGGER score_changes_${event} AFTER ${event.toUpperCase()} ON catalog_lookups
         REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION score_changes_of_catalog_lookups()`,
      );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const event of ['insert', 'update'])
      await runner.query(`DROP TRIGGER score_changes_${event} ON catalog_lookups`);
    await runner.query('DROP FUNCTION score_changes_of_catalog_lookups');
    await runner.query('ALTER TABLE entity_vulnerabilities DROP COLUMN digest');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';
import { shareTable } from '../src/platform/database/row-security.js';

/**
 * Releases of distributions that advisories name: a package of another release is not examined. What is stored was taken
 * for examined, so every entity is assessed again, as it is when a release is new.
 */
export class ReleasesOfAdvisories1700000005781 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE catalog_advisory_ecosystems (
        ecosystem text NOT NULL,
        CONSTRAINT catalog_advisory_ecosystems_pkey PRIMARY KEY (ecosystem))`,
    );
    await shareTable(runner, 'catalog_advisory_ecosystems');
    await runner.query(
      `INSERT INTO catalog_advisory_ecosystems (ecosystem) SELECT DISTINCT ecosystem
       FROM (SELECT jsonb_path_query(record, '$.affected[*].package.ecosystem') #>> '{}' AS ecosystem
             FROM catalog_advisories) AS named
       WHERE ecosystem LIKE '%:%' AND length(ecosystem) <= 200 AND ecosystem NOT LIKE '%://%'
         AND ecosystem !~ '^Red Hat:(?!enterprise_linux|rhel_)'`,
    );
    await runner.query(
      `CREATE FUNCTION score_changes_of_catalog_advisory_ecosystems() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
        SET search_path = public AS $$
      BEGIN
        IF EXISTS (SELECT FROM changed) AND EXISTS (SELECT FROM entity_scores) THEN
          INSERT INTO score_changes (key) VALUES ('coverage');
        END IF;
        RETURN NULL;
      END $$`,
    );
    await runner.query(
      `CREATE TRIGGER score_changes_insert AFTER INSERT ON catalog_advisory_ecosystems
       REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
       EXECUTE FUNCTION score_changes_of_catalog_advisory_ecosystems()`,
    );
    await runner.query(`INSERT INTO score_changes (key) SELECT 'coverage' WHERE EXISTS (SELECT FROM entity_scores)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE catalog_advisory_ecosystems');
    await runner.query('DROP FUNCTION score_changes_of_catalog_advisory_ecosystems');
  }
}

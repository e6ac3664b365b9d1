import type { MigrationInterface, QueryRunner } from 'typeorm';

/** CVEs that no source has tied to a product yet are found by the words of their summaries. */
export class UnanalyzedCves1700000004522 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { name } of triggers) await runner.query(`DROP TRIGGER ${name} ON catalog_cves`);
    await runner.query('DROP FUNCTION score_changes_of_unanalyzed_cves');
    await runner.query('DROP INDEX catalog_cves_unanalyzed');
  }
}

const triggers = [
  { name: 'unanalyzed_inserted', event: 'INSERT', side: 'NEW' },
  { name: 'unanalyzed_updated', event: 'UPDATE', side: 'NEW' },
  { name: 'analyzed_since', event: 'UPDATE', side: 'OLD' },
  { name: 'unanalyzed_deleted', event: 'DELETE', side: 'OLD' },
];

const statements = [
  `CREATE INDEX catalog_cves_unanalyzed ON catalog_cves USING gin (to_tsvector('simple', coalesce(summary, '')))
   WHERE NOT analyzed AND NOT rejected`,
  // Which entities such a CVE concerns is only known by asking for each of them.
  `CREATE FUNCTION score_changes_of_unanalyzed_cves() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
    SET search_path = public AS $$
  BEGIN
    IF EXISTS (SELECT FROM changed WHERE NOT analyzed AND NOT rejected)
      AND NOT EXISTS (SELECT FROM score_changes WHERE key = 'coverage') THEN
      INSERT INTO score_changes (key) VALUES ('coverage');
    END IF;
    RETURN NULL;
  END $$`,
  ...triggers.map(
    ({ name, event, side }) =>
      `CREATE TRIGGER ${name} AFTER ${event} ON catalog_cves
       REFERENCING ${side} TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION score_changes_of_unanalyzed_cves()`,
  ),
  `INSERT INTO score_changes (key) SELECT 'coverage' WHERE EXISTS (SELECT FROM catalog_cves WHERE NOT analyzed AND NOT rejected)`,
];

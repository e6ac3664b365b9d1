import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the loaded sources can answer for each entity; when they change, every entity is scored again. */
export class EntityCoverage1700000001700 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER score_changes_coverage ON catalog_sources');
    await runner.query('DROP FUNCTION score_changes_of_coverage');
    await runner.query('DROP FUNCTION has_score_changes');
    await runner.query('ALTER TABLE entity_scores DROP COLUMN coverage');
  }
}

const notScored = { status: 'not_examined', cause: 'not_scored', reason: 'its coverage has not been assessed yet' };
const kinds = ['vulnerabilities', 'exploited', 'exploit_probability', 'malicious', 'end_of_life'];
const unknownCoverage = JSON.stringify(Object.fromEntries(kinds.map((kind) => [kind, notScored])));

const statements = [
  `ALTER TABLE entity_scores ADD COLUMN coverage jsonb NOT NULL DEFAULT '${unknownCoverage}'`,
  'ALTER TABLE entity_scores ALTER COLUMN coverage DROP DEFAULT',
  // Tenants may know that scores are being brought up to date, not by what.
  `CREATE FUNCTION has_score_changes() RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path = public AS 'SELECT EXISTS (SELECT FROM score_changes)'`,
  `CREATE FUNCTION score_changes_of_coverage() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
    SET search_path = public AS $$
  BEGIN
    IF TG_OP = 'DELETE' THEN
      IF OLD.covers <> '[]' THEN INSERT INTO score_changes (key) VALUES ('coverage'); END IF;
    ELSIF TG_OP = 'INSERT' THEN
      IF NEW.covers <> '[]' THEN INSERT INTO score_changes (key) VALUES ('coverage'); END IF;
    ELSIF NEW.covers <> OLD.covers OR (NEW.loaded_at IS NULL) <> (OLD.loaded_at IS NULL) THEN
      INSERT INTO score_changes (key) VALUES ('coverage');
    END IF;
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER score_changes_coverage AFTER INSERT OR UPDATE OR DELETE ON catalog_sources
    FOR EACH ROW EXECUTE FUNCTION score_changes_of_coverage()`,
];

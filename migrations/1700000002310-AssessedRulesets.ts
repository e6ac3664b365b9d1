import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The version of the ruleset that each entry, and all entries of an SBOM, were assessed by; null: none, or several. */
export class AssessedRulesets1700000002310 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE component_scores ADD COLUMN ruleset_id uuid, ADD COLUMN ruleset_version int');
    await runner.query(
      'ALTER TABLE sboms ADD COLUMN assessed_ruleset_id uuid, ADD COLUMN assessed_ruleset_version int',
    );
    // Only where nothing is left to do: whatever still waits for a changed ruleset is assessed again.
    await runner.query(`
      UPDATE sboms b SET assessed_ruleset_id = r.id, assessed_ruleset_version = r.version
      FROM sboms same CROSS JOIN LATERAL (
        SELECT r.id, r.version FROM rulesets r
        WHERE r.org_id = same.org_id AND r.deleted_at IS NULL AND (r.id = same.ruleset_id OR r.is_default)
        ORDER BY r.id = same.ruleset_id DESC NULLS LAST LIMIT 1) r
      WHERE same.id = b.id
        AND NOT EXISTS (SELECT FROM component_scores s WHERE s.sbom_id = b.id AND s.stamp = '')
        AND NOT EXISTS (SELECT FROM job_runs j
          WHERE j.name = 'ruleset.changed' AND j.org_id = b.org_id AND j.finished_at IS NULL)`);
    await runner.query(`
      UPDATE component_scores s SET ruleset_id = b.assessed_ruleset_id, ruleset_version = b.assessed_ruleset_version
      FROM sboms b WHERE b.id = s.sbom_id AND b.assessed_ruleset_id IS NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sboms DROP COLUMN assessed_ruleset_version, DROP COLUMN assessed_ruleset_id');
    await runner.query('ALTER TABLE component_scores DROP COLUMN ruleset_version, DROP COLUMN ruleset_id');
  }
}

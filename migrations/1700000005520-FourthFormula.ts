import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What is stored was assessed by formulas before the fourth, which reads names and exceptions of licences otherwise. Every entry
 * is outdated and assessed by no ruleset, so that verdicts are pending until their SBOM is scored again.
 */
export class FourthFormula1700000005520 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`UPDATE component_scores SET stamp = '', ruleset_id = NULL, ruleset_version = NULL
      WHERE stamp <> '' OR ruleset_id IS NOT NULL`);
    await runner.query(
      'UPDATE sboms SET assessed_ruleset_id = NULL, assessed_ruleset_version = NULL WHERE assessed_ruleset_id IS NOT NULL',
    );
    // Scores what no ruleset has assessed in the whole organization, also what nobody monitors or identified.
    await runner.query(`
      INSERT INTO job_runs (id, name, queue, org_id, subject_kind, subject_id, payload, max_attempts)
      SELECT gen_random_uuid(), 'ruleset.changed', 'background', r.org_id, 'ruleset', r.id,
        jsonb_build_object('ruleset_id', r.id), 5
      FROM (SELECT DISTINCT ON (org_id) org_id, id FROM rulesets WHERE deleted_at IS NULL
        ORDER BY org_id, is_default DESC) r
      WHERE EXISTS (SELECT FROM sboms b JOIN component_scores s ON s.sbom_id = b.id
        WHERE b.org_id = r.org_id AND b.deleted_at IS NULL)`);
  }

  async down(): Promise<void> {
    // Entries that are outdated are scored by the former release as well.
  }
}

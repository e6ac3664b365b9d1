import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Indexes by which the nightly job finds what was deleted, and what hangs on it. A review decision outlives the SBOMs that
 * it was made in, and remembers whose they were.
 */
export class Erasure1700000005550 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX sboms_deleted ON sboms (deleted_at) WHERE deleted_at IS NOT NULL;
      CREATE INDEX projects_deleted ON projects (deleted_at) WHERE deleted_at IS NOT NULL;
      CREATE INDEX components_removed_at ON components (deleted_at) WHERE deleted_at IS NOT NULL;
      CREATE INDEX review_decision_entries_by_sbom ON review_decision_entries (sbom_id);
      CREATE INDEX review_decisions_by_sbom ON review_decisions (sbom_id) WHERE sbom_id IS NOT NULL;
      CREATE INDEX alarm_issues_by_sbom ON alarm_issues (sbom_id);
      CREATE INDEX analyses_by_time ON analyses (created_at);
      ALTER TABLE review_decisions ADD COLUMN team_id uuid;
      ALTER TABLE sbom_documents ADD COLUMN written_at timestamptz;
      ALTER TABLE sbom_documents ALTER COLUMN written_at SET DEFAULT now()`);
    await runner.query(`
      UPDATE review_decisions d SET team_id = one.team_id FROM (
        SELECT e.decision_id, min(s.team_id::text)::uuid AS team_id
        FROM review_decision_entries e JOIN sboms s ON s.id = e.sbom_id
        GROUP BY e.decision_id HAVING count(DISTINCT s.team_id) = 1) one
      WHERE one.decision_id = d.id`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE review_decisions DROP COLUMN team_id;
      ALTER TABLE sbom_documents DROP COLUMN written_at;
      DROP INDEX sboms_deleted, projects_deleted, components_removed_at, review_decision_entries_by_sbom,
        review_decisions_by_sbom, alarm_issues_by_sbom, analyses_by_time`);
  }
}

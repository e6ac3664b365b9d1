import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When an SBOM was last assessed. */
export class SbomVerdicts1700000002201 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sboms ADD COLUMN judged_at timestamptz');
    await runner.query(
      `UPDATE sboms SET judged_at = scored.at
       FROM (SELECT sbom_id, max(scored_at) AS at FROM component_scores GROUP BY sbom_id) AS scored
       WHERE sboms.id = scored.sbom_id`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sboms DROP COLUMN judged_at');
  }
}

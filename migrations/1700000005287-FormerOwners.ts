import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Supplier and team of an SBOM at each point of its history; those of earlier points are not known, so today's stand. */
export class FormerOwners1700000005287 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sbom_score_history ADD COLUMN supplier text, ADD COLUMN team_id uuid');
    await runner.query(
      `UPDATE sbom_score_history h SET supplier = b.supplier, team_id = b.team_id FROM sboms b WHERE b.id = h.sbom_id`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sbom_score_history DROP COLUMN supplier, DROP COLUMN team_id');
  }
}

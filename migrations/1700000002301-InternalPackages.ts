import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Scores of internal components rested on the public packages of their names: they are outdated. */
export class InternalPackages1700000002301 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `UPDATE component_scores s SET stamp = '' FROM components c
       WHERE c.id = s.component_id AND c.internal AND c.selected_purl IS NOT NULL`,
    );
  }

  async down(): Promise<void> {
    // The scores are made again either way.
  }
}

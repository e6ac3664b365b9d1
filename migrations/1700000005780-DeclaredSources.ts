import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * From this release on packages of distributions are compared with advisories by the release, epoch and source package of
 * their declared purl, builds of Bitnami by the version that they are of, and signed kernels by the kernel. What is
 * stored may look safe, so these entries are scored again, and every entity is assessed again ("coverage").
 */
export class DeclaredSources1700000005780 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const ofDistributions = `c.deleted_at IS NULL AND c.selected_purl ~ '^pkg:(deb|rpm|apk)/'`;
    await runner.query(
      `UPDATE component_scores s SET stamp = '' FROM components c WHERE c.id = s.component_id AND ${ofDistributions}`,
    );
    await runner.query(
      `INSERT INTO score_changes (key) SELECT DISTINCT 'sbom ' || c.sbom_id FROM components c WHERE ${ofDistributions}`,
    );
    await runner.query(`INSERT INTO score_changes (key) SELECT 'coverage' WHERE EXISTS (SELECT FROM entity_scores)`);
  }

  async down(): Promise<void> {
    // The former release scores again what it scored otherwise.
  }
}

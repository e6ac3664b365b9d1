import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Packages of Swift are known in any case, and packages of RPM by their release and the stream of their module: what was
 * stored is assessed again, and Red Hat's documents are read again, which name the streams.
 */
export class NamesOfAdvisories1700000005820 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const isCased = (column: string): string => `${column} LIKE 'pkg:swift/%' AND ${column} <> lower(${column})`;
    await runner.query(
      `INSERT INTO catalog_advisory_packages (package_key, advisory_id) SELECT lower(package_key), advisory_id
       FROM catalog_advisory_packages WHERE ${isCased('package_key')} ON CONFLICT DO NOTHING`,
    );
    await runner.query(`DELETE FROM catalog_advisory_packages WHERE ${isCased('package_key')}`);
    // Also an update of no rows would be a change of the catalogue, and a new database is empty.
    const [cased] = (await runner.query(
      `SELECT EXISTS (SELECT FROM catalog_packages p WHERE ${isCased('p.key')}) AS exist`,
    )) as [{ exist: boolean }];
    // Of packages that differ in case only, one has the key.
    if (cased.exist)
      await runner.query(
        `UPDATE catalog_packages p SET key = lower(p.key) WHERE ${isCased('p.key')} AND p.id = (
           SELECT min(same.id) FROM catalog_packages same WHERE lower(same.key) = lower(p.key) AND ${isCased('same.key')})
         AND NOT EXISTS (SELECT FROM catalog_packages other WHERE other.key = lower(p.key))`,
      );
    await runner.query(`DELETE FROM catalog_lookups WHERE ${isCased('key')}`);
    await runner.query(`UPDATE catalog_sources SET validators = '{}' WHERE name = 'csaf-red-hat'`);
    await runner.query(`INSERT INTO score_changes (key) SELECT 'coverage' WHERE EXISTS (SELECT FROM entity_scores)`);
  }

  /** The former release knows them in one case only. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`UPDATE catalog_sources SET validators = '{}' WHERE name = 'osv-swift'`);
  }
}

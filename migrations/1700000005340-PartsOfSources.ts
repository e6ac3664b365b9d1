import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What analyses of a project read besides the manifests of its source. */
export class PartsOfSources1700000005340 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const column of ['merge_sboms', 'fetch_submodules', 'fetch_lfs'])
      await runner.query(`ALTER TABLE projects ADD COLUMN ${column} boolean NOT NULL DEFAULT false`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const column of ['merge_sboms', 'fetch_submodules', 'fetch_lfs'])
      await runner.query(`ALTER TABLE projects DROP COLUMN ${column}`);
  }
}

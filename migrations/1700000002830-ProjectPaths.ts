import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which paths of its source a project reads, and those that an analysis has read. */
export class ProjectPaths1700000002830 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const column of ['include_paths', 'exclude_paths'])
      await runner.query(`ALTER TABLE projects ADD COLUMN ${column} text[] NOT NULL DEFAULT '{}'`);
    await runner.query(`ALTER TABLE analyses ADD COLUMN paths jsonb NOT NULL DEFAULT '{}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE analyses DROP COLUMN paths');
    for (const column of ['include_paths', 'exclude_paths'])
      await runner.query(`ALTER TABLE projects DROP COLUMN ${column}`);
  }
}

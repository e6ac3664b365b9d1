import type { MigrationInterface, QueryRunner } from 'typeorm';

/** SBOMs of other branches than a project's own, and the time at which an analysis failed. */
export class BranchSboms1700000002820 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sboms ADD COLUMN branch_project_id uuid');
    await runner.query('ALTER TABLE sboms ADD COLUMN branch text');
    await runner.query(
      `CREATE UNIQUE INDEX sboms_by_branch ON sboms (branch_project_id, branch) WHERE branch_project_id IS NOT NULL`,
    );
    await runner.query('ALTER TABLE analyses ADD COLUMN failed_at timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE analyses DROP COLUMN failed_at');
    await runner.query('DROP INDEX sboms_by_branch');
    await runner.query('ALTER TABLE sboms DROP COLUMN branch');
    await runner.query('ALTER TABLE sboms DROP COLUMN branch_project_id');
  }
}

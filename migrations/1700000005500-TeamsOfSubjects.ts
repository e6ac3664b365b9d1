import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The present team of what a job works on; null for other things, and for deleted ones unless they are asked for. */
export class TeamsOfSubjects1700000005500 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION team_of_subject(kind text, subject uuid, with_deleted boolean) RETURNS uuid LANGUAGE sql STABLE AS $$
        SELECT CASE kind
          WHEN 'sbom' THEN (SELECT team_id FROM sboms WHERE id = subject AND (with_deleted OR deleted_at IS NULL))
          WHEN 'project' THEN (SELECT team_id FROM projects WHERE id = subject AND (with_deleted OR deleted_at IS NULL))
        END $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION team_of_subject');
  }
}

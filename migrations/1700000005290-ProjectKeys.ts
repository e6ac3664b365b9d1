import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keys and trust rules that are bound to one project (docs/adr/0039-project-keys.md). */
export class ProjectKeys1700000005290 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE api_keys ADD project_id uuid;
      ALTER TABLE trust_rules ADD project_id uuid;
      ALTER TABLE sboms ADD key_project_id uuid;
      CREATE INDEX sboms_by_key_project ON sboms (key_project_id) WHERE key_project_id IS NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE sboms DROP key_project_id;
      ALTER TABLE trust_rules DROP project_id;
      ALTER TABLE api_keys DROP project_id`);
  }
}

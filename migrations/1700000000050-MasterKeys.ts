import type { MigrationInterface, QueryRunner } from 'typeorm';

export class MasterKeys1700000000050 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE master_keys (
        check_value text CONSTRAINT master_keys_pkey PRIMARY KEY,
        created_at timestamptz NOT NULL DEFAULT now()
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE master_keys');
  }
}

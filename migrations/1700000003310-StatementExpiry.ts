import type { MigrationInterface, QueryRunner } from 'typeorm';

/** VEX statements with the standard words of their reason and response, their origin, and an end. */
export class StatementExpiry1700000003310 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE vulnerability_statements ADD COLUMN label text, ADD COLUMN response text,
        ADD COLUMN expires_at timestamptz, ADD COLUMN source text NOT NULL DEFAULT 'person';
      ALTER TABLE component_statements ADD COLUMN label text, ADD COLUMN response text, ADD COLUMN expires_at timestamptz;
      CREATE INDEX component_statements_to_expire ON component_statements (expires_at)
        WHERE expires_at IS NOT NULL AND status <> 'expired'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE component_statements DROP COLUMN label, DROP COLUMN response, DROP COLUMN expires_at;
      ALTER TABLE vulnerability_statements DROP COLUMN label, DROP COLUMN response, DROP COLUMN expires_at,
        DROP COLUMN source`);
  }
}

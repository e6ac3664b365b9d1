import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The role that tenants' work runs as. Roles belong to the whole server, so another database may have made it. */
export class TenantRole1700000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE EXTENSION IF NOT EXISTS pg_trgm');
    await runner.query(`
      DO $$ BEGIN
        CREATE ROLE stocktake_tenant NOLOGIN NOBYPASSRLS;
      EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
      END $$`);
    await runner.query('GRANT stocktake_tenant TO CURRENT_USER');
    await runner.query('GRANT USAGE ON SCHEMA public TO stocktake_tenant');
  }

  async down(): Promise<void> {
    // The role may serve other databases of the same server; it owns nothing and can log in nowhere.
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The role that tenants' work runs as. Roles belong to the whole server, so another database may have made it. */
export class TenantRole1700000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE EXTENSION IF NOT EXISTS pg_trgm');
    await runner.query(`
      DO $$ BEGIN
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'stocktake_tenant') THEN
          CREATE ROLE stocktake_tenant NOLOGIN NOBYPASSRLS;
        END IF;
      EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
      END $$`);
    // A user without CREATEROLE may be a member already, and may not make itself one.
    await runner.query(`
      DO $$ BEGIN
        IF NOT pg_has_role(current_user, 'stocktake_tenant', 'SET') OR
           (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
          GRANT stocktake_tenant TO CURRENT_USER;
        END IF;
      END $$`);
    await runner.query('GRANT USAGE ON SCHEMA public TO stocktake_tenant');
  }

  async down(): Promise<void> {
    // The role may serve other databases of the same server; it owns nothing and can log in nowhere.
  }
}

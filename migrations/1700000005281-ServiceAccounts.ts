import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Accounts of organizations that are no persons (docs/adr/0035-people.md). */
export class ServiceAccounts1700000005281 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE users
        ADD service_org_id uuid CONSTRAINT users_service_org_id_fkey REFERENCES organizations (id),
        ADD service_name text,
        ADD CONSTRAINT users_service_check CHECK (
          service_org_id IS NULL
          OR service_name IS NOT NULL AND password_hash IS NULL AND issuer IS NULL AND NOT sys_admin AND email = '');
      CREATE UNIQUE INDEX users_service_name_key ON users (service_org_id, lower(service_name))
        WHERE service_org_id IS NOT NULL AND deleted_at IS NULL;
      GRANT SELECT (service_org_id) ON users TO stocktake_tenant`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users DROP CONSTRAINT users_service_check, DROP service_org_id, DROP service_name');
  }
}

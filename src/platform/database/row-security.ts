import type { QueryRunner } from 'typeorm';
import { tenantRole } from './transactions.js';

/**
 * Second wall of tenancy, for migrations: only rows of the caller's organizations are visible or writable to the
 * tenant role. The sub-select makes PostgreSQL read the setting once a statement, not once a row.
 */
export async function protectTable(runner: QueryRunner, table: string, column = 'org_id'): Promise<void> {
  const visible = `${column} = ANY ((SELECT current_setting('stocktake.organizations', true)::uuid[])::uuid[])`;
  await runner.query(`ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`);
  await runner.query(`CREATE POLICY tenant ON ${table} TO ${tenantRole} USING (${visible}) WITH CHECK (${visible})`);
  await runner.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ${table} TO ${tenantRole}`);
}

/** For tables without tenant data (the catalogue): the tenant role may read, nothing more. */
export async function shareTable(runner: QueryRunner, table: string): Promise<void> {
  await runner.query(`GRANT SELECT ON ${table} TO ${tenantRole}`);
}

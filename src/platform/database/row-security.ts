import type { QueryRunner } from 'typeorm';
import { tenantRole } from './transactions.js';

/**
 * SQL condition of a policy. The sub-select makes PostgreSQL read the setting once a statement, not once a row. Queries
 * name their organizations too: a plain condition would count twice in estimates, one within CASE hardly counts.
 */
export const isOwnRow = (column: string): string =>
  `CASE WHEN ${column} = ANY ((SELECT current_setting('stocktake.organizations', true)::uuid[])::uuid[])
     THEN true ELSE false END`;

/**
 * Second wall of tenancy, for migrations: only rows of the caller's organizations are visible or writable to the
 * tenant role.
 */
export async function protectTable(runner: QueryRunner, table: string, column = 'org_id'): Promise<void> {
  const visible = isOwnRow(column);
  await runner.query(`ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`);
  await runner.query(`CREATE POLICY tenant ON ${table} TO ${tenantRole} USING (${visible}) WITH CHECK (${visible})`);
  await runner.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ${table} TO ${tenantRole}`);
}

/** For tables without tenant data (the catalogue): the tenant role may read, nothing more. */
export async function shareTable(runner: QueryRunner, table: string): Promise<void> {
  await runner.query(`GRANT SELECT ON ${table} TO ${tenantRole}`);
}

import { isId } from '../identifiers/uuid.js';
import { runBeforeCommit } from './before-commit.js';
import { isUnanswered, isWorthRepeating } from './database-errors.js';
import type { Sql, Tenancy } from './sql.js';

/** The role that tenants' work runs as: owns nothing, bypasses no row-level security. Made by the first migration. */
export const tenantRole = 'stocktake_tenant';

const maxAttempts = 4;

const afterCommits = new WeakMap<Sql, (() => void)[]>();

/** Runs once the transaction of `sql` is committed, before the connection is used again; never if it is rolled back. */
export function afterCommit(sql: Sql, run: () => void): void {
  afterCommits.set(sql, [...(afterCommits.get(sql) ?? []), run]);
}

/**
 * Runs the work in one transaction; it is tried again after serialization failures, deadlocks, and where others were first
 * with a key or with a deletion, so it may run twice.
 */
export async function runWithRetry<T>(connection: Sql, tenancy: Tenancy, work: (sql: Sql) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runInTransaction(connection, tenancy, work);
    } catch (error) {
      if (!isWorthRepeating(error) || attempt === maxAttempts) throw error;
    }
  }
}

export async function runInTransaction<T>(
  connection: Sql,
  tenancy: Tenancy,
  work: (sql: Sql) => Promise<T>,
  isolation: 'READ COMMITTED' | 'REPEATABLE READ' = 'READ COMMITTED',
): Promise<T> {
  try {
    await connection.run(
      `BEGIN ISOLATION LEVEL ${isolation}${connection.isPooled ? setLimits : ''}${tenancy === 'system' ? '' : setTenant(tenancy)}`,
    );
    const result = await work(connection);
    const finish = await runBeforeCommit(connection);
    await connection.run('COMMIT');
    finish();
    afterCommits.get(connection)?.forEach((run) => run());
    return result;
  } catch (error) {
    if (!isUnanswered(error)) await connection.run('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    afterCommits.delete(connection);
  }
}

/** As connections without a pooler have them from their start (`data-source.ts`). */
const setLimits = `; SELECT set_config('lock_timeout', '10s', true),
  set_config('idle_in_transaction_session_timeout', '120s', true), set_config('statement_timeout', '120s', true)`;

/** Sent with BEGIN in one round trip: a text without parameters, so it holds identifiers only. */
function setTenant({ organizations }: Exclude<Tenancy, 'system'>): string {
  if (!organizations.every(isId)) throw new Error('An organization is known by its identifier');
  return `; SELECT set_config('role', '${tenantRole}', true),
    set_config('stocktake.organizations', '{${organizations.join(',')}}', true)`;
}

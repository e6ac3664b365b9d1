import { AsyncLocalStorage } from 'node:async_hooks';
import type { Sql } from './sql.js';

/**
 * Runs at the end of a transaction that has written something, with the rights of the service. What it returns runs
 * after the commit.
 */
export type BeforeCommit = (sql: Sql) => Promise<() => void>;

const current = new AsyncLocalStorage<readonly BeforeCommit[]>();

/**
 * Every transaction that the work commits ends with `beforeCommit`, after those that are set already; if one fails, the
 * transaction is rolled back.
 */
export const withBeforeCommit = <T>(beforeCommit: BeforeCommit, work: () => T): T =>
  current.run([...(current.getStore() ?? []), beforeCommit], work);

const nothing = (): void => undefined;

export async function runBeforeCommit(sql: Sql): Promise<() => void> {
  const all = current.getStore() ?? [];
  if (all.length === 0) return nothing;
  // A transaction has an id once it has written or locked a row.
  const state = await sql.one<{ has_written: boolean }>(
    `SELECT pg_current_xact_id_if_assigned() IS NOT NULL AS has_written, set_config('role', 'none', true)`,
  );
  if (!state?.has_written) return nothing;
  const after: (() => void)[] = [];
  for (const beforeCommit of all) after.push(await beforeCommit(sql));
  return () => after.forEach((run) => run());
}

import type pg from 'pg';

/**
 * Listens to every connection that the pool opens, for as long as it lives. The pool stops listening when it hands one
 * over: where the server ends it in the packet that says that it is ready, and between two statements of a transaction,
 * nobody hears the error, which ends the process. The next statement fails as well, and that error is reported.
 */
export function hearNewConnections(pool: Pick<pg.Pool, 'on'>): void {
  pool.on('connect', (client) => client.on('error', () => undefined));
}

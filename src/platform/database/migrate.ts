import type { PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import { advisoryLocks } from './advisory-locks.js';
import { asDatabaseError } from './database-errors.js';

/**
 * Brings the database to this release's schema, once, however many instances start at the same time.
 *
 * @param before runs under the lock ahead of our own migrations (the queue's tables have migrations of their own)
 * @returns names of the migrations that ran
 */
export async function migrate(
  dataSource: DataSource,
  before: (client: PoolClient) => Promise<void> = () => Promise.resolve(),
): Promise<string[]> {
  const runner = dataSource.createQueryRunner();
  try {
    const client = (await runner.connect()) as PoolClient;
    await runner.query('SELECT pg_advisory_lock($1)', [advisoryLocks.migration]);
    try {
      await before(client);
      const done = await dataSource.runMigrations({ transaction: 'each' });
      return done.map((migration) => migration.name);
    } finally {
      await runner.query('SELECT pg_advisory_unlock($1)', [advisoryLocks.migration]);
    }
  } catch (error) {
    throw asDatabaseError(error);
  } finally {
    await runner.release();
  }
}

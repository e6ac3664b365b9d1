import type { Sql } from '../database/sql.js';

/** Check values of the master keys that this database's secrets were ever encrypted with. */
export const knownChecks = async (sql: Sql): Promise<string[]> =>
  (await sql.query<{ check_value: string }>('SELECT check_value FROM master_keys')).map((row) => row.check_value);

export const rememberChecks = (sql: Sql, checks: readonly string[]): Promise<number> =>
  sql.run('INSERT INTO master_keys (check_value) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING', [checks]);

/** One process at a time decides which key is the right one. */
export const lockMasterKeys = (sql: Sql): Promise<unknown> => sql.query('LOCK TABLE master_keys IN EXCLUSIVE MODE');

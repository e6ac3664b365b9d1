import type { Sql } from '../database/sql.js';

/** Check values of the master keys that this database's secrets were ever encrypted with. */
export const findKeyChecks = async (sql: Sql): Promise<string[]> =>
  (await sql.query<{ check_value: string }>('SELECT check_value FROM master_keys')).map((row) => row.check_value);

export const insertKeyChecks = (sql: Sql, checks: readonly string[]): Promise<number> =>
  sql.run('INSERT INTO master_keys (check_value) SELECT unnest($checks::text[]) ON CONFLICT DO NOTHING', { checks });

/** One process at a time decides which key is the right one. */
export const lockMasterKeys = (sql: Sql): Promise<unknown> => sql.query('LOCK TABLE master_keys IN EXCLUSIVE MODE');

export const deleteOtherKeyChecks = (sql: Sql, check: string): Promise<number> =>
  sql.run('DELETE FROM master_keys WHERE check_value <> $check', { check });

/** A column of values that `Vault.seal` made. Names are the code's own, never a caller's. */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
}

/** The key's id stands behind the version byte (sealing.ts). */
const isUnderOtherKey = ({ column }: SealedColumn): string => `substring(${column} FROM 2 FOR 8) <> $keyId`;

export async function countUnderOtherKeys(sql: Sql, place: SealedColumn, keyId: Buffer): Promise<number> {
  const row = await sql.one<{ count: number }>(
    `SELECT count(*)::int AS count FROM ${place.table} WHERE ${isUnderOtherKey(place)}`,
    { keyId },
  );
  return row?.count ?? 0;
}

/** Puts some values under another key; each stays where it is. @returns how many there were */
export async function resealBatch(
  sql: Sql,
  place: SealedColumn,
  keyId: Buffer,
  reseal: (sealed: Buffer) => Buffer,
): Promise<number> {
  const { table, column } = place;
  const rows = await sql.query<{ at: string; sealed: Buffer }>(
    `SELECT ctid::text AS at, ${column} AS sealed FROM ${table} WHERE ${isUnderOtherKey(place)} LIMIT 100 FOR UPDATE`,
    { keyId },
  );
  await sql.run(
    `UPDATE ${table} t SET ${column} = moved.sealed FROM unnest($rows::tid[], $sealed::bytea[]) AS moved (at, sealed)
     WHERE t.ctid = moved.at`,
    { rows: rows.map(({ at }) => at), sealed: rows.map(({ sealed }) => reseal(sealed)) },
  );
  return rows.length;
}

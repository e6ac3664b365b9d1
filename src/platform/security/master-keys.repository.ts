import type { Sql } from '../database/sql.js';

export type MasterKeyState = 'announced' | 'current' | 'former';

export interface KnownMasterKey {
  readonly check_value: string;
  readonly key_id: Buffer | null;
  readonly state: MasterKeyState;
}

export const findMasterKeys = (sql: Sql): Promise<KnownMasterKey[]> =>
  sql.query('SELECT check_value, key_id, state FROM master_keys');

/** Adds keys that the database does not know; of known ones only a missing id is filled in. */
export const recordMasterKeys = (sql: Sql, keys: readonly KnownMasterKey[]): Promise<number> =>
  sql.run(
    `INSERT INTO master_keys AS k (check_value, key_id, state)
     SELECT * FROM unnest($checks::text[], $ids::bytea[], $states::text[])
     ON CONFLICT (check_value) DO UPDATE SET key_id = excluded.key_id WHERE k.key_id IS NULL`,
    {
      checks: keys.map(({ check_value }) => check_value),
      ids: keys.map(({ key_id }) => key_id),
      states: keys.map(({ state }) => state),
    },
  );

export const makeCurrent = (sql: Sql, check: string): Promise<number> =>
  sql.run(
    `UPDATE master_keys SET state = CASE WHEN check_value = $check THEN 'current' ELSE 'former' END
     WHERE check_value = $check OR state = 'current'`,
    { check },
  );

/** One process at a time decides which key is the right one. */
export const lockMasterKeys = (sql: Sql): Promise<unknown> => sql.query('LOCK TABLE master_keys IN EXCLUSIVE MODE');

export const deleteOtherKeys = (sql: Sql, checks: readonly string[]): Promise<number> =>
  sql.run('DELETE FROM master_keys WHERE check_value <> ALL ($checks::text[])', { checks });

export const findCurrentKeyId = async (sql: Sql): Promise<Buffer | null> =>
  (await sql.one<{ key_id: Buffer | null }>(`SELECT key_id FROM master_keys WHERE state = 'current'`))?.key_id ?? null;

export interface MasterKeyHolding {
  readonly id: string;
  readonly process: string;
  readonly keyIds: readonly Buffer[];
  readonly sealingId: Buffer;
  readonly leaseSeconds: number;
}

/** Says for the length of the lease that this process runs, holds these keys, and encrypts with that one. */
export const holdMasterKeys = (sql: Sql, holding: MasterKeyHolding): Promise<number> =>
  sql.run(
    `INSERT INTO master_key_holders (id, process, key_ids, sealing_id, lease_until)
     VALUES ($id, $process, $keyIds::bytea[], $sealingId, now() + make_interval(secs => $leaseSeconds))
     ON CONFLICT (id) DO UPDATE SET key_ids = excluded.key_ids, sealing_id = excluded.sealing_id,
       lease_until = excluded.lease_until`,
    { ...holding },
  );

/** The process ends, and with it those whose lease is long over. */
export const releaseMasterKeys = (sql: Sql, id: string): Promise<number> =>
  sql.run(`DELETE FROM master_key_holders WHERE id = $id OR lease_until < now() - interval '1 day'`, { id });

/** Running processes that do not hold the key, or encrypt with another one. */
export const findProcessesWithout = async (sql: Sql, keyId: Buffer, use: 'open' | 'seal'): Promise<string[]> =>
  (
    await sql.query<{ process: string }>(
      `SELECT process FROM master_key_holders
       WHERE lease_until > now() AND ($keyId <> ALL (key_ids) OR ($seals AND sealing_id <> $keyId)) ORDER BY process`,
      { keyId, seals: use === 'seal' },
    )
  ).map(({ process }) => process);

/** A column of values that `Vault.seal` made. Names are the code's own, never a caller's. */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** What is left of a value whose key is lost: no row, no value, or an empty one in a row that is switched off. */
  readonly discard: string;
}

/** The key's id stands behind the version byte (sealing.ts). */
const keyIdOf = ({ column }: SealedColumn): string => `nullif(substring(${column} FROM 2 FOR 8), '')`;

/** Values under other keys than these. */
export async function countUnderOtherKeys(sql: Sql, place: SealedColumn, keyIds: readonly Buffer[]): Promise<number> {
  const row = await sql.one<{ count: number }>(
    `SELECT count(*)::int AS count FROM ${place.table} WHERE ${keyIdOf(place)} <> ALL ($keyIds::bytea[])`,
    { keyIds },
  );
  return row?.count ?? 0;
}

/** Gives up the values under other keys than these. @returns how many there were */
export const discardUnderOtherKeys = (sql: Sql, place: SealedColumn, keyIds: readonly Buffer[]): Promise<number> =>
  sql.run(`${place.discard} WHERE ${keyIdOf(place)} <> ALL ($keyIds::bytea[])`, { keyIds });

/** Puts some values under another key; each stays where it is. @returns how many there were */
export async function resealBatch(
  sql: Sql,
  place: SealedColumn,
  keyId: Buffer,
  reseal: (sealed: Buffer) => Buffer,
): Promise<number> {
  const { table, column } = place;
  const rows = await sql.query<{ at: string; sealed: Buffer }>(
    `SELECT ctid::text AS at, ${column} AS sealed FROM ${table} WHERE ${keyIdOf(place)} <> $keyId LIMIT 100 FOR UPDATE`,
    { keyId },
  );
  await sql.run(
    `UPDATE ${table} t SET ${column} = moved.sealed FROM unnest($rows::tid[], $sealed::bytea[]) AS moved (at, sealed)
     WHERE t.ctid = moved.at`,
    { rows: rows.map(({ at }) => at), sealed: rows.map(({ sealed }) => reseal(sealed)) },
  );
  return rows.length;
}

import type { BlobColumn, RetentionRule } from '../platform/retention/retention-registry.js';
import type { Sql } from '../platform/database/sql.js';

const batch = 5_000;

/**
 * Deletes one batch of expired rows.
 *
 * @returns rows deleted; less than a batch if there are no more
 */
export async function deleteExpired(sql: Sql, { table, expired, days }: RetentionRule): Promise<number> {
  // Append-only tables allow deletion only with this setting.
  await sql.query(`SELECT set_config('stocktake.retention', 'on', true)`);
  return sql.run(
    `WITH moment AS MATERIALIZED (SELECT now() - make_interval(days => $days) AS at)
     DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
       SELECT t.ctid FROM ${table} t, moment WHERE ${expired.replaceAll('$before', 'moment.at')}
       LIMIT ${batch} FOR UPDATE OF t SKIP LOCKED))`,
    { days },
  );
}

export const isWholeBatch = (deleted: number): boolean => deleted === batch;

/** Names that none of the columns contains. */
export async function findUnreferencedBlobs(
  sql: Sql,
  columns: readonly BlobColumn[],
  names: readonly string[],
): Promise<string[]> {
  const stands = columns.map(({ table, column }) => `EXISTS (SELECT FROM ${table} WHERE ${column} = blob.name)`);
  const rows = await sql.query<{ name: string }>(
    `SELECT name FROM unnest($names::text[]) AS blob (name) WHERE NOT (${stands.join(' OR ')})`,
    { names },
  );
  return rows.map(({ name }) => name);
}

/** Until the next 02:30 UTC, by the database's clock. */
export async function secondsToNextNight(sql: Sql): Promise<number> {
  const row = await sql.one<{ seconds: number }>(
    `SELECT extract(epoch FROM date_trunc('day', now() - at.night, 'UTC') + interval '1 day' + at.night - now())::float8
       AS seconds
     FROM (SELECT interval '2 hours 30 minutes' AS night) at`,
  );
  return row?.seconds ?? 0;
}

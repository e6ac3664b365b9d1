import type { BlobColumn, RetentionRule } from '../platform/retention/retention-registry.js';
import type { Sql } from '../platform/database/sql.js';

const batch = 5_000;

/** Their rows locked, so that an analysis does not bring one back meanwhile. */
const ownersAtOnce = 100;

/**
 * Deletes one batch of expired rows.
 *
 * @returns rows deleted
 */
export async function deleteExpired(sql: Sql, rule: RetentionRule): Promise<number> {
  // Append-only tables allow deletion only with this setting.
  await sql.query(`SELECT set_config('stocktake.retention', 'on', true)`);
  // Of few owners the planner expects to find rows soon by reading the table, and reads all of it for one without rows.
  if (rule.of || rule.isOwner) await sql.query(`SELECT set_config('enable_seqscan', 'off', true)`);
  return sql.run(
    `WITH moment AS MATERIALIZED (SELECT now() - make_interval(days => $days) AS at)${expiredRows(rule).replaceAll('$before', 'moment.at')}`,
    { days: rule.days },
  );
}

function expiredRows({ table, expired, of }: RetentionRule): string {
  if (!of)
    return `
     DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
       SELECT t.ctid FROM ${table} t, moment WHERE ${expired} LIMIT ${batch} FOR UPDATE OF t SKIP LOCKED))`;
  const owned = `${table} t WHERE ${of.column} = o.id AND ${of.indexed ?? 'true'} AND ${expired}`;
  // By the index for each owner: however large the table is, and wherever their rows are in it.
  return `, owners AS MATERIALIZED (
       SELECT o.id FROM ${of.table} o, moment WHERE ${of.expired} AND EXISTS (SELECT FROM ${owned} OFFSET 0)
       LIMIT ${ownersAtOnce} FOR UPDATE OF o SKIP LOCKED)
     DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
       SELECT found.ctid FROM moment, owners o CROSS JOIN LATERAL (SELECT t.ctid FROM ${owned} LIMIT ${batch}) found
       LIMIT ${batch}))`;
}

/** Of owned rows a batch may be small because of the number of owners. */
export const mayHaveMore = ({ of }: RetentionRule, deleted: number): boolean => (of ? deleted > 0 : deleted === batch);

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

import type { SqlParameters } from './named-parameters.js';
import type { Sql } from './sql.js';

/** The parts of a list's statement, as SQL. */
export interface ListSource {
  readonly columns: string;
  /** What follows FROM, with the condition. */
  readonly from: string;
  readonly order: string;
}

/** One page of a list, and how many rows the whole list has. */
export async function pageOf<Row extends object>(
  sql: Sql,
  { columns, from, order }: ListSource,
  parameters: SqlParameters,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<{ rows: Row[]; total: number }> {
  const rows = await sql.query<Row>(`SELECT ${columns} FROM ${from} ORDER BY ${order} OFFSET $offset LIMIT $limit`, {
    ...parameters,
    offset,
    limit,
  });
  return { rows, total: await countOf(sql, from, parameters) };
}

/** @param from what follows FROM, with the condition */
export async function countOf(sql: Sql, from: string, parameters: SqlParameters): Promise<number> {
  const counted = await sql.one<{ total: number }>(`SELECT count(*)::int AS total FROM ${from}`, parameters);
  return counted?.total ?? 0;
}

import type { Sql } from '../../src/platform/database/sql.js';

/** To make an index once of all rows takes a fraction of the time that it takes row by row. */
export async function withoutIndexes(sql: Sql, tables: readonly string[], work: () => Promise<void>): Promise<void> {
  const indexes = await sql.query<{ name: string; definition: string }>(
    `SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS definition FROM pg_index i
     WHERE i.indrelid = ANY ($tables::text[]::regclass[]) AND NOT i.indisprimary`,
    { tables },
  );
  for (const { name } of indexes) await sql.run(`DROP INDEX ${name}`);
  try {
    await work();
  } finally {
    for (const { definition } of indexes) await sql.run(definition);
  }
}

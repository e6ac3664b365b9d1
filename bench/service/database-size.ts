import type { Database } from '../../src/platform/database/database.js';

/** "catalog_keys: 120 rows, 3 MB; …" */
export async function databaseSize(database: Database, tables: readonly string[]): Promise<string> {
  const sizes: string[] = [];
  for (const table of tables) {
    const text = `SELECT count(*)::integer AS rows, pg_total_relation_size('${table}') / 1048576 AS mb FROM ${table}`;
    const row = await database.transaction('system', (sql) => sql.one<{ rows: number; mb: string }>(text));
    sizes.push(`${table}: ${row!.rows} rows, ${row!.mb} MB`);
  }
  return `  ${sizes.join('\n  ')}`;
}

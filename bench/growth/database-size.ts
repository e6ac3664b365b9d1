import type { Sql } from '../../src/platform/database/sql.js';

interface TableSize {
  readonly name: string;
  readonly bytes: string;
  readonly heap: string;
  readonly indexes: string;
  readonly dead: number;
  readonly vacuums: number;
  readonly threshold: number;
}

const mb = (bytes: string | number): string => `${(Number(bytes) / 1e6).toFixed(0)} MB`;

/** Bytes of tables and indexes, each divided by the number of components, and what autovacuum has done and waits for. */
export async function printSizes(sql: Sql, components: number): Promise<void> {
  const each = (bytes: string | number): string => `${(Number(bytes) / components).toFixed(0)} bytes a component`;
  const [database] = await sql.query<{ bytes: string }>('SELECT pg_database_size(current_database()) AS bytes');
  console.log(`database ${mb(database!.bytes)}, ${each(database!.bytes)}`);
  const tables = await sql.query<TableSize>(
    `SELECT c.relname AS name, pg_total_relation_size(c.oid) AS bytes, pg_table_size(c.oid) AS heap,
       pg_indexes_size(c.oid) AS indexes, s.n_dead_tup::int AS dead, s.autovacuum_count::int AS vacuums,
       (coalesce((SELECT option_value::float8 FROM pg_options_to_table(c.reloptions)
                  WHERE option_name = 'autovacuum_vacuum_scale_factor'),
          current_setting('autovacuum_vacuum_scale_factor')::float8) * c.reltuples
        + current_setting('autovacuum_vacuum_threshold')::float8)::int AS threshold
     FROM pg_class c JOIN pg_stat_user_tables s ON s.relid = c.oid
     ORDER BY 2 DESC LIMIT 12`,
  );
  for (const { name, bytes, heap, indexes, dead, vacuums, threshold } of tables)
    console.log(
      `  ${name.padEnd(28)} ${each(bytes)}: table ${mb(heap)}, indexes ${mb(indexes)}; ` +
        `autovacuum ran ${vacuums} times, ${dead} dead rows of ${threshold}`,
    );
  const indexes = await sql.query<{ name: string; bytes: string }>(
    `SELECT indexrelname AS name, pg_relation_size(indexrelid) AS bytes FROM pg_stat_user_indexes
     WHERE relname IN ('components', 'component_scores') ORDER BY 2 DESC`,
  );
  for (const { name, bytes } of indexes) console.log(`  ${name.padEnd(28)} ${each(bytes)}`);
}

import type { Sql } from '../database/sql.js';

export interface TableColumns {
  readonly name: string;
  readonly columns: string[];
}

/**
 * Tables with their stored columns (generated columns are left out), each after those it references. The tables of the
 * queue are in a schema of their own; their content is rebuilt from the ledger of jobs. Unlogged tables hold what may be
 * lost.
 */
export async function tablesByDependency(sql: Sql): Promise<TableColumns[]> {
  const tables = await sql.query<TableColumns & { refers_to: string[] }>(
    `SELECT t.relname AS name,
       (SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a
        WHERE a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
       coalesce((SELECT array_agg(DISTINCT r.relname::text) FROM pg_constraint c JOIN pg_class r ON r.oid = c.confrelid
        WHERE c.conrelid = t.oid AND c.contype = 'f' AND r.oid <> t.oid), '{}') AS refers_to
     FROM pg_class t JOIN pg_namespace n ON n.oid = t.relnamespace
     WHERE n.nspname = 'public' AND t.relkind = 'r' AND t.relpersistence = 'p' AND t.relname <> 'schema_migrations' ORDER BY t.relname`,
  );
  const ordered: TableColumns[] = [];
  const done = new Set<string>();
  for (let rest = tables; rest.length > 0; rest = rest.filter(({ name }) => !done.has(name))) {
    const ready = rest.filter(({ refers_to }) => refers_to.every((name) => done.has(name)));
    if (ready.length === 0)
      throw new Error(`Tables refer to each other in a circle: ${rest.map(({ name }) => name).join(', ')}`);
    for (const { name, columns } of ready) {
      ordered.push({ name, columns });
      done.add(name);
    }
  }
  return ordered;
}

/** Whether a service has used the database. */
export const hasSchema = async (sql: Sql): Promise<boolean> =>
  (await sql.one(`SELECT FROM pg_tables WHERE schemaname = 'public' AND tablename = 'schema_migrations'`)) !== null;

export const migrationNames = async (sql: Sql): Promise<string[]> =>
  (await sql.query<{ name: string }>('SELECT name FROM schema_migrations ORDER BY id')).map(({ name }) => name);

export const isTableEmpty = async (sql: Sql, table: string): Promise<boolean> =>
  (await sql.one(`SELECT 1 FROM ${quoteIdentifier(table)} LIMIT 1`)) === null;

/** The rows already contain what triggers computed. */
export const withoutTriggers = async (sql: Sql, table: string, work: () => Promise<void>): Promise<void> => {
  await sql.run(`ALTER TABLE ${quoteIdentifier(table)} DISABLE TRIGGER USER`);
  await work();
  await sql.run(`ALTER TABLE ${quoteIdentifier(table)} ENABLE TRIGGER USER`);
};

/** Sequences continue after the highest value. */
export async function advanceSequences(sql: Sql, table: string): Promise<void> {
  const columns = await sql.query<{ name: string; sequence: string }>(
    `SELECT a.attname AS name, pg_get_serial_sequence(quote_ident($table), a.attname) AS sequence
     FROM pg_attribute a WHERE a.attrelid = quote_ident($table)::regclass AND a.attidentity <> ''`,
    { table },
  );
  for (const { name, sequence } of columns)
    await sql.query(
      `SELECT setval($sequence::regclass, (SELECT coalesce(max(${quoteIdentifier(name)}), 0) + 1 FROM ${quoteIdentifier(table)}), false)`,
      { sequence },
    );
}

/** `name (column, …)` for COPY. */
export const copyTarget = ({ name, columns }: { name: string; columns: readonly string[] }): string =>
  `${quoteIdentifier(name)} (${columns.map(quoteIdentifier).join(', ')})`;

const quoteIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;

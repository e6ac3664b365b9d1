import type { DatabaseSession, Sql } from '../../src/platform/database/sql.js';

/**
 * Makes the catalogue so many times as large, with altered names: every entry again with its letters shifted in the
 * alphabet, its links among the copies, and its look-up keys. Those are numbers that only ever are compared, so that
 * other names' keys are as good as any others of the same number, and are shared by as many entries.
 */
export async function scaleCatalogue(session: DatabaseSession, times: number): Promise<void> {
  await session.query(
    `SELECT set_config('statement_timeout', '0', false), set_config('maintenance_work_mem', '1GB', false)`,
  );
  await session.query(
    `CREATE FUNCTION pg_temp.shifted(name text, copy integer) RETURNS text LANGUAGE sql IMMUTABLE AS $$
       SELECT translate(name, '${letters}', substr('${letters}${letters}', 1 + 2 * copy, 52)) $$`,
  );
  await session.transaction(async (sql) => {
    for (const table of entryTables) await withoutIndexes(sql, table.name, () => copyEntries(sql, table, times));
    for (const { name, columns } of otherTables)
      await withoutIndexes(sql, name, () =>
        sql.query(`INSERT INTO ${name} SELECT ${columns} FROM ${name}, generate_series(1, ${times - 1}) AS copy`),
      );
    await sql.query(`UPDATE catalog_sources SET origin = origin || $times`, { times: scaleMark(times) });
  });
  for (const { name } of [...entryTables, ...otherTables]) await session.query(`VACUUM (ANALYZE) ${name}`);
}

/** The suffix of a scaled catalogue's source. */
export const scaleMark = (times: number): string => (times === 1 ? '' : ` ×${times}`);

/** Lower and upper case in pairs, so that a shift by pairs keeps the case. */
const letters = 'aAbBcCdDeEfFgGhHiIjJkKlLmMnNoOpPqQrRsStTuUvVwWxXyYzZ';

/** More than any table has entries. */
const stride = 10_000_000;
const shifted = (column: string): string => `pg_temp.shifted(${column}, copy)`;
/** Type, part and host stay; the number of the copy distinguishes names of one letter. */
const insertBehind = (column: string, start: string): string =>
  `substring(${column} from '${start}') || ${shifted(`regexp_replace(${column}, '${start}', '')`)} || '~' || copy AS ${column}`;

interface EntryTable {
  readonly name: string;
  /** Columns that are altered in copies. */
  readonly alteredColumns: readonly string[];
  readonly copiedColumns: string;
}

const entryTables: readonly EntryTable[] = [
  {
    name: 'catalog_packages',
    alteredColumns: [
      insertBehind('key', '^[^/]*/'),
      insertBehind('purl', '^[^/]*/'),
      ...['namespace', 'name', 'title'].map((column) => `${shifted(column)} AS ${column}`),
    ],
    copiedColumns: 'type, homepage, versions, latest_version, weight, sources',
  },
  {
    name: 'catalog_products',
    alteredColumns: [
      insertBehind('key', '^..'),
      insertBehind('cpe', '^cpe:2.3:..'),
      ...['vendor', 'product', 'title'].map((column) => `${shifted(column)} AS ${column}`),
    ],
    copiedColumns: 'part, target_software, versions, deprecated, deprecated_by, reference_urls, weight, sources',
  },
  {
    name: 'catalog_repositories',
    alteredColumns: [
      insertBehind('url', '^https?://[^/]*/'),
      ...['owner', 'name'].map((column) => `${shifted(column)} AS ${column}`),
    ],
    copiedColumns: 'host, weight, sources',
  },
];

const otherTables = [
  {
    name: 'catalog_links',
    columns: `from_kind, from_id + copy * ${stride}, to_kind, to_id + copy * ${stride}, relation, sources`,
  },
  {
    name: 'catalog_keys',
    columns: `${otherKey('key')}, tier, kind, id + copy * ${stride}`,
  },
  {
    name: 'catalog_typo_keys',
    columns: `${otherKey('key')}, ${otherKey('name_key')}`,
  },
];

/** A different number of 53 bits per copy, the same for the same key. */
function otherKey(column: string): string {
  return `${column} # (copy * 6364136223846793 % 9007199254740992)`;
}

/** Runs a bulk insert without indexes. */
async function withoutIndexes(sql: Sql, table: string, work: () => Promise<unknown>): Promise<void> {
  const constraints = await sql.query<{ name: string; definition: string }>(
    `SELECT conname AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint
     WHERE conrelid = $table::regclass AND contype IN ('p', 'u')`,
    { table },
  );
  for (const { name } of constraints) await sql.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  await work();
  for (const { name, definition } of constraints)
    await sql.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
}

async function copyEntries(
  sql: Sql,
  { name, alteredColumns: altered, copiedColumns: same }: EntryTable,
  times: number,
): Promise<void> {
  const names = altered.map((column) => column.replace(/^.* AS /, '')).join(', ');
  await sql.query(
    `INSERT INTO ${name} (id, ${names}, ${same}) OVERRIDING SYSTEM VALUE
     SELECT id + copy * ${stride}, ${altered.join(', ')}, ${same} FROM ${name}, generate_series(1, ${times - 1}) AS copy`,
  );
}

import type { Session, Sql } from '../../src/platform/database/sql.js';

/**
 * Makes the catalogue so many times as large, with altered names: every entry again with its letters shifted in the
 * alphabet, its links among the copies, and its look-up keys. Those are numbers that only ever are compared, so that
 * other names' keys are as good as any others of the same number, and are shared by as many entries.
 */
export async function growCatalogue(session: Session, times: number): Promise<void> {
  await session.query(
    `SELECT set_config('statement_timeout', '0', false), set_config('maintenance_work_mem', '1GB', false)`,
  );
  await session.query(
    `CREATE FUNCTION pg_temp.shifted(name text, copy integer) RETURNS text LANGUAGE sql IMMUTABLE AS $$
       SELECT translate(name, '${letters}', substr('${letters}${letters}', 1 + 2 * copy, 52)) $$`,
  );
  await session.transaction(async (sql) => {
    for (const table of entryTables) await copyEntries(sql, table, times);
    for (const { name, key, columns } of otherTables) {
      await sql.query(`ALTER TABLE ${name} DROP CONSTRAINT ${name}_pkey`);
      await sql.query(`INSERT INTO ${name} SELECT ${columns} FROM ${name}, generate_series(1, ${times - 1}) AS copy`);
      await sql.query(`ALTER TABLE ${name} ADD CONSTRAINT ${name}_pkey PRIMARY KEY (${key})`);
    }
    await sql.query(`UPDATE catalog_sources SET origin = origin || $1`, [grownMark(times)]);
  });
  for (const { name } of [...entryTables, ...otherTables]) await session.query(`VACUUM (ANALYZE) ${name}`);
}

/** What tells a grown catalogue's source from the plain one. */
export const grownMark = (times: number): string => (times === 1 ? '' : ` ×${times}`);

/** Small and capital ones side by side, so that a shift by pairs keeps them apart. */
const letters = 'aAbBcCdDeEfFgGhHiIjJkKlLmMnNoOpPqQrRsStTuUvVwWxXyYzZ';

/** More than any table has entries. */
const stride = 10_000_000;
const shifted = (column: string): string => `pg_temp.shifted(${column}, copy)`;
/** Type, part and host stay. */
const behind = (column: string, start: string): string =>
  `substring(${column} from '${start}') || ${shifted(`regexp_replace(${column}, '${start}', '')`)} AS ${column}`;

interface EntryTable {
  readonly name: string;
  readonly key: string;
  /** Columns that are altered in copies. */
  readonly altered: readonly string[];
  readonly same: string;
}

const entryTables: readonly EntryTable[] = [
  {
    name: 'catalog_packages',
    key: 'key',
    altered: [
      ...[behind('key', '^[^/]*/'), behind('purl', '^[^/]*/')],
      ...['namespace', 'name', 'title'].map((column) => `${shifted(column)} AS ${column}`),
    ],
    same: 'type, homepage, versions, latest_version, weight, sources',
  },
  {
    name: 'catalog_products',
    key: 'key',
    altered: [
      ...[behind('key', '^..'), behind('cpe', '^cpe:2.3:..')],
      ...['vendor', 'product', 'title'].map((column) => `${shifted(column)} AS ${column}`),
    ],
    same: 'part, target_software, versions, deprecated, deprecated_by, reference_urls, weight, sources',
  },
  {
    name: 'catalog_repositories',
    key: 'url',
    altered: [
      behind('url', '^https?://[^/]*/'),
      ...['owner', 'name'].map((column) => `${shifted(column)} AS ${column}`),
    ],
    same: 'host, weight, sources',
  },
];

const otherTables = [
  {
    name: 'catalog_links',
    key: 'from_kind, from_id, to_kind, to_id, relation',
    columns: `from_kind, from_id + copy * ${stride}, to_kind, to_id + copy * ${stride}, relation, sources`,
  },
  {
    name: 'catalog_keys',
    key: 'key, tier, kind, id',
    columns: `${otherKey('key')}, tier, kind, id + copy * ${stride}`,
  },
  {
    name: 'catalog_typo_keys',
    key: 'key, name_key',
    columns: `${otherKey('key')}, ${otherKey('name_key')}`,
  },
];

/** Another number of 53 bits for each copy, the same for the same key. */
function otherKey(column: string): string {
  return `${column} # (copy * 6364136223846793 % 9007199254740992)`;
}

/** Names of one letter may meet: then the first stays. */
async function copyEntries(sql: Sql, { name, key, altered, same }: EntryTable, times: number): Promise<void> {
  const names = altered.map((column) => column.replace(/^.* AS /, '')).join(', ');
  await sql.query(
    `INSERT INTO ${name} (id, ${names}, ${same}) OVERRIDING SYSTEM VALUE
     SELECT id + copy * ${stride}, ${altered.join(', ')}, ${same} FROM ${name}, generate_series(1, ${times - 1}) AS copy
     ON CONFLICT (${key}) DO NOTHING`,
  );
}

import { Database } from '../../src/platform/database/database.js';
import { RouteTestApp } from '../support/routes/route-test-app.js';
import { positional } from '../support/positional-parameters.js';

/** Tables that tenants' work may read whole: what is known of the world's software, nobody's in particular. */
const shared = /^(catalog_|entity_)/;

interface TenantTable {
  readonly name: string;
  readonly column: string;
}

/** The list is the database's own: a new table cannot be forgotten. */
describe('row-level security of every table', () => {
  let service: RouteTestApp;
  let database: Database;
  let tables: TenantTable[];

  beforeAll(async () => {
    service = await RouteTestApp.start();
    database = service.app.nest.get(Database);
    tables = await rows<TenantTable>(
      `SELECT c.relname AS name, CASE WHEN c.relname = 'organizations' THEN 'id' ELSE 'org_id' END AS column
       FROM pg_class c
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND (c.relname = 'organizations'
         OR EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'org_id' AND NOT a.attisdropped))
         AND has_table_privilege('stocktake_tenant', c.oid, 'SELECT')
       ORDER BY 1`,
    );
  });
  afterAll(() => service.close());

  const rows = <Row extends object>(text: string, parameters: unknown[] = []): Promise<Row[]> =>
    database.transaction('system', (sql) => sql.query<Row>(...positional(text, parameters)));

  it('lets the tenants’ role at nothing but protected tables and shared ones', async () => {
    expect(tables.length).toBeGreaterThan(20);
    const open = await rows<{ name: string }>(
      `SELECT relname AS name FROM pg_class c
       WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm') AND NOT relrowsecurity
         AND has_table_privilege('stocktake_tenant', c.oid, 'SELECT, INSERT, UPDATE, DELETE, TRUNCATE')`,
    );
    expect(open.map(({ name }) => name).filter((name) => !shared.test(name))).toEqual([]);
    const written = await rows(
      `SELECT relname FROM pg_class c WHERE relnamespace = 'public'::regnamespace AND relname ~ '^(catalog|entity)_'
         AND has_table_privilege('stocktake_tenant', c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE')`,
    );
    expect(written).toEqual([]);
    // A table with an organization's rows that tenants do not reach at all needs no policy; it must be meant.
    const closed = await rows<{ name: string }>(
      `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'org_id'
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
         AND NOT has_table_privilege('stocktake_tenant', c.oid, 'SELECT')`,
    );
    expect(closed.map(({ name }) => name).sort()).toEqual(['api_keys', 'component_names']);
  });

  it('is on, with a policy for that role alone that names the table’s organization', async () => {
    const policies = await rows<{ name: string; policies: string[]; enabled: boolean; roles: string[] }>(
      `SELECT c.relname AS name, c.relrowsecurity AS enabled,
         array_agg(coalesce(pg_get_expr(p.polqual, p.polrelid), '') || coalesce(pg_get_expr(p.polwithcheck, p.polrelid), ''))
           AS policies,
         array_agg(DISTINCT (SELECT string_agg(rolname, ',') FROM pg_roles r WHERE r.oid = ANY (p.polroles))) AS roles
       FROM pg_class c LEFT JOIN pg_policy p ON p.polrelid = c.oid
       WHERE c.relname = ANY ($1) AND c.relnamespace = 'public'::regnamespace GROUP BY 1, 2`,
      [tables.map(({ name }) => name)],
    );
    const wrong = policies.filter(({ name, enabled, roles, policies: texts }) => {
      const column = tables.find((table) => table.name === name)!.column;
      const named = texts.every(
        (text) => text.includes(`(${column} = ANY`) && text.includes('stocktake.organizations'),
      );
      return !enabled || !named || roles.join() !== 'stocktake_tenant';
    });
    expect(policies).toHaveLength(tables.length);
    expect(wrong).toEqual([]);
  });

  it('holds for a role that owns nothing, gets round nothing and is nobody else', async () => {
    const [role] = await rows(
      `SELECT rolsuper, rolbypassrls, rolcanlogin, rolcreaterole,
         (SELECT count(*)::int FROM pg_class WHERE relowner = r.oid) AS owned,
         (SELECT count(*)::int FROM pg_auth_members WHERE member = r.oid) AS memberships
       FROM pg_roles r WHERE rolname = 'stocktake_tenant'`,
    );
    expect(role).toEqual({
      rolsuper: false,
      rolbypassrls: false,
      rolcanlogin: false,
      rolcreaterole: false,
      owned: 0,
      memberships: 0,
    });
  });

  const seen = async ({ name, column }: TenantTable): Promise<number> => {
    const { red } = service.fixtures;
    const foreign = `SELECT count(*) FILTER (WHERE ${column} IS DISTINCT FROM $orgId)::int AS n FROM ${name}`;
    const found = await database.transaction({ organizations: [red.orgId] }, (sql) =>
      sql.one<{ n: number }>(foreign, { orgId: red.orgId }),
    );
    return found!.n;
  };

  const taken = async ({ name, column }: TenantTable): Promise<number> => {
    const { red, abroad } = service.fixtures;
    const take = async (text: string, parameters: string[]): Promise<number> =>
      database
        .transaction({ organizations: [red.orgId] }, (sql) => sql.run(...positional(text, parameters)))
        .catch((error: Error) => (/permission denied/.test(error.message) ? 0 : Promise.reject(error)));
    const deleted = await take(`DELETE FROM ${name} WHERE ${column} = $1`, [abroad.orgId]);
    return deleted + (await take(`UPDATE ${name} SET ${column} = $1 WHERE ${column} = $2`, [red.orgId, abroad.orgId]));
  };

  it('shows and gives away no row of another organization, whatever is asked', async () => {
    for (const table of tables) await plant(table, service.fixtures.abroad.orgId);
    const leaks: unknown[] = [];
    for (const table of tables) {
      const leak = { name: table.name, seen: await seen(table), taken: await taken(table) };
      if (leak.seen + leak.taken > 0) leaks.push(leak);
    }
    expect(leaks).toEqual([]);
  });

  it('is what keeps every one of them: without it, foreign rows are seen', async () => {
    const closed: string[] = [];
    for (const table of tables) {
      await rows(`ALTER TABLE ${table.name} DISABLE ROW LEVEL SECURITY`);
      if ((await seen(table)) === 0) closed.push(table.name);
      await rows(`ALTER TABLE ${table.name} ENABLE ROW LEVEL SECURITY`);
    }
    expect(closed).toEqual([]);
  });

  /** A row of the organization where there is none yet, whatever else it says. */
  async function plant({ name, column }: TenantTable, orgId: string): Promise<void> {
    if ((await rows(`SELECT FROM ${name} WHERE ${column} = $1 LIMIT 1`, [orgId])).length > 0) return;
    const needed = await rows<{ column: string; value: string }>(
      `SELECT quote_ident(attname) AS column, CASE WHEN attname = $2 THEN quote_literal($3)
         WHEN t.typname = 'uuid' THEN 'gen_random_uuid()' WHEN t.typname IN ('timestamptz', 'date') THEN 'now()'
         WHEN t.typname = 'bytea' THEN '''x''::bytea' WHEN t.typname = 'bool' THEN 'false'
         WHEN t.typname IN ('json', 'jsonb') THEN '''{}''' WHEN t.typcategory = 'N' THEN '1'
         WHEN t.typcategory = 'A' THEN '''{}''' ELSE '''x''' END AS value
       FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
       WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
         AND (attname = $2 OR (attnotnull AND NOT atthasdef))`,
      [name, column, orgId],
    );
    const checks = await rows<{ check: string }>(
      `SELECT quote_ident(conname) AS check FROM pg_constraint WHERE conrelid = $1::regclass AND contype = 'c'`,
      [name],
    );
    await database.transaction('system', async (sql) => {
      for (const { check } of checks) await sql.run(`ALTER TABLE ${name} DROP CONSTRAINT ${check}`);
      await sql.run(`SET LOCAL session_replication_role = replica`); // references point nowhere
      const [columns, values] = [needed.map((one) => one.column), needed.map((one) => one.value)];
      await sql.run(`INSERT INTO ${name} (${columns.join()}) VALUES (${values.join()})`);
    });
  }
});

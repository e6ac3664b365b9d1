import { DataSource } from 'typeorm';
import { dataSourceOptions, openDataSource } from '../../src/data-source.js';
import { startApp } from '../support/app.js';
import { cloneDatabase, createDatabase, withClient } from '../support/postgres.js';
import { RouteFixtures, thingKinds } from '../support/routes/route-fixtures.js';

describe('migrations', () => {
  it('make exactly what the entities say: a generated migration would be empty', async () => {
    const clone = await cloneDatabase();
    const dataSource = await openDataSource(clone.url, 2);
    // TypeORM knows generated columns only by a table of its own, which a service has no use for.
    await dataSource.query(
      'ALTER TABLE components DROP COLUMN name_key, DROP COLUMN review_hint, DROP COLUMN review_key, DROP COLUMN review_reason, DROP COLUMN review_org, DROP COLUMN package_undecided',
    );
    const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
    expect(upQueries.map(({ query }) => query)).toEqual([]);
    // Proof that the comparison looks at something.
    expect(dataSource.entityMetadatas.length).toBeGreaterThan(0);
    await dataSource.query('ALTER TABLE users ADD COLUMN surplus text');
    const planted = await dataSource.driver.createSchemaBuilder().log();
    expect(planted.upQueries.map(({ query }) => query)).toEqual(['ALTER TABLE "users" DROP COLUMN "surplus"']);
    await dataSource.destroy();
    await clone.drop();
  });

  it('can be taken back and made again, leaving nothing and lacking nothing', async () => {
    const database = await createDatabase();
    const dataSource = await new DataSource(dataSourceOptions(database.url, 2, 'patient')).initialize();
    await dataSource.runMigrations({ transaction: 'each' });
    const first = await describeSchema(database.url);
    for (let left = dataSource.migrations.length; left > 0; left -= 1)
      await dataSource.undoLastMigration({ transaction: 'each' });
    expect((await describeSchema(database.url)).filter((line) => !line.includes('schema_migrations'))).toEqual([]);
    await dataSource.runMigrations({ transaction: 'each' });
    expect(await describeSchema(database.url)).toEqual(first);
    await dataSource.destroy();
    await database.drop();
  });

  it('keep the rows of every older table when the last ones are taken back and made again', async () => {
    const app = await startApp({ ROLES: 'api' });
    const fixtures = await RouteFixtures.prepare(app);
    for (const tenant of fixtures.tenants) for (const kind of thingKinds) await fixtures.create(kind, tenant);
    const dataSource = await new DataSource(dataSourceOptions(app.databaseUrl, 2, 'patient')).initialize();
    const first = await describeSchema(app.databaseUrl);
    const before = await countRows(app.databaseUrl);
    expect(Object.values(before).filter((count) => count > 0).length).toBeGreaterThan(20);
    // In growing steps: each is taken back a first time while its tables are full.
    const most = dataSource.migrations.length - 1;
    for (const back of [...[1, 2, 3, 5, 8, 13].filter((few) => few < most), most]) {
      for (let left = back; left > 0; left -= 1) await dataSource.undoLastMigration({ transaction: 'each' });
      const older = Object.keys(await countRows(app.databaseUrl)).filter((table) => table !== 'schema_migrations');
      await dataSource.runMigrations({ transaction: 'each' });
      expect(await describeSchema(app.databaseUrl)).toEqual(first);
      const after = await countRows(app.databaseUrl);
      for (const table of older) expect([table, after[table]]).toEqual([table, before[table]]);
    }
    await dataSource.destroy();
    await app.close();
  });
});

async function countRows(url: string): Promise<Record<string, number>> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string; n: number }>(
      `SELECT relname AS name, (xpath('/row/n/text()', query_to_xml(format('SELECT count(*) AS n FROM %I', relname), true,
         true, '')))[1]::text::int AS n
       FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')`,
    );
    return Object.fromEntries(rows.map(({ name, n }) => [name, n]));
  });
}

/** Every table, column, index, constraint, policy, function, trigger and type of the schema, a line each. */
async function describeSchema(url: string): Promise<string[]> {
  const { rows } = await withClient(url, (client) =>
    client.query<{ line: string }>(`
      WITH own AS (
        SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'v', 'm', 'S', 'p')
      )
      SELECT format('%s %s', relkind, relname) AS line FROM pg_class JOIN own USING (oid)
      UNION ALL SELECT format('column %s.%s %s %s %s', attrelid::regclass, attname,
                              format_type(atttypid, atttypmod), attnotnull, pg_get_expr(adbin, adrelid))
        FROM pg_attribute JOIN own ON own.oid = attrelid
        LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum WHERE attnum > 0 AND NOT attisdropped
      UNION ALL SELECT pg_get_indexdef(indexrelid) FROM pg_index JOIN own ON own.oid = indrelid
      UNION ALL SELECT format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(c.oid))
        FROM pg_constraint c JOIN own ON own.oid = conrelid
      UNION ALL SELECT format('policy %s %s %s', polname, polrelid::regclass, pg_get_expr(polqual, polrelid))
        FROM pg_policy
      UNION ALL SELECT format('trigger %s', pg_get_triggerdef(oid)) FROM pg_trigger WHERE NOT tgisinternal
      UNION ALL SELECT format('grant %s %s %s %s', grantee, table_schema, table_name, privilege_type)
        FROM information_schema.role_table_grants WHERE table_schema = 'public'
      UNION ALL SELECT format('function %s', p.oid::regprocedure) FROM pg_proc p
        WHERE pronamespace = 'public'::regnamespace
          AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
      UNION ALL SELECT format('type %s', t.oid::regtype) FROM pg_type t
        WHERE typnamespace = 'public'::regnamespace AND typtype IN ('e', 'd')
      ORDER BY line`),
  );
  return rows.map(({ line }) => line);
}

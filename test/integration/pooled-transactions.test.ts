import { checkPooler } from '../../src/commands/application.js';
import { Database } from '../../src/platform/database/database.js';
import { startApp, type TestApp } from '../support/app.js';
import { firstAdmin, type Person, type TenantIds } from '../support/people.js';
import { pgbouncerInstalled, startPooler, type Pooler } from '../support/pgbouncer.js';
import { withClient } from '../support/postgres.js';
import { describeIf } from '../support/requirement.js';

const poolSize = 2;

describeIf(pgbouncerInstalled, 'pgbouncer is not installed')('behind PgBouncer in transaction mode', () => {
  let pooler: Pooler;
  let app: TestApp;
  let admin: Person & TenantIds;

  beforeAll(async () => {
    pooler = await startPooler(process.env.STOCKTAKE_TEST_POSTGRES!, poolSize);
    app = await startApp((databaseUrl) => ({
      DATABASE_POOLER_URL: pooler.url.replace(/\/postgres$/, new URL(databaseUrl).pathname),
      RESOLUTION_THREADS: '1',
    }));
    admin = await firstAdmin(app);
  });

  afterAll(async () => {
    await app?.close();
    await pooler?.stop();
  });

  const bom = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    components: Array.from({ length: 50 }, (_, index) => ({ type: 'library', name: `part-${index}`, version: '1' })),
  };

  it('imports, resolves, judges and exports several SBOMs at once', async () => {
    const upload = async (name: string): Promise<number> => {
      const query = { name, version: '1', org_id: admin.orgId, wait: 'true' };
      const { status, body } = await admin.client.upload('v1/project/uploadSBOM', JSON.stringify(bom), query);
      if (status !== 200) throw new Error(JSON.stringify(body));
      const id = body.data.sbom.id as string;
      const which = { sbom_ids: [id] };
      const exported = await admin.client.post('v1/report/getSBOM', which, { sbom_type: 'SPDX', download: 'true' });
      if (exported.status !== 200) throw new Error(JSON.stringify(exported.body));
      return exported.body.packages.length;
    };
    const counts = await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map(upload));
    for (const count of counts) expect(count).toBeGreaterThanOrEqual(50);
  });

  it('sets limits and the tenant for one transaction, and leaves nothing to the next one', async () => {
    const database = app.nest.get(Database);
    const settings = `SELECT current_setting('lock_timeout') AS lock, current_setting('statement_timeout') AS statement,
      current_setting('role') AS role, current_setting('stocktake.organizations', true) AS organizations`;
    const orgs = { organizations: [admin.orgId] };
    expect(await database.transaction(orgs, (sql) => sql.one(settings))).toEqual({
      lock: '10s',
      statement: '2min',
      role: 'stocktake_tenant',
      organizations: `{${admin.orgId}}`,
    });
    for (let again = 0; again < 2 * poolSize; again += 1)
      expect(await database.statements((sql) => sql.one(settings))).toMatchObject({ lock: '10s', role: 'none' });
    const pooled = new URL(app.configuration.database.poolerUrl);
    await withClient(pooled.href, async (client) => {
      for (let again = 0; again < 2 * poolSize; again += 1)
        expect((await client.query(settings)).rows[0]).toMatchObject({ lock: '0', statement: '0', role: 'none' });
    });
  });

  it('is named at the start where it does not answer, or leads elsewhere', async () => {
    await checkPooler(app.configuration.database.poolerUrl);
    await expect(checkPooler('postgres://me:hush@127.0.0.1:1/mine')).rejects.toThrow(
      /^The database at 127\.0\.0\.1:1\/mine cannot be reached: .*\(DATABASE_POOLER_URL\)\.$/,
    );
    await expect(checkPooler('http://127.0.0.1')).rejects.toThrow(/^DATABASE_POOLER_URL is no address of PostgreSQL/);
  });

  it('holds no more connections of the server for transactions than the pooler has', async () => {
    const database = app.nest.get(Database);
    const pids = await Promise.all(
      Array.from({ length: 12 }, () =>
        database.transaction(
          'system',
          async (sql) => (await sql.one<{ pid: number }>('SELECT pg_backend_pid() AS pid'))!.pid,
        ),
      ),
    );
    expect(new Set(pids).size).toBeLessThanOrEqual(poolSize);
  });

  it('keeps temporary tables and locks of a session on one connection', async () => {
    const database = app.nest.get(Database);
    const count = await database.session('system', async (session) => {
      await session.query('CREATE TEMP TABLE kept (n int)');
      for (let n = 0; n < 5; n += 1) await session.run('INSERT INTO kept VALUES ($n::int)', { n });
      return session.one<{ count: string }>('SELECT count(*) FROM kept');
    });
    expect(count).toEqual({ count: '5' });
  });
});

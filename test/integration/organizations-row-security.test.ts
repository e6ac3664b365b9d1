import { Database } from '../../src/platform/database/database.js';
import { startApp, type TestApp } from '../support/app.js';
import { firstAdmin, newUser, otherOrganization, type Person, type TenantIds } from '../support/people.js';

/** The second wall: what a tenant's transaction sees when no query of ours filters anything. */
describe('row-level security of organizations', () => {
  let app: TestApp;
  let admin: Person & TenantIds;
  let other: Person & TenantIds;
  let database: Database;

  beforeAll(async () => {
    app = await startApp();
    admin = await firstAdmin(app);
    other = await otherOrganization(app, admin);
    const user = await newUser(app, other, { org_id: other.orgId, team_ids: [other.teamId] });
    await other.client.post('v1/users/createApiKey', { name: 'ci', org_id: other.orgId });
    expect(user.userId).toBeTruthy();
    database = app.nest.get(Database);
  });
  afterAll(() => app.close());

  const asTenant = <T extends object>(text: string, organizations: string[]) =>
    database.transaction({ organizations }, (sql) => sql.query<T>(text));

  it.each([
    ['organizations', 'id'],
    ['teams', 'org_id'],
    ['memberships', 'org_id'],
    ['team_users', 'org_id'],
  ])('shows of %s the tenant’s own rows only', async (table, column) => {
    const all = await database.transaction('system', (sql) =>
      sql.query<{ org: string }>(`SELECT ${column} AS org FROM ${table}`),
    );
    expect(all.some(({ org }) => org === other.orgId)).toBe(true);
    const mine = await asTenant<{ org: string }>(`SELECT ${column} AS org FROM ${table}`, [admin.orgId]);
    expect(mine.every(({ org }) => org === admin.orgId)).toBe(true);
    expect(mine).toHaveLength(all.filter(({ org }) => org === admin.orgId).length);
    expect(await asTenant(`SELECT 1 FROM ${table}`, [])).toEqual([]);
    const touched = await database.transaction({ organizations: [admin.orgId] }, (sql) =>
      sql.run(`UPDATE ${table} SET updated_at = now() WHERE ${column} = $orgId`, { orgId: other.orgId }),
    );
    expect(touched).toBe(0);
  });

  it.each(['users', 'api_keys', 'signing_keys', 'login_failures', 'master_keys', 'schema_migrations'])(
    'keeps %s out of a tenant’s reach',
    async (table) => {
      await expect(asTenant(`SELECT * FROM ${table}`, [admin.orgId, other.orgId])).rejects.toThrow(/permission denied/);
    },
  );

  it('lets nobody write into another organization', async () => {
    const teams = `INSERT INTO teams (id, org_id, name) VALUES (gen_random_uuid(), '${other.orgId}', 'x')`;
    await expect(asTenant(teams, [admin.orgId])).rejects.toThrow(/row-level security/);
    const join = `INSERT INTO memberships (org_id, user_id, role) VALUES ('${other.orgId}', '${admin.userId}', 'admin')`;
    await expect(asTenant(join, [admin.orgId])).rejects.toThrow(/row-level security/);
    const move = `UPDATE teams SET org_id = '${other.orgId}'`;
    await expect(asTenant(move, [admin.orgId])).rejects.toThrow(/row-level security/);
  });
});

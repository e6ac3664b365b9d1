import { startApp, type TestApp } from '../support/app.js';
import { firstAdmin, newTeam, otherOrganization, type Person, type TenantIds } from '../support/people.js';

describe('service accounts', () => {
  let app: TestApp;
  let admin: Person & TenantIds;
  let other: Person & TenantIds;
  let team: string;

  beforeAll(async () => {
    app = await startApp();
    admin = await firstAdmin(app);
    other = await otherOrganization(app, admin);
    team = await newTeam(admin, admin.orgId, 'Release');
  });
  afterAll(() => app.close());

  const create = async (name: string, more: object = {}, by: Person & TenantIds = admin) =>
    (
      await by.client.post('v1/serviceAccounts/createServiceAccount', {
        org_id: by.orgId,
        name,
        role: 'member',
        ...more,
      })
    ).body.data;
  const keyOf = async (id: string, more: object = {}) =>
    (await admin.client.post('v1/serviceAccounts/createServiceAccountKey', { id, name: 'k', ...more })).body.data;
  const statusOf = async (key: string) => (await app.client.as(key).get('v1/users/getSelf')).status;

  it('work with keys within their role and teams, and are named in the audit log', async () => {
    const account = await create('release-bot', { team_ids: [team] });
    expect(account).toMatchObject({ name: 'release-bot', role: 'member', team_ids: [team], key_count: 0 });
    const { key, org_id, role } = await keyOf(account.id);
    expect([org_id, role]).toEqual([admin.orgId, null]);
    const bot = app.client.as(key);
    const self = (await bot.get('v1/users/getSelf')).body.data;
    expect(self).toMatchObject({ id: account.id, service_account: true, teams: { [team]: 'member' } });
    const tag = await bot.post('v1/tag/createTag', { name: 'made', team_id: team });
    expect(tag.status).toBe(200);
    expect((await bot.post('v1/tag/createTag', { name: 'not', team_id: admin.teamId })).status).toBe(404);
    const { body } = await admin.client.get('v1/audit/getEvents', { org_id: admin.orgId, actor_id: account.id });
    expect(body.data[0]).toMatchObject({ via: 'service_account', actor_name: account.username });
    expect(account.username).toMatch(/^release-bot-/);
  });

  it('are shown apart from persons', async () => {
    const before = (await admin.client.get('v1/organizations/getMembers', { org_id: admin.orgId })).body.meta;
    const { id } = await create('apart');
    const { body } = await admin.client.get('v1/organizations/getMembers', { org_id: admin.orgId });
    expect(body.meta.person_count).toBe(before.person_count);
    expect(body.meta.service_account_count).toBe(before.service_account_count + 1);
    const query = { org_id: admin.orgId, kind: 'person' };
    const persons = (await admin.client.get('v1/organizations/getMembers', query)).body;
    expect(persons.data.map(({ kind }: any) => kind)).toEqual(['person']);
    expect([persons.meta.total_count, persons.data[0].username]).toEqual([1, admin.username]);
    const own = (await admin.client.get('v1/organizations/getOwnOrganizations')).body.data[0].organization;
    expect(own.members.map(({ user_id }: any) => user_id)).not.toContain(id);
    expect(own.service_accounts.map(({ user_id }: any) => user_id)).toContain(id);
    await admin.client.post('v1/serviceAccounts/updateServiceAccount', { id, disabled: true });
    const counted = (await admin.client.get('v1/organizations/getMembers', { org_id: admin.orgId })).body.meta;
    expect(counted.service_account_count).toBe(before.service_account_count);
  });

  it('lose their keys when they are disabled or deleted, and the name is free again', async () => {
    const { id } = await create('gone');
    const { key } = await keyOf(id);
    expect(await statusOf(key)).toBe(200);
    await admin.client.post('v1/serviceAccounts/updateServiceAccount', { id, disabled: true });
    expect(await statusOf(key)).toBe(401);
    await admin.client.post('v1/serviceAccounts/updateServiceAccount', { id, disabled: false });
    expect(await statusOf(key)).toBe(200);
    const taken = await admin.client.post('v1/serviceAccounts/createServiceAccount', {
      org_id: admin.orgId,
      name: 'GONE',
      role: 'viewer',
    });
    expect(taken.status).toBe(409);
    await admin.client.post('v1/serviceAccounts/deleteServiceAccount', { id });
    expect(await statusOf(key)).toBe(401);
    expect((await create('gone')).id).toBeDefined();
    expect((await create('gone', {}, other)).id).toBeDefined();
  });

  it('have no password, belong to one organization, and never count as its last administrator', async () => {
    const { id, username } = await create('root', { role: 'admin' });
    const login = { username, password: 'anything at all' };
    expect((await app.client.post('v1/sessions/login', login)).status).toBe(401);
    for (const who of [{ user_id: id }, { username }]) {
      const body = { org_id: other.orgId, role: 'viewer', ...who };
      expect((await other.client.post('v1/organizations/addMember', body)).status).toBe(404);
    }
    const asTeam = { team_id: other.teamId, user_id: id };
    expect((await other.client.post('v1/teamUsers/createTeamUser', asTeam)).status).toBe(404);
    const founded = { name: 'Bots', admin_user_id: id };
    expect((await admin.client.post('v1/organizations/createOrganization', founded)).status).toBe(404);
    expect((await admin.client.post('v1/users/updateUser', { id, sys_admin: true })).status).toBe(409);
    const last = { org_id: admin.orgId, user_id: admin.userId };
    const { key } = await keyOf(id);
    expect((await app.client.as(key).post('v1/organizations/removeMember', last)).status).toBe(409);
    expect((await admin.client.post('v1/organizations/removeMember', { ...last, user_id: id })).status).toBe(409);
    // With a key, which has limits, nothing that lives longer than it is made.
    const more = { id, name: 'another' };
    expect((await app.client.as(key).post('v1/serviceAccounts/createServiceAccountKey', more)).status).toBe(403);
    expect((await app.client.as(key).post('v1/users/createApiKey', { name: 'x' })).status).toBe(403);
  });
});

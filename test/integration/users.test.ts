import { startApp, type TestApp } from '../support/app.js';
import { firstAdmin, logIn, newUser, otherOrganization, type Person, type TenantIds } from '../support/people.js';
import { untilWaiting, withClient } from '../support/postgres.js';

const missing = '018f0000-0000-7000-8000-000000000001';

describe('users', () => {
  let app: TestApp;
  let admin: Person & TenantIds;
  let other: Person & TenantIds;

  beforeAll(async () => {
    app = await startApp();
    admin = await firstAdmin(app);
    other = await otherOrganization(app, admin);
  });
  afterAll(() => app.close());

  const create = (by: Person, body: Record<string, unknown>) => by.client.post('v1/users/createUser', body);

  it('are made by an organization’s administrator as its members', async () => {
    const answer = await create(other, {
      username: 'ada',
      email: 'ada@example.com',
      org_id: other.orgId,
      role: 'viewer',
    });
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject({
      username: 'ada',
      email: 'ada@example.com',
      sys_admin: false,
      system: false,
    });
    const ada = await logIn(app, 'ada', answer.body.data.password);
    expect((await ada.client.get('v1/users/getSelf')).body.data.teams).toEqual({ [other.teamId]: 'viewer' });
    expect((await create(other, { username: 'ADA', org_id: other.orgId })).status).toBe(409);
  });

  it('are made as the legacy client’s SDK does', async () => {
    const body = {
      email: 'go@example.com',
      username: '',
      password: 'long enough',
      password_confirmation: 'long enough',
    };
    const answer = await create(admin, body);
    expect(answer.status).toBe(200);
    expect(answer.body.data).not.toHaveProperty('password');
    expect((await logIn(app, 'go@example.com', 'long enough')).userId).toBe(answer.body.data.id);
  });

  it('are made by nobody for an organization that he does not administer, nor above himself', async () => {
    const member = await newUser(app, other, { org_id: other.orgId, role: 'member' });
    expect((await create(member, { username: 'x1', org_id: other.orgId })).status).toBe(403);
    expect((await create(other, { username: 'x1' })).status).toBe(403);
    expect((await create(other, { username: 'x1', org_id: other.orgId, sys_admin: true })).status).toBe(403);
    const [foreign, unknown] = [
      await create(other, { username: 'x1', org_id: admin.orgId }),
      await create(other, { username: 'x1', org_id: missing }),
    ];
    expect(foreign.status).toBe(404);
    expect({ ...foreign.body, request_id: '' }).toEqual({ ...unknown.body, request_id: '' });
    expect((await create(other, { username: 'x1', org_id: other.orgId, team_ids: [admin.teamId] })).status).toBe(404);
    expect((await create(admin, { username: 'x1' })).status).toBe(200);
  });

  it('with wrong fields are refused, all named at once', async () => {
    const wrong = {
      username: 'a b',
      email: 'x',
      password: 'short',
      org_id: '1',
      role: 'boss',
      team_ids: [],
      sys_admin: 'yes',
    };
    expect((await create(admin, wrong)).body.fields).toEqual({
      username: 'must consist of letters, digits and . _ @ + - and start with a letter or digit',
      email: 'must be an e-mail address',
      password: 'must be at least 8 characters',
      org_id: 'must be an identifier (UUID)',
      role: 'must be one of viewer, member, admin',
      team_ids: 'must contain at least one team, or be omitted for all teams',
      sys_admin: 'must be true or false',
    });
    expect((await create(admin, {})).body.fields).toEqual({ username: 'is required' });
  });

  it('are managed by system administrators', async () => {
    const user = await newUser(app, admin);
    for (const [path, body] of [
      ['updateUser', { id: user.userId, disabled: true }],
      ['deleteUser', { id: user.userId }],
    ] as const) {
      expect((await other.client.post(`v1/users/${path}`, body)).status).toBe(403);
      expect((await admin.client.post(`v1/users/${path}`, { ...body, id: missing })).status).toBe(404);
    }
    expect((await other.client.get('v1/users/getUsers')).status).toBe(403);
    const list = (await admin.client.get('v1/users/getUsers', { limit: '2' })).body;
    expect(list.data.map((item: any) => item.id)).toEqual([admin.userId, other.userId]);
    expect(list.meta.total_count).toBeGreaterThan(2);

    const promoted = await admin.client.post('v1/users/updateUser', { id: user.userId, sys_admin: true });
    expect(promoted.body.data).toMatchObject({ id: user.userId, sys_admin: true, disabled: false });
    expect((await user.client.get('v1/users/getUsers')).status).toBe(200);
    await admin.client.post('v1/users/updateUser', { id: user.userId, sys_admin: false });
    expect((await user.client.get('v1/users/getUsers')).status).toBe(403);
    expect((await user.client.get('v1/teams/getTeam', { id: other.teamId })).status).toBe(404);
    expect((await admin.client.post('v1/users/deleteUser', { id: user.userId })).body.data).toEqual({
      id: user.userId,
    });
    expect((await create(admin, { username: user.username })).status).toBe(200);
  });

  it('always leave a system administrator', async () => {
    for (const id of [admin.userId, admin.userId.toUpperCase()]) {
      for (const change of [{ disabled: true }, { sys_admin: false }])
        expect((await admin.client.post('v1/users/updateUser', { id, ...change })).status).toBe(409);
      expect((await admin.client.post('v1/users/deleteUser', { id })).status).toBe(409);
    }
    expect((await admin.client.get('v1/users/getUsers')).status).toBe(200);
  });

  it('who manage organizations see nothing of them without belonging to them', async () => {
    expect((await admin.client.get('v1/teams/getTeam', { id: other.teamId })).status).toBe(404);
    const shown = JSON.stringify([
      (await admin.client.get('v1/organizations/getOwnOrganizations')).body,
      (await admin.client.get('v1/teams/getTeams')).body,
      (await admin.client.get('v1/users/getSelf')).body,
    ]);
    expect(shown).not.toContain(other.orgId);
    expect(shown).not.toContain(other.teamId);
  });

  it('never leave an organization without an administrator, when two leave at once', async () => {
    const one = await otherOrganization(app, admin, 'Two administrators');
    const two = await newUser(app, one, { org_id: one.orgId, role: 'admin' });
    const answers = await withClient(app.databaseUrl, async (client) => {
      // Both have looked whether another one is left before either can go.
      await client.query('BEGIN');
      await client.query('SELECT FROM memberships WHERE org_id = $1 FOR UPDATE', [one.orgId]);
      const leaving = [
        admin.client.post('v1/users/deleteUser', { id: one.userId }),
        two.client.post('v1/organizations/removeMember', { org_id: one.orgId, user_id: two.userId }),
      ];
      await untilWaiting(app.databaseUrl, 2);
      await client.query('COMMIT');
      return Promise.all(leaving);
    });
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

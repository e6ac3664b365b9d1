import { startApp, type TestApp } from '../support/app.js';
import { firstAdmin, newUser, otherOrganization, type Person, type TenantIds } from '../support/people.js';
import { withClient } from '../support/postgres.js';

describe('API keys', () => {
  let app: TestApp;
  let admin: Person & TenantIds;
  let other: Person & TenantIds;
  let member: Person;

  beforeAll(async () => {
    app = await startApp();
    admin = await firstAdmin(app);
    other = await otherOrganization(app, admin);
    member = await newUser(app, admin, { org_id: admin.orgId, role: 'member' });
  });
  afterAll(() => app.close());

  const create = async (person: Person, fields: Record<string, unknown> = {}) => {
    const answer = await person.client.post('v1/users/createApiKey', { name: 'ci', ...fields });
    expect(answer.status).toBe(200);
    return answer.body.data as { id: string; key: string };
  };
  const using = (key: { key: string }) => app.client.as(key.key);

  it('are shown once and stored as a hash', async () => {
    const answer = await member.client.post('v1/users/createApiKey', { name: 'ci' });
    const shown = {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      user_id: member.userId,
      org_id: null,
      project_id: null,
      name: 'ci',
      hint: answer.body.data.key.slice(0, 10),
      role: null,
      trust_rule_id: null,
      expires_at: null,
      last_used_at: null,
      revoked_at: null,
      created_at: expect.stringMatching(/Z$/),
    };
    expect(answer).toMatchObject({ status: 200, body: { meta: { total_count: 1, offset: 0 } } });
    expect(answer.body.data).toEqual({ ...shown, key: expect.stringMatching(/^stk_[\w-]{43}$/) });
    const list = await member.client.get('v1/users/getApiKeys');
    expect(list.body).toEqual({ data: [shown], meta: { total_count: 1, offset: 0, limit: 100 } });
    const { rows } = await withClient(app.databaseUrl, (client) =>
      client.query('SELECT api_keys::text AS row FROM api_keys'),
    );
    expect(rows.some(({ row }) => row.includes(answer.body.data.key.slice(12)))).toBe(false);
  });

  it('act for their user, and note when', async () => {
    const key = await create(member);
    expect((await using(key).get('v1/users/getSelf')).body.data.id).toBe(member.userId);
    const keys = (await member.client.get('v1/users/getApiKeys')).body.data;
    expect(keys.find(({ id }: { id: string }) => id === key.id).last_used_at).not.toBeNull();
  });

  it('never do more than their ceiling, nor more than their user', async () => {
    const [viewer, ceilingless] = [await create(admin, { role: 'viewer' }), await create(admin, { role: '' })];
    expect((await using(viewer).get('v1/teams/getTeam', { id: admin.teamId })).status).toBe(200);
    expect((await using(viewer).post('v1/teams/createTeam', { name: 'T' })).status).toBe(403);
    expect((await using(viewer).post('v1/organizations/createOrganization', { name: 'O' })).status).toBe(403);
    expect((await using(viewer).get('v1/users/getSelf')).body.data.teams).toEqual({ [admin.teamId]: 'viewer' });
    expect((await using(viewer).get('v1/organizations/getOwnOrganizations')).body.data[0].role).toBe('viewer');
    expect((await using(ceilingless).post('v1/teams/createTeam', { name: 'T' })).status).toBe(200);
    const high = await create(member, { role: 'admin' });
    expect((await using(high).post('v1/teams/createTeam', { name: 'T' })).status).toBe(403);
  });

  it('may be bound to one organization', async () => {
    const both = await newUser(app, admin, { org_id: admin.orgId });
    await other.client.post('v1/organizations/addMember', {
      org_id: other.orgId,
      user_id: both.userId,
      role: 'member',
    });
    const bound = await create(both, { org_id: other.orgId });
    const organizations = (await using(bound).get('v1/organizations/getOwnOrganizations')).body;
    expect(organizations.data.map((item: any) => item.organization.id)).toEqual([other.orgId]);
    expect(organizations.meta.total_count).toBe(1);
    expect((await using(bound).get('v1/teams/getTeam', { id: admin.teamId })).status).toBe(404);
    expect((await using(bound).get('v1/teams/getTeam', { id: other.teamId })).status).toBe(200);

    const listed = await other.client.get('v1/users/getApiKeys', { org_id: other.orgId });
    expect(listed.body.data.map(({ id }: { id: string }) => id)).toEqual([bound.id]);
    expect((await both.client.get('v1/users/getApiKeys', { org_id: other.orgId })).status).toBe(403);
    expect((await admin.client.get('v1/users/getApiKeys', { org_id: other.orgId })).status).toBe(404);
    expect((await admin.client.post('v1/users/revokeApiKey', { id: bound.id })).status).toBe(404);
    expect((await other.client.post('v1/users/revokeApiKey', { id: bound.id })).status).toBe(200);
    expect((await using(bound).get('v1/users/getSelf')).status).toBe(401);
  });

  it('end when they are revoked, and revoking twice is no mistake', async () => {
    const key = await create(member);
    const revoked = await member.client.post('v1/users/revokeApiKey', { id: key.id });
    expect(revoked).toMatchObject({ status: 200, body: { data: { id: key.id, revoked_at: expect.any(String) } } });
    expect(await member.client.post('v1/users/revokeApiKey', { id: key.id })).toMatchObject(revokedAt(revoked));
    expect((await using(key).get('v1/users/getSelf')).status).toBe(401);
  });
  const revokedAt = (answer: { body: any }) => ({
    status: 200,
    body: { data: { revoked_at: answer.body.data.revoked_at } },
  });

  it('end when they expire', async () => {
    const key = await create(member, { expires_at: new Date(Date.now() + 3_600_000).toISOString() });
    expect((await using(key).get('v1/users/getSelf')).status).toBe(200);
    await withClient(app.databaseUrl, (client) =>
      client.query(`UPDATE api_keys SET expires_at = now() WHERE id = $1`, [key.id]),
    );
    expect((await using(key).get('v1/users/getSelf')).status).toBe(401);
  });

  it('of other people are as if they did not exist', async () => {
    const key = await create(admin);
    const [foreign, missing] = [
      await member.client.post('v1/users/revokeApiKey', { id: key.id }),
      await member.client.post('v1/users/revokeApiKey', { id: '018f0000-0000-7000-8000-000000000001' }),
    ];
    expect({ ...foreign.body, request_id: '' }).toEqual({ ...missing.body, request_id: '' });
    expect(foreign.status).toBe(404);
    expect((await using(key).get('v1/users/getSelf')).status).toBe(200);
    expect((await member.client.post('v1/users/createApiKey', { name: 'x', org_id: other.orgId })).status).toBe(404);
  });

  it('with a limit cannot lift it', async () => {
    const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
    for (const limit of [{ role: 'admin' }, { org_id: admin.orgId }, { expires_at: inAnHour }]) {
      const limited = using(await create(admin, limit));
      expect((await limited.post('v1/users/createApiKey', { name: 'x' })).status).toBe(403);
      expect((await limited.get('v1/users/getApiKeys')).status).toBe(403);
      expect((await limited.post('v1/users/revokeApiKey', { id: admin.userId })).status).toBe(403);
      const change = { current_password: admin.password, new_password: 'long enough' };
      expect((await limited.post('v1/users/changePassword', change)).status).toBe(403);
    }
    expect((await using(await create(admin)).post('v1/sessions/logout')).status).toBe(400);
    expect((await admin.client.get('v1/users/getSelf')).status).toBe(200);
  });

  it('with a limit make no members, who would stay when it has ended', async () => {
    const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
    const stranger = await newUser(app, admin);
    const body = { org_id: admin.orgId, user_id: stranger.userId, role: 'admin' };
    for (const limit of [{ role: 'admin' }, { org_id: admin.orgId }, { expires_at: inAnHour }]) {
      const limited = using(await create(admin, limit));
      const change = { ...body, user_id: member.userId };
      const joining = { team_id: admin.teamId, user_id: stranger.userId };
      expect((await limited.post('v1/organizations/addMember', body)).status).toBe(403);
      expect((await limited.post('v1/organizations/updateMember', change)).status).toBe(403);
      expect((await limited.post('v1/teamUsers/createTeamUser', joining)).status).toBe(403);
      expect((await limited.post('v1/teamUsers/createTeamUser', { ...joining, user_id: member.userId })).status).toBe(
        403,
      );
      const made = { username: `stays-${limit.role ?? ''}`, org_id: admin.orgId, role: 'admin' };
      expect((await limited.post('v1/users/createUser', made)).status).toBe(403);
    }
    expect((await using(await create(admin)).post('v1/organizations/addMember', body)).status).toBe(200);
  });

  it('refuse wrong fields, all at once', async () => {
    const wrong = { name: '', role: 'owner', org_id: 'x', expires_at: 'tomorrow' };
    expect(await member.client.post('v1/users/createApiKey', wrong)).toMatchObject({
      status: 400,
      body: {
        fields: {
          name: 'is required',
          role: 'must be one of viewer, member, admin',
          org_id: 'must be an identifier (UUID)',
          expires_at: 'must be a moment with its zone, like 2026-11-21T10:30:00Z',
        },
      },
    });
    const past = { name: 'x', expires_at: '2020-01-01T00:00:00Z' };
    expect((await member.client.post('v1/users/createApiKey', past)).body.fields).toEqual({
      expires_at: 'must be in the future',
    });
    expect((await member.client.post('v1/users/revokeApiKey', { id: '1' })).status).toBe(400);
  });

  it('come in pages, newest first', async () => {
    const user = await newUser(app, admin);
    const ids = [];
    for (let key = 0; key < 5; key += 1) ids.unshift((await create(user, { name: `k${key}` })).id);
    const page = await user.client.get('v1/users/getApiKeys', { offset: '1', limit: '2' });
    expect(page.body.data.map(({ id }: { id: string }) => id)).toEqual(ids.slice(1, 3));
    expect(page.body.meta).toEqual({ total_count: 5, offset: 1, limit: 2 });
    expect((await user.client.get('v1/users/getApiKeys', { limit: '0' })).status).toBe(400);
  });
});

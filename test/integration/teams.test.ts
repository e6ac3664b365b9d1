import { startApp, type TestApp } from '../support/app.js';
import type { Answer } from '../support/api-client.js';
import { firstAdmin, newTeam, newUser, otherOrganization, type Person, type TenantIds } from '../support/people.js';

const missing = '018f0000-0000-7000-8000-000000000001';
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describe('teams', () => {
  let app: TestApp;
  let admin: Person & TenantIds;
  let other: Person & TenantIds;

  beforeAll(async () => {
    app = await startApp();
    admin = await firstAdmin(app);
    other = await otherOrganization(app, admin);
  });
  afterAll(() => app.close());

  const join = (role: string, more: Record<string, unknown> = {}) =>
    newUser(app, admin, { org_id: admin.orgId, role, ...more });
  const alike = (one: Answer, another: Answer) => {
    expect(one.status).toBe(another.status);
    expect({ ...one.body, request_id: '' }).toEqual({ ...another.body, request_id: '' });
  };

  it('are made by administrators, field by field', async () => {
    const answer = await admin.client.post('v1/teams/createTeam', {
      name: 'Red',
      poc_name: 'Ada',
      poc_email: 'ada@example.com',
      id: missing,
      sys_admin: true,
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      data: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        org_id: admin.orgId,
        name: 'Red',
        poc_name: 'Ada',
        poc_email: 'ada@example.com',
        delivering: false,
        sys_admin: false,
        default_deploy_key: '',
        created_at: time,
        updated_at: time,
        deleted_at: null,
      },
      meta: { total_count: 1, offset: 0 },
    });
    const queries: Record<string, string>[] = [{ id: answer.body.data.id }, { someid: answer.body.data.id }];
    for (const query of queries) expect((await admin.client.get('v1/teams/getTeam', query)).body).toEqual(answer.body);
  });

  it('take the zero values of Go clients, and refuse wrong ones', async () => {
    const create = (body: unknown) => admin.client.post('v1/teams/createTeam', body);
    expect((await create({ name: 'Go', poc_name: '', poc_email: '', org_id: '' })).status).toBe(200);
    expect((await create({ name: '', poc_email: 'x', org_id: 'y' })).body.fields).toEqual({
      name: 'is required',
      poc_email: 'must be an e-mail address',
      org_id: 'must be an identifier (UUID)',
    });
    const [viewer, member] = [await join('viewer'), await join('member')];
    for (const { client } of [viewer, member])
      expect((await client.post('v1/teams/createTeam', { name: 'T' })).status).toBe(403);
    alike(await create({ name: 'T', org_id: other.orgId }), await create({ name: 'T', org_id: missing }));
    const nowhere = await newUser(app, admin);
    expect((await nowhere.client.post('v1/teams/createTeam', { name: 'T' })).body.fields).toEqual({
      org_id: 'is required',
    });
  });

  it('of other organizations are as if they did not exist', async () => {
    const get = (id: string) => admin.client.get('v1/teams/getTeam', { id });
    alike(await get(other.teamId), await get(missing));
    expect((await get(missing)).status).toBe(404);
    expect((await get('1')).body.fields).toEqual({ id: 'must be an identifier (UUID)' });
    expect((await admin.client.get('v1/teams/getTeam')).body.fields).toEqual({ id: 'is required' });
  });

  it('are listed in pages, the caller’s only', async () => {
    const viewer = await join('viewer');
    const { data, meta } = (await viewer.client.get('v1/teams/getTeams')).body;
    expect(meta).toEqual({ total_count: data.length, offset: 0, limit: 100 });
    expect(new Set(data.map((team: any) => team.org_id))).toEqual(new Set([admin.orgId]));
    const page = (await viewer.client.get('v1/teams/getTeams', { offset: '1', limit: '1' })).body;
    expect(page.data).toEqual([data[1]]);
    expect(page.meta).toEqual({ total_count: data.length, offset: 1, limit: 1 });
    const nowhere = await newUser(app, admin);
    expect((await nowhere.client.get('v1/teams/getTeams')).body.data).toEqual([]);
  });

  describe('their users', () => {
    let red: string;
    beforeAll(async () => (red = await newTeam(admin, admin.orgId, 'Red')));

    const create = (by: Person, body: Record<string, unknown>) => by.client.post('v1/teamUsers/createTeamUser', body);
    const remove = (by: Person, query: Record<string, string>) =>
      by.client.send('DELETE', 'v1/teamUsers/deleteTeamUser', { query });
    const get = (by: Person, userId: string, teamId = red) =>
      by.client.get('v1/teamUsers/getTeamUser', { team_id: teamId, user_id: userId });

    it('are put in, changed and taken out as the legacy client’s SDK does', async () => {
      const user = await join('member');
      const made = await create(admin, {
        team_id: red,
        user_id: user.userId,
        role: 'member',
        status: 'active',
        created_at: '',
        updated_at: '',
      });
      const shown = {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        org_id: admin.orgId,
        team_id: red,
        user_id: user.userId,
        role: 'member',
        status: 'active',
        created_at: time,
        updated_at: time,
        deleted_at: null,
      };
      expect(made).toMatchObject({ status: 200, body: { data: shown, meta: { total_count: 1, offset: 0 } } });
      expect((await get(admin, user.userId)).body.data).toEqual(made.body.data);
      expect((await create(admin, { team_id: red, user_id: user.userId })).status).toBe(409);

      const { id } = made.body.data;
      const changed = await admin.client.put(
        'v1/teamUsers/updateTeamUser',
        { ...made.body.data, deleted_at: '0001-01-01T00:00:00Z', status: '', role: 'viewer' },
        { someid: id },
      );
      expect(changed.body.data).toEqual({ ...shown, id, role: 'viewer' });
      expect((await user.client.get('v1/users/getSelf')).body.data.teams[red]).toBe('viewer');
      expect((await user.client.get('v1/users/getSelf')).body.data.teams[admin.teamId]).toBe('member');

      expect((await remove(admin, { someid: id })).body.data).toEqual({ id });
      expect((await get(admin, user.userId)).status).toBe(404);
      expect((await remove(admin, { id })).status).toBe(404);
    });

    it('who are no members yet then see this team only', async () => {
      const user = await newUser(app, admin);
      const made = await create(admin, { team_id: red, user_id: user.userId, role: 'member' });
      expect(made.status).toBe(200);
      expect((await user.client.get('v1/teams/getTeams')).body.data.map((team: any) => team.id)).toEqual([red]);
      expect((await user.client.get('v1/users/getSelf')).body.data.teams).toEqual({ [red]: 'member' });
      await admin.client.put('v1/teamUsers/updateTeamUser', { id: made.body.data.id, status: 'inactive' });
      expect((await user.client.get('v1/teams/getTeams')).body.data).toEqual([]);
      expect((await user.client.get('v1/teams/getTeam', { id: red })).status).toBe(404);
    });

    it('never get a role above their membership’s', async () => {
      const user = await join('viewer');
      const refused = await create(admin, { team_id: red, user_id: user.userId, role: 'member' });
      expect(refused).toMatchObject({ status: 400, body: { fields: { role: 'must be at most viewer' } } });
      const made = await create(admin, { team_id: red, user_id: user.userId });
      expect(made.body.data.role).toBe('viewer');
      const raised = await admin.client.put('v1/teamUsers/updateTeamUser', { id: made.body.data.id, role: 'admin' });
      expect(raised.status).toBe(400);
    });

    it('are managed by administrators of the organization or of the team, and by nobody for himself', async () => {
      const target = await join('viewer');
      const body = { team_id: red, user_id: target.userId };
      for (const role of ['viewer', 'member']) expect((await create(await join(role), body)).status).toBe(403);
      alike(await create(other, body), await create(other, { ...body, team_id: missing }));

      const leader = await newUser(app, admin);
      const place = (await create(admin, { team_id: red, user_id: leader.userId, role: 'admin' })).body.data;
      expect((await create(leader, body)).status).toBe(200);
      alike(
        await create(leader, { team_id: red, user_id: other.userId }),
        await create(leader, { team_id: red, user_id: missing }),
      );
      alike(
        await create(leader, { team_id: admin.teamId, user_id: target.userId }),
        await create(leader, { team_id: missing, user_id: target.userId }),
      );
      expect((await leader.client.post('v1/teams/createTeam', { name: 'T', org_id: admin.orgId })).status).toBe(403);
      expect((await leader.client.put('v1/teamUsers/updateTeamUser', { id: place.id, role: 'admin' })).status).toBe(
        403,
      );
      expect((await remove(leader, { id: place.id })).status).toBe(403);

      const theirs = (await get(admin, target.userId)).body.data;
      alike(await get(other, target.userId), await get(other, missing, missing));
      alike(await remove(other, { id: theirs.id }), await remove(other, { id: missing }));
      const update = (id: string) => other.client.put('v1/teamUsers/updateTeamUser', { id, role: 'viewer' });
      alike(await update(theirs.id), await update(missing));
      expect((await get(admin, target.userId)).body.data).toEqual(theirs);
    });

    it('that are named wrongly are refused', async () => {
      expect((await create(admin, { team_id: 'x', role: 'boss', status: 'gone' })).body.fields).toEqual({
        team_id: 'must be an identifier (UUID)',
        user_id: 'must be an identifier (UUID)',
        role: 'must be one of viewer, member, admin',
        status: 'must be one of active, inactive',
      });
      expect((await create(admin, { team_id: red, user_id: missing })).status).toBe(404);
      expect((await admin.client.put('v1/teamUsers/updateTeamUser', {})).body.fields).toEqual({ id: 'is required' });
      expect((await remove(admin, {})).body.fields).toEqual({ id: 'is required' });
    });
  });
});

import { startApp, type TestApp } from '../support/app.js';
import { firstAdmin, newTeam, newUser, otherOrganization, type Person, type TenantIds } from '../support/people.js';

const missing = '018f0000-0000-7000-8000-000000000001';

describe('organizations and their members', () => {
  let app: TestApp;
  let admin: Person & TenantIds;
  let other: Person & TenantIds;

  beforeAll(async () => {
    app = await startApp();
    admin = await firstAdmin(app);
    other = await otherOrganization(app, admin, 'Other');
  });
  afterAll(() => app.close());

  const members = (by: Person, action: string, body: Record<string, unknown>) =>
    by.client.post(`v1/organizations/${action}`, body);
  const join = (role: string, more: Record<string, unknown> = {}) =>
    newUser(app, admin, { org_id: admin.orgId, role, ...more });

  describe('getOwnOrganizations', () => {
    it('lists the caller’s organizations, field by field', async () => {
      const viewer = await join('viewer');
      const answer = await viewer.client.get('v1/organizations/getOwnOrganizations');
      expect(answer).toMatchObject({ status: 200, body: { meta: { total_count: 1, offset: 0, limit: 100 } } });
      expect(answer.body.data).toEqual([
        {
          organization: {
            id: admin.orgId,
            created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
            updated_at: expect.any(String),
            deleted_at: null,
            name: 'Default',
            members: [
              { user_id: admin.userId, role: 'admin' },
              { user_id: viewer.userId, role: 'viewer' },
            ],
            service_accounts: [],
          },
          user_id: viewer.userId,
          role: 'viewer',
        },
      ]);
      await members(admin, 'removeMember', { org_id: admin.orgId, user_id: viewer.userId });
      expect((await viewer.client.get('v1/organizations/getOwnOrganizations')).body).toEqual({
        data: [],
        meta: { total_count: 0, offset: 0, limit: 100 },
      });
    });

    it('comes in pages', async () => {
      const user = await newUser(app, admin);
      const ids: string[] = [];
      for (const name of ['A', 'B', 'C']) {
        const made = await members(admin, 'createOrganization', { name, admin_user_id: user.userId });
        ids.push(made.body.data.id);
      }
      const page = await user.client.get('v1/organizations/getOwnOrganizations', { offset: '1', limit: '1' });
      expect(page.body.data.map((item: any) => item.organization.id)).toEqual([ids[1]]);
      expect(page.body.meta).toEqual({ total_count: 3, offset: 1, limit: 1 });
      const wrongs: Record<string, string>[] = [{ limit: '1001' }, { limit: 'x' }, { offset: '-1' }];
      for (const wrong of wrongs)
        expect((await user.client.get('v1/organizations/getOwnOrganizations', wrong)).status).toBe(400);
    });
  });

  describe('createOrganization', () => {
    it('is for system administrators, who belong to it only if they say so', async () => {
      const answer = await members(admin, 'createOrganization', { name: 'New', admin_user_id: other.userId });
      expect(answer).toMatchObject({
        status: 200,
        body: {
          data: {
            id: expect.any(String),
            name: 'New',
            members: [{ user_id: other.userId, role: 'admin' }],
            deleted_at: null,
          },
        },
      });
      const teams = (await other.client.get('v1/teams/getTeams')).body.data;
      expect(teams).toContainEqual(expect.objectContaining({ org_id: answer.body.data.id, name: 'New' }));
      expect((await members(other, 'createOrganization', { name: 'Mine' })).status).toBe(403);
      expect((await members(admin, 'createOrganization', { name: 'X', admin_user_id: missing })).status).toBe(404);
      expect((await members(admin, 'createOrganization', {})).body.fields).toEqual({ name: 'is required' });
      const own = await members(admin, 'createOrganization', { name: 'Own' });
      expect(own.body.data.members).toEqual([{ user_id: admin.userId, role: 'admin' }]);
    });
  });

  describe('members', () => {
    it('are added by id or by name, once', async () => {
      const user = await newUser(app, admin);
      const added = await members(admin, 'addMember', { org_id: admin.orgId, user_id: user.userId, role: 'member' });
      expect(added.body).toEqual({
        data: {
          org_id: admin.orgId,
          user_id: user.userId,
          role: 'member',
          by_groups: false,
          service_account: false,
          team_ids: null,
          created_at: expect.stringMatching(/Z$/),
          updated_at: expect.stringMatching(/Z$/),
        },
        meta: { total_count: 1, offset: 0 },
      });
      const again = { org_id: admin.orgId, username: user.username, role: 'viewer' };
      expect((await members(admin, 'addMember', again)).status).toBe(409);
      expect((await members(admin, 'removeMember', { org_id: admin.orgId, user_id: user.userId })).body.data).toEqual({
        org_id: admin.orgId,
        user_id: user.userId,
      });
      expect((await members(admin, 'addMember', again)).body.data.role).toBe('viewer');
    });

    it('of other organizations are found by the id that they give, never by a guessed name', async () => {
      const [foreign, free] = [await join('member'), await newUser(app, admin)];
      const add = (by: Person, orgId: string, body: object) =>
        members(by, 'addMember', { org_id: orgId, role: 'viewer', ...body });
      const [hidden, unknown] = [
        await add(other, other.orgId, { username: foreign.username }),
        await add(other, other.orgId, { username: 'nobody-has-this-name' }),
      ];
      expect(hidden).toMatchObject({ status: 404, body: { message: expect.stringContaining('user_id') } });
      expect({ ...hidden.body, request_id: '' }).toEqual({ ...unknown.body, request_id: '' });
      const seen = (await other.client.get('v1/organizations/getMembers', { org_id: other.orgId })).body.data;
      expect(seen.map(({ username }: { username: string }) => username)).not.toContain(foreign.username);
      // Who belongs nowhere waits to be added; who shares an organization is known.
      expect((await add(other, other.orgId, { username: free.username })).status).toBe(200);
      const second = (await members(admin, 'createOrganization', { name: 'Second', admin_user_id: other.userId })).body
        .data.id;
      expect((await add(other, second, { username: free.username })).status).toBe(200);
      expect((await add(other, other.orgId, { user_id: foreign.userId })).status).toBe(200);
      // A system administrator sees every account anyway.
      const apart = await otherOrganization(app, admin, 'Apart');
      expect((await add(admin, admin.orgId, { username: apart.username })).status).toBe(200);
    });

    it('may be narrowed to teams, to others, and to none', async () => {
      const [red, blue] = [await newTeam(admin, admin.orgId, 'Red'), await newTeam(admin, admin.orgId, 'Blue')];
      const user = await join('member', { team_ids: [red] });
      const seen = async () =>
        (await user.client.get('v1/teams/getTeams')).body.data.map(({ id }: { id: string }) => id);
      const update = (body: Record<string, unknown>) =>
        members(admin, 'updateMember', { org_id: admin.orgId, user_id: user.userId, ...body });

      expect(await seen()).toEqual([red]);
      expect((await user.client.get('v1/teams/getTeam', { id: blue })).status).toBe(404);
      expect((await update({ team_ids: [blue] })).body.data).toMatchObject({ role: 'member', team_ids: [blue] });
      expect(await seen()).toEqual([blue]);
      expect((await update({ role: 'viewer' })).body.data).toMatchObject({ role: 'viewer', team_ids: [blue] });
      expect((await update({ all_teams: true })).body.data).toMatchObject({ role: 'viewer', team_ids: null });
      expect(await seen()).toEqual(expect.arrayContaining([red, blue, admin.teamId]));

      const before = await seen();
      expect((await update({ team_ids: [] })).body.fields).toEqual({
        team_ids: 'must contain at least one team, or be omitted',
      });
      expect((await update({ team_ids: [red], all_teams: true })).status).toBe(400);
      const [foreign, unknown] = [await update({ team_ids: [other.teamId] }), await update({ team_ids: [missing] })];
      expect({ ...foreign.body, request_id: '' }).toEqual({ ...unknown.body, request_id: '' });
      expect(foreign.status).toBe(404);
      expect(await seen()).toEqual(before);
    });

    it('always leave somebody who can administer the organization', async () => {
      // whichever of the two removals below wins decides who is left, so no other test may use this organization
      const first = await otherOrganization(app, admin, 'Two administrators');
      const alone = { org_id: first.orgId, user_id: first.userId };
      for (const change of [{ role: 'member' }, { team_ids: [first.teamId] }])
        expect((await members(first, 'updateMember', { ...alone, ...change })).status).toBe(409);
      expect((await members(first, 'removeMember', alone)).status).toBe(409);
      expect((await admin.client.post('v1/users/deleteUser', { id: first.userId })).status).toBe(409);

      const second = await newUser(app, admin);
      await members(first, 'addMember', { org_id: first.orgId, user_id: second.userId, role: 'admin' });
      await admin.client.post('v1/users/updateUser', { id: second.userId, disabled: true });
      expect((await members(first, 'removeMember', alone)).status).toBe(409);
      await admin.client.post('v1/users/updateUser', { id: second.userId, disabled: false });

      const both = await Promise.all([
        members(first, 'removeMember', { org_id: first.orgId, user_id: second.userId }),
        members(second, 'removeMember', alone),
      ]);
      expect(both.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
    });

    it('leave by themselves, which the audit log has, but not the last administrator, nor by a limited key', async () => {
      const red = await newTeam(admin, admin.orgId, 'Left');
      const leaving = { viewer: await join('viewer'), narrowed: await join('member', { team_ids: [red] }) };
      for (const person of Object.values(leaving)) {
        const self = { org_id: admin.orgId, user_id: person.userId };
        const elsewhere = { ...self, org_id: other.orgId };
        expect((await members(person, 'removeMember', elsewhere)).status).toBe(404);
        for (const limit of [{ role: 'viewer' }, { org_id: admin.orgId }]) {
          const made = await person.client.post('v1/users/createApiKey', { name: 'k', ...limit });
          const byKey = await app.client.as(made.body.data.key).post('v1/organizations/removeMember', self);
          expect(byKey.status).toBe(403);
        }
        expect((await members(person, 'removeMember', self)).body.data).toEqual(self);
        expect((await person.client.get('v1/organizations/getOwnOrganizations')).body.data).toEqual([]);
        expect((await person.client.get('v1/teams/getTeams')).body.data).toEqual([]);
        expect((await members(person, 'removeMember', self)).status).toBe(404);
        const query = { org_id: admin.orgId, actor_id: person.userId, action: 'organizations/removeMember' };
        const { data } = (await admin.client.get('v1/audit/getEvents', { ...query, outcome: 'done' })).body;
        expect(data).toEqual([
          expect.objectContaining({ status: 200, objects: expect.arrayContaining([admin.orgId, person.userId]) }),
        ]);
      }
      const last = await members(other, 'removeMember', { org_id: other.orgId, user_id: other.userId });
      expect([last.status, last.body.message]).toEqual([
        409,
        'This is the last administrator of the organization; appoint another one first',
      ]);
      const shared = await otherOrganization(app, admin, 'Shared');
      const second = await newUser(app, shared, { org_id: shared.orgId, role: 'admin' });
      const both = await Promise.all(
        [shared, second].map((person) =>
          members(person, 'removeMember', { org_id: shared.orgId, user_id: person.userId }),
        ),
      );
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    });

    it('are managed by administrators only', async () => {
      const target = await join('viewer');
      const [viewer, member] = [await join('viewer'), await join('member')];
      const body = { org_id: admin.orgId, user_id: target.userId, role: 'admin' };
      for (const action of ['addMember', 'updateMember', 'removeMember']) {
        for (const person of [viewer, member]) expect((await members(person, action, body)).status).toBe(403);
        const [foreign, unknown] = [
          await members(other, action, body),
          await members(other, action, { ...body, org_id: missing }),
        ];
        expect([foreign.status, unknown.status]).toEqual([404, 404]);
        expect({ ...foreign.body, request_id: '' }).toEqual({ ...unknown.body, request_id: '' });
      }
      const named = (username: string) =>
        members(member, 'addMember', { org_id: admin.orgId, username, role: 'viewer' });
      expect((await named(viewer.username)).status).toBe(403);
      expect((await named('nobody-has-this-name')).status).toBe(403);
      const own = (await admin.client.get('v1/organizations/getOwnOrganizations')).body.data[0].organization.members;
      expect(own).toContainEqual({ user_id: target.userId, role: 'viewer' });
    });

    it('that are named wrongly are refused, every field at once', async () => {
      expect(
        (await members(admin, 'addMember', { org_id: 'x', user_id: 'y', role: 'owner', team_ids: 'z' })).body.fields,
      ).toEqual({
        org_id: 'must be an identifier (UUID)',
        user_id: 'must be an identifier (UUID)',
        role: 'must be one of viewer, member, admin',
        team_ids: 'must be a list',
      });
      const someone = { org_id: admin.orgId, role: 'member' };
      expect((await members(admin, 'addMember', someone)).status).toBe(400);
      expect((await members(admin, 'addMember', { ...someone, user_id: missing, username: 'x' })).status).toBe(400);
      expect((await members(admin, 'addMember', { ...someone, user_id: missing })).status).toBe(404);
      expect((await members(admin, 'addMember', { ...someone, username: 'nobody' })).status).toBe(404);
      for (const action of ['updateMember', 'removeMember'])
        expect((await members(admin, action, { org_id: admin.orgId, user_id: other.userId })).status).toBe(404);
    });
  });
});

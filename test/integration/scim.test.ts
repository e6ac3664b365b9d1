import { startApp, type TestApp } from '../support/app.js';
import { firstAdmin, newTeam, newUser, otherOrganization, type Person, type TenantIds } from '../support/people.js';
import { withClient } from '../support/postgres.js';

const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';
const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const patch = (...Operations: object[]): object => ({ schemas: [patchSchema], Operations });

describe('provisioning by SCIM', () => {
  let app: TestApp;
  let admin: Person & TenantIds;
  let other: Person & TenantIds;
  let [token, theirs] = ['', ''];

  const tokenOf = async (of: Person & TenantIds): Promise<string> =>
    (await of.client.post('v1/scim/createToken', { org_id: of.orgId, name: 'idp' })).body.data.token;
  const scim = async (method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
    const response = await fetch(`${app.url}/scim/v2/${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/scim+json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
  };
  const makeUser = async (userName: string, more: object = {}): Promise<string> => {
    const emails = [{ value: `${userName}@corp.example`, type: 'work', primary: true }];
    const made = await scim('POST', 'Users', { schemas: [userSchema], userName, active: true, emails, ...more });
    expect([made.status, made.body.userName]).toEqual([201, userName]);
    return made.body.id;
  };
  const membersOf = async (): Promise<Record<string, any>> => {
    const { data } = (await admin.client.get('v1/organizations/getMembers', { org_id: admin.orgId, limit: '1000' }))
      .body;
    return Object.fromEntries(data.map((member: any) => [member.user_id, member]));
  };
  const map = (group: string, more: object) =>
    admin.client.post('v1/organizations/createGroupMapping', { org_id: admin.orgId, group, ...more });
  /** As if the person had set a password, to look through their eyes. */
  const withPassword = async (userId: string): Promise<Person> => {
    const someone = await newUser(app, admin, { org_id: admin.orgId, role: 'viewer' });
    await withClient(app.databaseUrl, (sql) =>
      sql.query('UPDATE users SET password_hash = (SELECT password_hash FROM users WHERE id = $2) WHERE id = $1', [
        ...[userId, someone.userId],
      ]),
    );
    const { rows } = await withClient(app.databaseUrl, (sql) =>
      sql.query('SELECT username FROM users WHERE id = $1', [userId]),
    );
    const { username } = rows[0];
    const answer = await app.client.post('v1/sessions/login', { username, password: someone.password });
    return { userId, username, password: someone.password, token: answer.body.data.jwt, client: app.client.as(answer.body.data.jwt) }; // prettier-ignore
  };

  beforeAll(async () => {
    app = await startApp();
    admin = await firstAdmin(app);
    other = await otherOrganization(app, admin);
    [token, theirs] = [await tokenOf(admin), await tokenOf(other)];
  });
  afterAll(() => app.close());

  it('says what it can, to who has a token of an organization', async () => {
    const { status, headers, body } = await scim('GET', 'ServiceProviderConfig');
    expect([status, headers.get('content-type')]).toEqual([200, expect.stringContaining('application/scim+json')]);
    expect(body).toMatchObject({ patch: { supported: true }, bulk: { supported: false }, etag: { supported: true } });
    expect((await scim('GET', 'ResourceTypes')).body.Resources.map(({ id }: any) => id)).toEqual(['User', 'Group']);
    expect((await scim('GET', `Schemas/${userSchema}`)).body.attributes[0]).toMatchObject({ name: 'userName', required: true }); // prettier-ignore
    for (const Authorization of [
      '',
      `Bearer ${admin.token}`,
      `Bearer stk_scim_${'a'.repeat(43)}`,
      `Bearer ${token}x`,
    ]) {
      const refused = await scim('GET', 'Users', undefined, { Authorization });
      expect([refused.status, refused.body]).toEqual([
        401,
        { schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: '401', detail: expect.any(String) },
      ]);
    }
    // It is a token of SCIM alone.
    expect((await app.client.as(token).get('v1/users/getSelf')).status).toBe(401);
  });

  it('makes, finds, changes and pages users', async () => {
    const id = await makeUser('Ada', { externalId: 'x-1' });
    const found = await scim('GET', `Users?filter=${encodeURIComponent('userName eq "ADA"')}`);
    expect(found.body).toMatchObject({ totalResults: 1, startIndex: 1, Resources: [{ id, externalId: 'x-1' }] });
    expect((await scim('GET', `Users?filter=${encodeURIComponent('externalId eq "x-1"')}`)).body.totalResults).toBe(1);
    expect((await scim('GET', `Users?filter=${encodeURIComponent('userName eq "nobody"')}`)).body.Resources).toEqual(
      [],
    );
    for (const filter of [
      'userName co "a"',
      'userName eq ada',
      'password eq "x"',
      'userName eq "\\u0000"',
      'userName eq "\\ud800"',
      `userName eq "${'a'.repeat(2000)}"`,
    ])
      expect((await scim('GET', `Users?filter=${encodeURIComponent(filter)}`)).body).toMatchObject({
        status: '400',
        scimType: 'invalidFilter',
      });
    const again = await scim('POST', 'Users', { schemas: [userSchema], userName: 'ada' });
    expect([again.status, again.body.scimType]).toEqual([409, 'uniqueness']);
    await makeUser('Bob');
    const page = (await scim('GET', 'Users?startIndex=2&count=1')).body;
    expect([page.startIndex, page.itemsPerPage, page.Resources.length, page.totalResults >= 2]).toEqual([
      2,
      1,
      1,
      true,
    ]);
    // Entra ID.
    const patched = await scim('PATCH', `Users/${id}`, patch({ op: 'Replace', path: 'emails[type eq "work"].value', value: 'ada@new.example' })); // prettier-ignore
    expect(patched.body.emails).toEqual([{ value: 'ada@new.example', type: 'work', primary: true }]);
    // Okta.
    const renamed = await scim('PUT', `Users/${id}`, { schemas: [userSchema], id, userName: 'ada.l', active: true, name: { givenName: 'Ada' } }); // prettier-ignore
    expect(renamed.body).toMatchObject({ id, userName: 'ada.l', active: true });
    expect((await scim('GET', 'Users/018f0000-0000-7000-8000-00000000beef')).body.status).toBe('404');
  });

  it('tells versions apart', async () => {
    const id = await makeUser('versions');
    const { headers, body } = await scim('GET', `Users/${id}`);
    const tag = headers.get('etag')!;
    expect(body.meta.version).toBe(tag);
    expect((await scim('GET', `Users/${id}`, undefined, { 'If-None-Match': tag })).status).toBe(304);
    const change = patch({ op: 'replace', value: { externalId: 'v2' } });
    expect((await scim('PATCH', `Users/${id}`, change, { 'If-Match': 'W/"1"' })).status).toBe(412);
    expect((await scim('PATCH', `Users/${id}`, change, { 'If-Match': tag })).body.externalId).toBe('v2');
    expect((await scim('DELETE', `Users/${id}`, undefined, { 'If-Match': tag })).status).toBe(412);
  });

  it('gives what the groups of a user are mapped to, and takes it back', async () => {
    const team = await newTeam(admin, admin.orgId, 'Shop');
    const [one, two] = [await makeUser('one'), await makeUser('two')];
    expect((await membersOf())[one]).toBeUndefined();
    const group = await scim('POST', 'Groups', { displayName: 'Developers', members: [{ value: one }] });
    expect([group.status, group.body.members]).toEqual([
      201,
      [expect.objectContaining({ value: one, display: 'one' })],
    ]);
    await map('Developers', { role: 'member', team_id: team });
    expect((await membersOf())[one]).toMatchObject({ role: 'member', team_ids: [team] });
    const { id } = group.body;
    // Entra ID adds and removes one by one, Okta by a filter in the path.
    await scim('PATCH', `Groups/${id}`, patch({ op: 'Add', path: 'members', value: [{ value: two }] }));
    expect((await membersOf())[two]).toMatchObject({ role: 'member' });
    await scim('PATCH', `Groups/${id}`, patch({ op: 'remove', path: `members[value eq "${one}"]` }));
    expect((await membersOf())[one]).toBeUndefined();
    await scim('PATCH', `Groups/${id}`, patch({ op: 'replace', value: { id, displayName: 'Engineers' } }));
    expect((await membersOf())[two]).toBeUndefined();
    await map('Engineers', { role: 'viewer' });
    expect((await membersOf())[two]).toMatchObject({ role: 'viewer', team_ids: null });
    const listed = (await scim('GET', `Groups?excludedAttributes=members&filter=${encodeURIComponent('displayName eq "Engineers"')}`)).body; // prettier-ignore
    expect(listed.Resources).toEqual([expect.not.objectContaining({ members: expect.anything() })]);
    const unknown = await scim('PATCH', `Groups/${id}`, patch({ op: 'add', path: 'members', value: [{ value: other.userId }] })); // prettier-ignore
    expect([unknown.status, unknown.body.scimType]).toEqual([400, 'invalidValue']);
    expect((await scim('DELETE', `Groups/${id}`)).status).toBe(204);
    expect((await membersOf())[two]).toBeUndefined();
  });

  it('ends sessions and keys of who becomes inactive, and lets in again who becomes active', async () => {
    const id = await makeUser('leaver');
    await scim('POST', 'Groups', { displayName: 'Leavers', members: [{ value: id }] });
    await map('Leavers', { role: 'member' });
    const person = await withPassword(id);
    const key = app.client.as((await person.client.post('v1/users/createApiKey', { name: 'k' })).body.data.key);
    expect((await key.get('v1/teams/getTeams')).body.data.length).toBeGreaterThan(0);
    // Entra ID writes a text.
    const off = await scim('PATCH', `Users/${id}`, patch({ op: 'Replace', path: 'active', value: 'False' }));
    expect([off.status, off.body.active]).toEqual([200, false]);
    expect((await key.get('v1/users/getSelf')).status).toBe(401);
    expect((await person.client.get('v1/users/getSelf')).status).toBe(401);
    const back = async () => app.client.as((await app.client.post('v1/sessions/login', person)).body.data.jwt);
    expect((await (await back()).get('v1/teams/getTeams')).body.data).toEqual([]);
    await scim('PATCH', `Users/${id}`, patch({ op: 'replace', value: { active: true } }));
    expect((await (await back()).get('v1/teams/getTeams')).body.data.length).toBeGreaterThan(0);
    expect((await key.get('v1/users/getSelf')).status).toBe(401);
    const events = (await admin.client.get('v1/audit/getEvents', { org_id: admin.orgId, object_id: id })).body.data;
    expect(events.map(({ via, action }: any) => [via, action])).toContainEqual(['scim', 'scim/updateUser']);
    // Gone, and the same again when it comes back.
    expect((await scim('DELETE', `Users/${id}`)).status).toBe(204);
    expect((await scim('GET', `Users/${id}`)).status).toBe(404);
    expect((await membersOf())[id]).toBeUndefined();
    expect(await makeUser('leaver')).toBe(id);
  });

  it('brings back what groups and hands gave, as it was', async () => {
    const [id, team] = [await makeUser('traveller'), await newTeam(admin, admin.orgId, 'Of hand')];
    await scim('POST', 'Groups', { displayName: 'Travellers', members: [{ value: id }] });
    await map('Travellers', { role: 'member' });
    const teamUser = { team_id: team, user_id: id, role: 'viewer' };
    expect((await admin.client.post('v1/teamUsers/createTeamUser', teamUser)).status).toBe(200);
    const before = (await membersOf())[id];
    expect(before).toMatchObject({ role: 'member', team_ids: null, by_groups: true, suspended: false });
    for (const active of [false, true]) {
      await scim('PATCH', `Users/${id}`, patch({ op: 'replace', value: { active } }));
      expect((await membersOf())[id]).toEqual({ ...before, suspended: !active });
    }
    const role = await admin.client.get('v1/teamUsers/getTeamUser', { team_id: team, user_id: id });
    expect(role.body.data.role).toBe('viewer');
  });

  it('suspends members who were added by hand too, but not the last administrator', async () => {
    const hand = await newUser(app, admin, { org_id: admin.orgId, role: 'admin' });
    const id = await makeUser(hand.username);
    expect(id).toBe(hand.userId);
    await scim('PATCH', `Users/${id}`, patch({ op: 'replace', value: { active: false } }));
    expect((await hand.client.get('v1/users/getSelf')).status).toBe(401);
    // Whoever looks at the members must not think that the person can come in.
    const { data, meta } = (await admin.client.get('v1/organizations/getMembers', { org_id: admin.orgId })).body;
    expect(data.find(({ user_id }: any) => user_id === id)).toMatchObject({ disabled: false, suspended: true });
    expect(data.find(({ user_id }: any) => user_id === admin.userId)).toMatchObject({ suspended: false });
    const persons = data.filter(({ kind, suspended }: any) => kind === 'person' && !suspended);
    expect(meta.person_count).toBe(persons.length);
    const own = await makeUser(admin.username);
    expect(own).toBe(admin.userId);
    const refused = await scim('PATCH', `Users/${own}`, patch({ op: 'replace', value: { active: false } }));
    expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining('last administrator')]);
    expect((await admin.client.get('v1/users/getSelf')).status).toBe(200);
  });

  it('ends no session of a member who is more than the organization’s own', async () => {
    const guest = await newUser(app, admin, { org_id: admin.orgId });
    await withClient(app.databaseUrl, (sql) =>
      sql.query(`INSERT INTO memberships (org_id, user_id, role) VALUES ($1, $2, 'viewer')`, [
        other.orgId,
        guest.userId,
      ]),
    );
    const id = await makeUser(guest.username);
    await scim('PATCH', `Users/${id}`, patch({ op: 'replace', value: { active: false } }));
    expect((await guest.client.get('v1/teams/getTeam', { id: other.teamId })).status).toBe(200);
    expect((await guest.client.get('v1/teams/getTeam', { id: admin.teamId })).status).toBe(404);
  });

  it.each([
    [{ op: 'remove', path: 'externalId' }],
    [{ op: 'replace', path: 'externalId', value: '' }],
    [{ op: 'replace', value: { externalId: null } }],
  ])('forgets the id of the provider that it takes away by %j', async (operation) => {
    const user = await makeUser(`Nameless ${JSON.stringify(operation)}`, { externalId: 'gone' });
    const group = await scim('POST', 'Groups', { displayName: JSON.stringify(operation), externalId: 'gone' });
    for (const path of [`Users/${user}`, `Groups/${group.body.id}`]) {
      expect((await scim('GET', path)).body.externalId).toBe('gone');
      expect((await scim('PATCH', path, patch(operation))).status).toBe(200);
      expect((await scim('GET', path)).body.externalId).toBeUndefined();
    }
    expect((await scim('GET', `Users?filter=${encodeURIComponent('externalId eq "gone"')}`)).body.totalResults).toBe(0);
  });

  it.each([
    ['an empty list', 'PUT', { schemas: [userSchema], userName: 'moved', emails: [] }],
    ['null', 'PATCH', patch({ op: 'replace', value: { emails: null } })],
    ['a removal', 'PATCH', patch({ op: 'remove', path: 'emails[type eq "work"].value' })],
    ['a removal of all', 'PATCH', patch({ op: 'Remove', path: 'emails' })],
  ])('forgets the address that the provider takes away by %s: somebody else may get it', async (_by, method, body) => {
    const id = await makeUser('moved');
    const home = patch({ op: 'remove', path: 'emails[type eq "home"]' });
    expect((await scim('PATCH', `Users/${id}`, home)).body.emails).toHaveLength(1);
    const answer = await scim(method, `Users/${id}`, body);
    expect([answer.status, answer.body.emails]).toEqual([200, undefined]);
    await scim('DELETE', `Users/${id}`);
  });

  it('changes no address of an account that is more than the organization’s own', async () => {
    const emailAfter = async (id: string): Promise<string> =>
      (await scim('PATCH', `Users/${id}`, patch({ op: 'replace', path: 'emails', value: [{ value: 'new@corp.example' }] }))).body.emails[0].value; // prettier-ignore
    expect(await emailAfter(await makeUser('only-here'))).toBe('new@corp.example');
    const [operator, shared] = [await makeUser('operator'), await makeUser('shared')];
    await withClient(app.databaseUrl, async (sql) => {
      await sql.query('UPDATE users SET sys_admin = true WHERE id = $1', [operator]);
      await sql.query(`INSERT INTO memberships (org_id, user_id, role) VALUES ($1, $2, 'viewer')`, [
        other.orgId,
        shared,
      ]);
    });
    expect(await emailAfter(operator)).toBe('operator@corp.example');
    expect(await emailAfter(shared)).toBe('shared@corp.example');
  });

  it('makes a user anew whose account a system administrator has deleted', async () => {
    const id = await makeUser('deleted-here');
    const group = (await scim('POST', 'Groups', { displayName: 'Of the deleted', members: [{ value: id }] })).body.id;
    expect((await admin.client.post('v1/users/deleteUser', { id })).status).toBe(200);
    expect((await scim('GET', `Users?filter=${encodeURIComponent('userName eq "deleted-here"')}`)).body.totalResults).toBe(0); // prettier-ignore
    expect((await scim('GET', `Groups/${group}`)).body.members).toEqual([]);
    expect(await makeUser('deleted-here')).not.toBe(id);
    // As a former release has left them.
    const left = await makeUser('left-behind');
    await withClient(app.databaseUrl, (sql) => sql.query('UPDATE users SET deleted_at = now() WHERE id = $1', [left]));
    expect(await makeUser('left-behind')).not.toBe(left);
  });

  it('takes the last administrator of a group out of it once another one is in', async () => {
    const founder = await otherOrganization(app, admin, 'Chiefs');
    const { orgId: org_id, userId: user_id } = founder;
    const mine = token;
    token = await tokenOf(founder);
    try {
      const [first, second] = [await makeUser('first-chief'), await makeUser('second-chief')];
      const all = [{ value: first }, { value: second }];
      const { id } = (await scim('POST', 'Groups', { displayName: 'Chiefs', members: [{ value: first }] })).body;
      await scim('POST', 'Groups', { displayName: 'Everybody', members: all });
      for (const [group, role] of [
        ['Chiefs', 'admin'],
        ['Everybody', 'member'],
      ] as const)
        await founder.client.post('v1/organizations/createGroupMapping', { org_id, group, role });
      expect((await founder.client.post('v1/organizations/removeMember', { org_id, user_id })).status).toBe(200);
      await scim('PATCH', `Groups/${id}`, patch({ op: 'replace', path: 'members', value: [{ value: second }] }));
      const { rows } = await withClient(app.databaseUrl, (sql) =>
        sql.query('SELECT user_id, role FROM memberships WHERE org_id = $1 ORDER BY user_id', [org_id]),
      );
      expect(rows).toEqual([
        { user_id: first, role: 'member' },
        { user_id: second, role: 'admin' },
      ]);
    } finally {
      token = mine;
    }
  });

  it('reaches nobody of another organization', async () => {
    const id = await makeUser('mine');
    const group = (await scim('POST', 'Groups', { displayName: 'Mine', members: [{ value: id }] })).body.id;
    const mine = token;
    token = theirs;
    try {
      for (const path of [`Users/${id}`, `Groups/${group}`])
        for (const method of ['GET', 'DELETE']) expect((await scim(method, path)).status).toBe(404);
      expect((await scim('PATCH', `Users/${id}`, patch({ op: 'replace', value: { active: false } }))).status).toBe(404);
      expect((await scim('GET', 'Users')).body.totalResults).toBe(0);
      // A group of the same name gives nothing there.
      const stranger = await makeUser(admin.username);
      expect(stranger).not.toBe(admin.userId);
      await scim('POST', 'Groups', { displayName: 'Mine', members: [{ value: stranger }] });
      await map('Mine', { role: 'admin' });
      expect((await membersOf())[stranger]).toBeUndefined();
    } finally {
      token = mine;
    }
  });

  it('refuses what it cannot take, in the words of SCIM', async () => {
    const id = await makeUser('hostile');
    for (const [method, path, body] of [
      ['POST', 'Users', { userName: '' }],
      ['POST', 'Users', { userName: 'a\nb' }],
      ['POST', 'Users', { userName: 'x'.repeat(300) }],
      ['POST', 'Users', []],
      ['POST', 'Groups', { displayName: 'g', members: [{ value: 'no-id' }] }],
      ['PATCH', `Users/${id}`, {}],
      ['PATCH', `Users/${id}`, patch({ op: 'move', path: 'active', value: true })],
      ['PATCH', `Users/${id}`, patch({ op: 'remove', path: 'userName' })],
      ['PATCH', `Users/${id}`, patch({ op: 'replace', path: 'active', value: 'maybe' })],
      ['PATCH', `Users/${id}`, patch({ op: 'replace', path: 'x'.repeat(5000), value: 1 })],
    ] as const) {
      const answer = await scim(method, path, body);
      expect([method, path, body, answer.status, answer.body.schemas]).toEqual([method, path, body, 400, ['urn:ietf:params:scim:api:messages:2.0:Error']]); // prettier-ignore
    }
    const odd = await scim(
      'PATCH',
      `Users/${id}`,
      patch({ op: 'replace', path: '__proto__', value: { active: false } }),
    );
    expect([odd.status, odd.body.active]).toEqual([200, true]);
  });

  it('ends with its token', async () => {
    const extra = (await admin.client.post('v1/scim/createToken', { org_id: admin.orgId, name: 'extra' })).body.data;
    const { data } = (await admin.client.get('v1/scim/getTokens', { org_id: admin.orgId })).body;
    expect(data[0]).toMatchObject({ id: extra.id, name: 'extra', hint: extra.token.slice(0, 15) });
    expect(JSON.stringify(data)).not.toContain(extra.token);
    expect((await other.client.post('v1/scim/revokeToken', { id: extra.id })).status).toBe(404);
    await admin.client.post('v1/scim/revokeToken', { id: extra.id });
    expect((await scim('GET', 'Users', undefined, { Authorization: `Bearer ${extra.token}` })).status).toBe(401);
  });
});

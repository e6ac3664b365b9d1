import { startApp, type TestApp } from '../support/app.js';
import { hasBrowser, launchBrowser, openPage, isWorkbenchBuilt } from '../support/browser.js';
import { whileHeld } from '../support/held.js';
import { firstAdmin, newTeam, newUser, otherOrganization, type Person, type TenantIds } from '../support/people.js';
import { TestOidcProvider } from '../support/oidc-provider.js';
import { withClient } from '../support/postgres.js';
import { describeIf } from '../support/requirement.js';

const csrf = { 'X-CSRF-Protection': '1' };
const publicUrl = 'http://stocktake.test';
const client = { redirectUri: `${publicUrl}/signin`, clientId: 'stocktake: own', clientSecret: 's%c ret+&' };

const cookieOf = ({ headers }: { headers: Headers }, name: string): string =>
  headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith(`${name}=`))
    ?.split(';')[0] ?? '';

describe.each([
  ['in the ID token', true],
  ['at the user-info endpoint', false],
])('sign-in with a provider that gives the address %s', (_where, idTokenClaims) => {
  let provider: TestOidcProvider;
  let app: TestApp;
  let admin: Person & TenantIds;

  const settings = (more: Record<string, string> = {}): Record<string, string> => ({
    PUBLIC_URL: publicUrl,
    OIDC_ISSUER: provider.issuer,
    OIDC_NAME: 'Nordwind <SSO>',
    OIDC_CLIENT_ID: client.clientId,
    OIDC_CLIENT_SECRET: client.clientSecret,
    OUTSIDE_OPENED: provider.host,
    OUTSIDE_CA_FILE: provider.authorityFile,
    ...more,
  });

  beforeAll(async () => {
    provider = await TestOidcProvider.start({ ...client, idTokenClaims });
    app = await startApp(settings());
    admin = await firstAdmin(app);
  });
  afterAll(async () => {
    await app.close();
    await provider.close();
  });

  const send = (path: string, body: object, headers: Record<string, string> = {}, to = app) =>
    to.client.send('POST', `v1/sessions/${path}`, { body, headers: { ...csrf, ...headers } });
  const start = async (to = app) => {
    const answer = await send('startSignIn', {}, {}, to);
    return { address: answer.body.data.address as string, cookie: cookieOf(answer, 'stocktake_sign_in') };
  };
  const signIn = async (name: string, to = app) => {
    const { address, cookie } = await start(to);
    const sent = Object.fromEntries(await provider.signIn(address, name));
    return send('finishSignIn', { code: sent.code, state: sent.state }, { Cookie: cookie }, to);
  };
  const invite = (username: string, email: string) =>
    admin.client.post('v1/users/createUser', { username, email, org_id: admin.orgId, password: 'known to the admin' });

  it('opens the account that has the verified address, and the same one ever after', async () => {
    const { body } = await invite('grace', 'Grace@example.com');
    const answer = await signIn('verified-grace');
    expect(answer.body).toMatchObject({ data: { jwt: '', user: { id: body.data.id, externally_managed: true } } });
    const Cookie = cookieOf(answer, 'stocktake_session');
    const self = await app.client.send('GET', 'v1/users/getSelf', { headers: { Cookie } });
    expect(self.body.data.username).toBe('grace');
    expect((await signIn('verified-grace')).body.data.user.id).toBe(body.data.id);
  });

  it('opens the same account from two browsers at once', async () => {
    const { id } = (await invite('tess', 'tess@example.com')).body.data;
    const held = ['SELECT FROM users WHERE id = $1 FOR UPDATE', id] as const;
    const both = await whileHeld(app, held, ...[1, 2].map(() => () => signIn('verified-tess')));
    expect(both.map(({ status, body }) => [status, body.data?.user.id])).toEqual([
      [200, id],
      [200, id],
    ]);
  });

  it('ends the password and the keys of an account that it binds: whoever made it may know them', async () => {
    const made = (await invite('heidi', 'heidi@example.com')).body.data;
    const login = { username: 'heidi', password: 'known to the admin' };
    const { body } = await app.client.send('POST', 'v1/sessions/login', { body: login });
    const key = (await app.client.as(body.data.jwt).post('v1/users/createApiKey', { name: 'planted' })).body.data.key;
    expect((await signIn('verified-heidi')).status).toBe(200);
    expect((await app.client.send('POST', 'v1/sessions/login', { body: login })).status).toBe(401);
    for (const token of [key, body.data.jwt])
      expect((await app.client.as(token).get('v1/users/getSelf')).status).toBe(401);
    const events = await admin.client.get('v1/audit/getEvents', { org_id: admin.orgId, object_id: made.id });
    expect(events.body.data.map(({ action }: any) => action)).toContain('sessions/linkAccount');
  });

  it('binds no account by an address that is not verified, nor a disabled one', async () => {
    await invite('ivan', 'ivan@example.com');
    expect((await signIn('other-ivan')).body.reason).toBe('no_account');
    const { id } = (await invite('mallory', 'mallory@example.com')).body.data;
    await admin.client.post('v1/users/updateUser', { id, disabled: true });
    expect((await signIn('verified-mallory')).body.reason).toBe('account_disabled');
    const { rows } = await withClient(app.databaseUrl, (sql) =>
      sql.query(`SELECT 1 FROM users WHERE issuer IS NOT NULL AND username IN ('ivan', 'mallory')`),
    );
    expect(rows).toEqual([]);
  });

  it('records what a deleted account is refused as its own, not of who has the name now', async () => {
    await invite('oscar', 'oscar@example.com');
    const { id } = (await signIn('verified-oscar')).body.data.user;
    expect((await admin.client.post('v1/users/deleteUser', { id })).status).toBe(200);
    await invite('oscar', '');
    expect((await signIn('verified-oscar')).body.reason).toBe('account_disabled');
    const { data } = (await admin.client.get('v1/audit/getServiceEvents', { action: 'sessions/login' })).body;
    expect(data[0]).toMatchObject({ actor_id: id, outcome: 'refused', via: 'outside' });
  });

  it('takes no letter of an address for another that a database with a locale lower-cases alike', async () => {
    const { id } = (await invite('kate', 'kate@example.com')).body.data;
    const setEmail = (email: string) =>
      withClient(app.databaseUrl, (sql) => sql.query('UPDATE users SET email = $1 WHERE id = $2', [email, id]));
    await withClient(app.databaseUrl, (sql) =>
      sql.query('ALTER TABLE users ALTER COLUMN email TYPE text COLLATE "pg_c_utf8"'),
    );
    // The sign of kelvin is no K: whoever has the one address does not have the other.
    await setEmail('\u212aate@example.com');
    expect((await signIn('verified-kate')).body.reason).toBe('no_account');
    await setEmail('KATE@example.com');
    expect((await signIn('verified-kate')).body.data.user.id).toBe(id);
  });

  it('binds the account that was vouched for, whatever strangers call theirs, else makes one and says so', async () => {
    const stranger = await otherOrganization(app, admin, 'Strangers');
    const claim = (username: string, email: string) =>
      stranger.client.post('v1/users/createUser', { username, email, org_id: stranger.orgId });
    await claim('judy-theirs', 'JUDY@example.com');
    const judy = (await invite('judy', 'judy@example.com')).body.data;
    const taken = (await signIn('verified-judy')).body.data;
    expect([taken.user.id, taken.notice]).toEqual([judy.id, '']);

    for (const username of ['kim', 'kim2']) await claim(username, 'kim@example.com');
    const own = (await signIn('verified-kim')).body.data;
    expect(own.user).toMatchObject({ username: 'verified-kim', teams: {} });
    expect(own.notice).toContain('new account of your own');
    const again = (await signIn('verified-kim')).body.data;
    expect([again.user.id, again.notice]).toEqual([own.user.id, '']);
  });

  it('gives what groups are mapped to, refreshed at each sign-in, and takes only that back', async () => {
    const own = await otherOrganization(app, admin, 'Groups');
    const team = await newTeam(own, own.orgId, 'Backend');
    const map = async (group: string, role: string, team_id?: string) =>
      (await own.client.post('v1/organizations/createGroupMapping', { org_id: own.orgId, group, role, team_id })).body
        .data.id as string;
    await map('backend', 'member', team);
    const all = await map('Everybody', 'viewer');
    await invite('lena', 'lena@example.com');
    const rights = async (name = 'verified-lena') => {
      const Cookie = cookieOf(await signIn(name), 'stocktake_session');
      const { body } = await app.client.send('GET', 'v1/organizations/getOwnOrganizations', { headers: { Cookie } });
      const self = await app.client.send('GET', 'v1/users/getSelf', { headers: { Cookie } });
      const found = body.data.find(({ organization }: any) => organization.id === own.orgId);
      return { role: found?.role ?? null, teams: self.body.data.teams };
    };
    await provider.setGroups('verified-lena', { groups: ['backend', 'other'] });
    expect(await rights()).toEqual({ role: 'member', teams: expect.objectContaining({ [team]: 'member' }) });
    expect((await rights()).teams[own.teamId]).toBeUndefined();
    await provider.setGroups('verified-lena', { groups: ['everybody', 'Everybody'] });
    expect(await rights()).toMatchObject({ role: 'viewer', teams: { [own.teamId]: 'viewer', [team]: 'viewer' } });
    const refused = await own.client.post('v1/organizations/updateMember', {
      org_id: own.orgId,
      role: 'admin',
      user_id: (await signIn('verified-lena')).body.data.user.id,
    });
    expect(refused.status).toBe(409);
    // Nobody knows what to take away.
    await provider.setGroups('verified-lena', { _claim_names: { groups: 'src1' } });
    expect((await signIn('verified-lena')).body.reason).toBe('groups_unknown');
    const logins = await own.client.get('v1/audit/getEvents', { action: 'sessions/login', org_id: own.orgId });
    expect(logins.body.data[0]).toMatchObject({ actor_name: 'lena', outcome: 'refused', status: 401, via: 'outside' });
    await provider.setGroups('verified-lena', { groups: ['Everybody'] });
    expect((await rights()).role).toBe('viewer');
    expect((await own.client.post('v1/organizations/deleteGroupMapping', { id: all })).status).toBe(200);
    expect((await rights()).role).toBeNull();
    const { body } = await own.client.get('v1/audit/getEvents', {
      action: 'organizations/applyGroups',
      org_id: own.orgId,
    });
    expect(body.data.length).toBeGreaterThanOrEqual(3);
    expect(body.data[0]).toMatchObject({ actor_id: own.userId, outcome: 'done' });
  });

  it('leaves members and teams of hand, and the last administrator', async () => {
    const own = await otherOrganization(app, admin, 'By hand');
    const team = await newTeam(own, own.orgId, 'Kept');
    const mapping = async (group: string, role: string, team_id?: string) =>
      own.client.post('v1/organizations/createGroupMapping', { org_id: own.orgId, group, role, team_id });
    await mapping('staff', 'viewer');
    await mapping('owners', 'admin');
    const members = async () => {
      const { rows } = await withClient(app.databaseUrl, (sql) =>
        sql.query(
          `SELECT u.username, m.role, m.narrowed, m.by_groups FROM memberships m JOIN users u ON u.id = m.user_id
           WHERE m.org_id = $1 AND u.username LIKE 'm%' ORDER BY u.username`,
          [own.orgId],
        ),
      );
      return rows;
    };
    const people = ['mia', 'mo', 'max'];
    const ids = new Map<string, string>();
    for (const name of people) ids.set(name, (await invite(name, `${name}@example.com`)).body.data.id);
    await own.client.post('v1/organizations/addMember', { org_id: own.orgId, user_id: ids.get('mia'), role: 'member' });
    for (const name of people) await provider.setGroups(`verified-${name}`, { groups: ['staff'] });
    for (const name of people) await signIn(`verified-${name}`);
    await own.client.post('v1/teamUsers/createTeamUser', { team_id: team, user_id: ids.get('mo'), role: 'viewer' });
    await provider.setGroups('verified-max', { groups: ['owners'] });
    await signIn('verified-max');
    await withClient(app.databaseUrl, (sql) =>
      sql.query('DELETE FROM memberships WHERE org_id = $1 AND user_id = $2', [own.orgId, own.userId]),
    );
    for (const name of people) await provider.setGroups(`verified-${name}`, { groups: [] });
    for (const name of people) expect((await signIn(`verified-${name}`)).status).toBe(200);
    expect(await members()).toEqual([
      { username: 'max', role: 'admin', narrowed: false, by_groups: true },
      { username: 'mia', role: 'member', narrowed: false, by_groups: false },
      { username: 'mo', role: 'viewer', narrowed: true, by_groups: false },
    ]);
  });

  it('takes only what the same browser began, once, and with the right code', async () => {
    await invite('peggy', 'peggy@example.com');
    const { address, cookie } = await start();
    const sent = Object.fromEntries(await provider.signIn(address, 'verified-peggy')) as {
      code: string;
      state: string;
    };
    const other = await start();
    const attempts: [object, string, number][] = [
      [sent, '', 401],
      [sent, other.cookie, 401],
      [sent, `${cookie.slice(0, -3)}AAA`, 401],
      [{ ...sent, state: 'x' }, cookie, 401],
      [{ ...sent, code: 'made-up' }, cookie, 401],
    ];
    for (const [{ code, state }, Cookie, status] of attempts as [{ code: string; state: string }, string, number][])
      expect((await send('finishSignIn', { code, state }, Cookie ? { Cookie } : {})).status).toBe(status);
    const finish = { code: sent.code, state: sent.state };
    // The code was spent with the wrong verifier of no one: the provider knows it still.
    const first = await send('finishSignIn', finish, { Cookie: cookie });
    expect(first.status).toBe(200);
    expect(first.headers.getSetCookie().join()).toContain('stocktake_sign_in=;');
    expect((await send('finishSignIn', finish, { Cookie: cookie })).status).toBe(401);
    // A code of another sign-in has another challenge and nonce.
    const [mine, theirs] = [await start(), await start()];
    const { code } = Object.fromEntries(await provider.signIn(theirs.address, 'verified-peggy'));
    const state = new URL(mine.address).searchParams.get('state');
    expect((await send('finishSignIn', { code, state }, { Cookie: mine.cookie })).status).toBe(401);
  });

  it('makes accounts where that is set, and none without', async () => {
    expect((await signIn('verified-newcomer')).body.reason).toBe('no_account');
    const open = await startApp(settings({ OIDC_CREATE_USERS: 'true' }));
    try {
      const { body } = await signIn('verified-newcomer', open);
      expect(body.data.user).toMatchObject({ username: 'verified-newcomer', email: 'newcomer@example.com', teams: {} });
      const unverified = await signIn('other-someone', open);
      expect(unverified.body.data.user).toMatchObject({ username: 'other-someone', email: '' });
      const { rows } = await withClient(open.databaseUrl, (sql) =>
        sql.query(`SELECT actor_id FROM audit_events WHERE action = 'sessions/createAccount' ORDER BY at`),
      );
      expect(rows.map(({ actor_id }) => actor_id)).toEqual([body.data.user.id, unverified.body.data.user.id]);
    } finally {
      await open.close();
    }
  });

  describeIf(hasBrowser && isWorkbenchBuilt(), 'chromium is not installed, or the workbench not built')(
    'a browser',
    () => {
      it('is offered it on the page', async () => {
        const browser = await launchBrowser();
        try {
          const { page, problems } = await openPage(browser, app.url);
          await page.goto('/signin');
          await page.getByRole('button', { name: 'Sign in with Nordwind <SSO>' }).waitFor();
          expect(problems).toEqual([]);
        } finally {
          await browser.close();
        }
      });
    },
  );
});

describe('sessions of a user', () => {
  let app: TestApp;
  let admin: Person & TenantIds;

  beforeAll(async () => {
    app = await startApp();
    admin = await firstAdmin(app);
  });
  afterAll(() => app.close());

  const logIn = async ({ username, password }: Person): Promise<string> =>
    (await app.client.send('POST', 'v1/sessions/login', { body: { username, password } })).body.data.jwt;
  const status = async (token: string) => (await app.client.as(token).get('v1/users/getSelf')).status;
  const list = async (token: string): Promise<any[]> =>
    (await app.client.as(token).get('v1/sessions/getSessions')).body.data;

  it('are listed, ended one by one, and all but one at once', async () => {
    const user = await newUser(app, admin, { org_id: admin.orgId });
    const [first, second, third] = [await logIn(user), await logIn(user), await logIn(user)];
    const sessions = await list(first);
    expect(sessions.filter(({ is_current: is }) => is)).toHaveLength(1);
    expect(sessions[0]).toMatchObject({ via: 'password', address: expect.stringMatching(/127\.0\.0\.1|::1/) });
    const secondId = (await list(second)).find(({ is_current: is }) => is).id;
    const end = await app.client.as(first).post('v1/sessions/endSession', { id: secondId });
    expect([end.status, await status(first), await status(second), await status(third)]).toEqual([200, 200, 401, 200]);
    const others = await app.client.as(first).post('v1/sessions/endOtherSessions');
    expect(others.body.meta.total_count).toBe(sessions.length - 2);
    expect([await status(first), await status(third)]).toEqual([200, 401]);
    await app.client.as(first).post('v1/sessions/endSession', {});
    expect(await status(first)).toBe(401);
  });

  it('are nobody else’s to see or end', async () => {
    const [mine, theirs] = [await logIn(admin), await newUser(app, admin, { org_id: admin.orgId })];
    const [{ id }] = await list(theirs.token);
    expect((await app.client.as(mine).post('v1/sessions/endSession', { id })).status).toBe(404);
    expect((await list(mine)).some((one) => one.id === id)).toBe(false);
    expect(await status(theirs.token)).toBe(200);
  });

  it('sign-in with a provider is not offered without one', async () => {
    expect((await app.client.send('POST', 'v1/sessions/startSignIn', { headers: csrf })).status).toBe(404);
    expect((await app.client.send('POST', 'v1/sessions/startSignIn')).status).toBe(403);
  });
});

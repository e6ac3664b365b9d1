import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { startApp, type TestApp } from '../support/app.js';
import { firstAdmin, logIn, newUser, type Person, type TenantIds } from '../support/people.js';

const basic = (username: string, password: string): { Authorization: string } => ({
  Authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
});

describe('sessions', () => {
  let app: TestApp;
  let admin: Person & TenantIds;

  const login = (body?: unknown, headers: Record<string, string> = {}) =>
    app.client.send('POST', 'v1/sessions/login', { body, headers });

  beforeAll(async () => {
    app = await startApp();
    admin = await firstAdmin(app);
  });
  afterAll(() => app.close());

  it('begin with a body, with HTTP Basic, or with both', async () => {
    const { username, password } = admin;
    for (const answer of [
      await login({ username, password }),
      await login(undefined, basic(username, password)),
      await login({ username, password }, basic(username, password)),
      await login({ username: username.toUpperCase(), password }),
      await app.client.send('POST', 'v1/sessions/login', { raw: JSON.stringify({ username, password }) }),
    ]) {
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({
        data: {
          jwt: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
          user: {
            id: admin.userId,
            email: '',
            username,
            chat_handle: '',
            created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
            updated_at: expect.any(String),
            last_active_at: expect.any(String),
            externally_managed: false,
            service_account: false,
            disabled: false,
            metadata: {},
            sys_admin: true,
            system: false,
            teams: { [admin.teamId]: 'admin' },
          },
        },
        meta: { total_count: 1, offset: 0 },
      });
      expect((await app.client.as(answer.body.data.jwt).get('v1/users/getSelf')).status).toBe(200);
    }
  });

  it('need both a username and a password', async () => {
    expect(await login({})).toMatchObject({
      status: 400,
      body: { code: 400, fields: { username: 'is required', password: 'is required' } },
    });
    expect((await login({ username: 'admin', password: '' })).body.fields).toEqual({ password: 'is required' });
    expect((await login({ username: 7, password: ['x'] })).body.fields).toEqual({
      username: 'must be text',
      password: 'must be text',
    });
    for (const headers of [{ Authorization: 'Basic ???' }, basic('admin', ''), basic('a\0b', 'x')])
      expect((await login(undefined, headers)).status).toBe(400);
  });

  it('are refused alike for a wrong password, an unknown, a disabled and a deleted user', async () => {
    const [disabled, deleted] = [await newUser(app, admin), await newUser(app, admin)];
    expect((await admin.client.post('v1/users/updateUser', { id: disabled.userId, disabled: true })).status).toBe(200);
    expect((await admin.client.post('v1/users/deleteUser', { id: deleted.userId })).status).toBe(200);
    const answers = [
      await login({ username: admin.username, password: 'wrong' }),
      await login({ username: 'nobody', password: 'wrong' }),
      await login({ username: disabled.username, password: disabled.password }),
      await login({ username: deleted.username, password: deleted.password }),
      await login({ username: admin.username, password: admin.password }, basic(admin.username, 'other')),
    ];
    for (const { status, body } of answers)
      expect({ status, ...body, request_id: '' }).toEqual({
        status: 401,
        code: 401,
        reason: 'wrong_credentials',
        message: 'Wrong username or password',
        request_id: '',
      });
  });

  it('are JWTs that others can check with the published keys', async () => {
    const header = decodeProtectedHeader(admin.token);
    expect(header).toEqual({ alg: 'ES256', typ: 'at+jwt', kid: expect.any(String) });
    const answer = await app.client.get('.well-known/jwks.json');
    expect(answer.body.keys).toEqual([
      {
        kty: 'EC',
        crv: 'P-256',
        x: expect.any(String),
        y: expect.any(String),
        kid: header.kid,
        alg: 'ES256',
        use: 'sig',
      },
    ]);
    const { payload } = await jwtVerify(admin.token, createRemoteJWKSet(new URL(`${app.url}/.well-known/jwks.json`)), {
      issuer: app.configuration.publicUrl,
      audience: 'stocktake',
    });
    expect(payload.sub).toBe(admin.userId);
    expect(payload.exp! - payload.iat!).toBe(3600);
  });

  it('end all at once with a logout', async () => {
    const user = await newUser(app, admin);
    const again = await logIn(app, user.username, user.password);
    expect(await user.client.post('v1/sessions/logout')).toMatchObject({ status: 200, body: { data: {} } });
    for (const { client } of [user, again]) expect((await client.get('v1/users/getSelf')).status).toBe(401);
    expect((await (await logIn(app, user.username, user.password)).client.get('v1/users/getSelf')).status).toBe(200);
    expect((await app.client.post('v1/sessions/logout')).status).toBe(401);
  });

  it('end with a change of the password', async () => {
    const user = await newUser(app, admin);
    const change = (body: unknown) => user.client.post('v1/users/changePassword', body);
    expect((await change({ current_password: 'wrong', new_password: 'short' })).body.fields).toEqual({
      new_password: 'must be at least 8 characters',
    });
    expect(await change({ current_password: 'wrong', new_password: 'long enough' })).toMatchObject({
      status: 400,
      body: { fields: { current_password: 'is not your password' } },
    });
    expect((await change({ current_password: user.password, new_password: 'long enough' })).status).toBe(200);
    expect((await user.client.get('v1/users/getSelf')).status).toBe(401);
    expect((await login({ username: user.username, password: user.password })).status).toBe(401);
    expect((await login({ username: user.username, password: 'long enough' })).status).toBe(200);
  });

  it('a change of the password ends the API keys too, if asked', async () => {
    const user = await newUser(app, admin);
    const key = (await user.client.post('v1/users/createApiKey', { name: 'ci' })).body.data.key;
    const answerOf = async () => (await app.client.as(key).get('v1/users/getSelf')).status;
    const change = { current_password: user.password, new_password: 'long enough' };
    expect((await user.client.post('v1/users/changePassword', change)).status).toBe(200);
    expect(await answerOf()).toBe(200);
    const again = await logIn(app, user.username, 'long enough');
    const last = { current_password: 'long enough', new_password: 'longer than that', revoke_api_keys: true };
    expect((await again.client.post('v1/users/changePassword', last)).status).toBe(200);
    expect(await answerOf()).toBe(401);
  });

  it('a common password is refused, and so is the user name', async () => {
    const user = await newUser(app, admin);
    for (const new_password of ['iloveyou', 'Password1', user.username.toUpperCase(), 'aaaaaaaaaaaa'])
      expect(
        await user.client.post('v1/users/changePassword', { current_password: user.password, new_password }),
      ).toMatchObject({ status: 400, body: { fields: { new_password: expect.stringMatching(/easy to guess/) } } });
    expect(await admin.client.post('v1/users/createUser', { username: 'weak', password: 'trustno1' })).toMatchObject({
      status: 400,
      body: { fields: { password: expect.stringMatching(/easy to guess/) } },
    });
  });

  it('no cache keeps an answer with a token or a key', async () => {
    const user = await newUser(app, admin);
    const key = await user.client.post('v1/users/createApiKey', { name: 'k' });
    const entered = await login({ username: user.username, password: user.password });
    const made = await admin.client.post('v1/users/createUser', { username: 'shown-once' });
    for (const answer of [entered, key, made]) expect(answer.headers.get('cache-control')).toMatch(/no-store/);
  });
});

import { createHmac, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { request } from 'node:http';
import { SignJWT } from 'jose';
import { SigningKeysService } from '../../src/organizations/tokens/signing-keys.service.js';
import { Database } from '../../src/platform/database/database.js';
import { Vault } from '../../src/platform/security/vault.js';
import { startApp, type TestApp } from '../support/app.js';
import type { Answer } from '../support/api-client.js';
import { firstAdmin, newUser, type Person, type TenantIds } from '../support/people.js';
import { withClient } from '../support/postgres.js';

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('tokens', () => {
  let app: TestApp;
  let admin: Person & TenantIds;
  let signing: { kid: string; privateKey: KeyObject };

  beforeAll(async () => {
    app = await startApp();
    admin = await firstAdmin(app);
    signing = await app.nest.get(SigningKeysService).signing();
  });
  afterAll(() => app.close());

  const now = () => Math.floor(Date.now() / 1000);
  /** Of the session that the administrator began. */
  const session = () => {
    const { sid, auth_time } = JSON.parse(Buffer.from(admin.token.split('.')[1]!, 'base64url').toString());
    return { sid, auth_time };
  };
  const valid = () => ({
    ...session(),
    ver: 0,
    iss: app.configuration.publicUrl,
    aud: 'stocktake',
    sub: admin.userId,
    iat: now(),
    exp: now() + 60,
  });
  const sign = (
    claims: Record<string, unknown>,
    header: Record<string, unknown> = {},
    key: KeyObject = signing.privateKey,
  ) => new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: signing.kid, typ: 'at+jwt', ...header }).sign(key);
  const self = (token: string) => app.client.as(token).get('v1/users/getSelf');

  it('of our own making are taken', async () => {
    expect((await self(await sign(valid()))).status).toBe(200);
  });

  it('of every other kind are refused with one and the same answer', async () => {
    const [head, body, signature] = admin.token.split('.');
    const publicPem = createPublicKey(signing.privateKey).export({ type: 'spki', format: 'pem' });
    const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    const hs256 = `${encoded({ alg: 'HS256', typ: 'at+jwt', kid: signing.kid })}.${encoded(valid())}`;
    const unsigned = (alg: string) => `${encoded({ alg, typ: 'at+jwt', kid: signing.kid })}.${encoded(valid())}.`;
    const tokens: Record<string, string> = {
      garbage: 'garbage',
      'three parts of garbage': 'a.b.c',
      'a changed signature': `${head}.${body}.${signature!.split('').reverse().join('')}`,
      'changed claims': `${head}.${encoded({ ...valid(), sub: admin.userId })}.${signature}`,
      'no signature': `${head}.${body}.`,
      'alg none': unsigned('none'),
      'alg None': unsigned('None'),
      'alg nOnE': unsigned('nOnE'),
      'HS256 with the public key': `${hs256}.${createHmac('sha256', publicPem).update(hs256).digest('base64url')}`,
      'another key': await sign(valid(), {}, stranger),
      'another key, own jwk': await sign(
        valid(),
        { jwk: createPublicKey(stranger).export({ format: 'jwk' }) },
        stranger,
      ),
      'another key, own jku': await sign(
        valid(),
        { jku: 'http://127.0.0.1:9/keys', x5u: 'http://127.0.0.1:9/' },
        stranger,
      ),
      expired: await sign({ ...valid(), exp: now() - 1 }),
      'no expiry': await sign({ ...valid(), exp: undefined }),
      'not yet valid': await sign({ ...valid(), nbf: now() + 60 }),
      'another issuer': await sign({ ...valid(), iss: 'https://evil.example' }),
      'no issuer': await sign({ ...valid(), iss: undefined }),
      'another audience': await sign({ ...valid(), aud: 'other' }),
      'no audience': await sign({ ...valid(), aud: undefined }),
      'another type': await sign(valid(), { typ: 'JWT' }),
      'no type': await sign(valid(), { typ: undefined }),
      'an unknown kid': await sign(valid(), { kid: '018f0000-0000-7000-8000-000000000001' }),
      'an unknown critical extension': await new SignJWT(valid())
        .setProtectedHeader({ alg: 'ES256', kid: signing.kid, typ: 'at+jwt', crit: ['policy'], policy: 1 })
        .sign(signing.privateKey, { crit: { policy: true } }),
      'no kid': await sign(valid(), { kid: undefined }),
      'a traversing kid': await sign(valid(), { kid: '../../etc/passwd' }),
      'a kid of SQL': await sign(valid(), { kid: `' OR 1=1 --` }),
      'a kid of the prototype': await sign(valid(), { kid: '__proto__' }),
      'a kid that is a list': await sign(valid(), { kid: [signing.kid] }),
      'an unknown user': await sign({ ...valid(), sub: '018f0000-0000-7000-8000-000000000001' }),
      'a user of SQL': await sign({ ...valid(), sub: `' OR 1=1 --` }),
      'no user': await sign({ ...valid(), sub: undefined }),
      'another version': await sign({ ...valid(), ver: 1 }),
      'a version of text': await sign({ ...valid(), ver: '0' }),
      'an unknown API key': `stk_${'a'.repeat(43)}`,
      'half an API key': 'stk_abc',
      'a long token': 'a'.repeat(10_000),
    };
    const expected = { message: 'A valid bearer token is required', code: 401, request_id: expect.any(String) };
    for (const [what, token] of Object.entries(tokens)) {
      const { status, body } = await self(token);
      expect({ what, status, body }).toEqual({
        what,
        status: 401,
        body: { ...expected, reason: what === 'expired' ? 'token_expired' : 'token_invalid' },
      });
    }
  });

  it('are taken from one Authorization header only', async () => {
    const refused = { status: 401, body: { message: 'A valid bearer token is required' } };
    const { token } = admin;
    expect(await app.client.get('v1/users/getSelf')).toMatchObject(refused);
    expect(await app.client.get('v1/users/getSelf', { access_token: token, token })).toMatchObject(refused);
    const elsewhere: Record<string, string>[] = [
      { Cookie: `token=${token}; jwt=${token}` },
      { 'X-Authorization': `Bearer ${token}` },
      { Authorization: token },
      { Authorization: `Basic ${Buffer.from(`${admin.username}:${admin.password}`).toString('base64')}` },
      { Authorization: `Bearer ${token}, Bearer ${token}` },
    ];
    for (const headers of elsewhere)
      expect(await app.client.send('GET', 'v1/users/getSelf', { headers })).toMatchObject(refused);
    expect(await twoHeaders(`Bearer ${token}`, `Bearer ${token}`)).toBe(401);
  });

  const twoHeaders = (...values: string[]): Promise<number> =>
    new Promise((resolve, reject) => {
      const sent = request(`${app.url}/v1/users/getSelf`, (response) => resolve(response.resume().statusCode!));
      sent.on('error', reject).setHeader('Authorization', values).end();
    });

  it('stop with the user, and with his rights, at the next request', async () => {
    const user = await newUser(app, admin, { org_id: admin.orgId, role: 'member' });
    const team = (): Promise<Answer> => user.client.get('v1/teams/getTeam', { id: admin.teamId });
    const member = (path: string, body: object = {}) =>
      admin.client.post(`v1/organizations/${path}`, { org_id: admin.orgId, user_id: user.userId, ...body });

    expect((await team()).status).toBe(200);
    expect((await member('removeMember')).status).toBe(200);
    expect((await team()).status).toBe(404);
    expect((await member('addMember', { role: 'admin' })).status).toBe(200);
    expect((await user.client.post('v1/teams/createTeam', { name: 'T' })).status).toBe(200);
    expect((await member('updateMember', { role: 'viewer' })).status).toBe(200);
    expect((await user.client.post('v1/teams/createTeam', { name: 'T' })).status).toBe(403);
    expect((await admin.client.post('v1/users/updateUser', { id: user.userId, disabled: true })).status).toBe(200);
    expect((await team()).status).toBe(401);
    expect((await admin.client.post('v1/users/updateUser', { id: user.userId, disabled: false })).status).toBe(200);
    expect((await team()).status).toBe(200);
    expect((await admin.client.post('v1/users/deleteUser', { id: user.userId })).status).toBe(200);
    expect((await team()).status).toBe(401);
  });

  /** As another process would read them. */
  const freshKeys = () => new SigningKeysService(app.nest.get(Database), app.nest.get(Vault));

  it('outlive their signing key’s turn, and the next key is published before it signs', async () => {
    const before = (await app.client.get('.well-known/jwks.json')).body.keys;
    await withClient(app.databaseUrl, (client) =>
      client.query(`UPDATE signing_keys SET signs_until = now() + interval '1 hour'`),
    );
    const fresh = freshKeys();
    const { keys } = await fresh.jwks();
    expect(keys).toHaveLength(2);
    expect(keys).toEqual(expect.arrayContaining(before));
    expect((await fresh.signing()).kid).toBe(signing.kid);
    await withClient(app.databaseUrl, (client) =>
      client.query(
        `UPDATE signing_keys SET signs_until = signs_until - interval '2 hours', signs_from = signs_from - interval '2 hours'`,
      ),
    );
    const later = freshKeys();
    const next = await later.signing();
    expect(next.kid).not.toBe(signing.kid);
    expect(await later.published(signing.kid)).not.toBeNull();
    const token = await sign(valid(), { kid: next.kid }, next.privateKey);
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    expect((await self(token)).status).toBe(200);
    expect((await self(admin.token)).status).toBe(200);
  });

  it('keep their private keys unreadable in the database', async () => {
    const { rows } = await withClient(app.databaseUrl, (client) =>
      client.query('SELECT private_key FROM signing_keys'),
    );
    for (const { private_key } of rows) expect(private_key.toString('latin1')).not.toMatch(/PRIVATE|BEGIN/);
  });
});

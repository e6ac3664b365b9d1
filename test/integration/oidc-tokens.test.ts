import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SignJWT } from 'jose';
import { OidcTokensService } from '../../src/organizations/tokens/oidc-tokens.service.js';
import { Configuration } from '../../src/platform/configuration/configuration.js';
import { startApp, type TestApp } from '../support/app.js';
import { firstAdmin, type Person, type TenantIds } from '../support/people.js';
import { withClient } from '../support/postgres.js';

const issuer = 'https://login.example';
const audience = 'stocktake-api';

/** An OpenID Connect provider, as far as we talk to one: it publishes its keys. */
class Provider {
  readonly rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
  readonly ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  asked = 0;
  away = false;
  private readonly server: Server = createServer((_request, response) => {
    this.asked += 1;
    if (this.away) return void response.writeHead(500).end('down');
    const keys = [
      { ...this.rsa.publicKey.export({ format: 'jwk' }), kid: 'rsa', use: 'sig', alg: 'RS256' },
      { ...this.ec.publicKey.export({ format: 'jwk' }), kid: 'ec', use: 'sig', alg: 'ES256' },
    ];
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify({ keys }));
  });

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/keys`;
  }
  stop(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}

describe('tokens of an outside issuer', () => {
  const provider = new Provider();
  let app: TestApp;
  let admin: Person & TenantIds;
  let jwksUrl: string;

  beforeAll(async () => {
    jwksUrl = await provider.start();
    app = await startApp({ OIDC_ISSUER: issuer, OIDC_AUDIENCE: audience, OIDC_JWKS_URL: jwksUrl });
    admin = await firstAdmin(app);
  });
  afterAll(async () => {
    await app.close();
    provider.stop();
  });

  const now = () => Math.floor(Date.now() / 1000);
  const claims = (more: Record<string, unknown> = {}) => ({
    iss: issuer,
    aud: audience,
    sub: 'subject-1',
    iat: now(),
    exp: now() + 60,
    preferred_username: 'grace',
    email: 'grace@example.com',
    ...more,
  });
  const sign = (
    payload: Record<string, unknown>,
    alg = 'RS256',
    kid = 'rsa',
    key: KeyObject = provider.rsa.privateKey,
  ) => new SignJWT(payload).setProtectedHeader({ alg, kid }).sign(key);
  const self = (token: string) => app.client.as(token).get('v1/users/getSelf');
  const users = async (where: string) =>
    (await withClient(app.databaseUrl, (client) => client.query(`SELECT * FROM users WHERE ${where}`))).rows;

  it('make a user at first sight, who belongs nowhere', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, async () => self(await sign(claims()))));
    for (const { status, body } of answers)
      expect({ status, data: body.data }).toMatchObject({
        status: 200,
        data: { username: 'grace', email: 'grace@example.com', externally_managed: true, sys_admin: false, teams: {} },
      });
    expect(await users(`subject = 'subject-1'`)).toHaveLength(1);
    const made = await admin.client.get('v1/audit/getServiceEvents', { action: 'sessions/createAccount' });
    expect(made.body.data).toMatchObject([{ actor_id: answers[0]!.body.data.id, via: 'outside', outcome: 'done' }]);
    const again = await self(await sign(claims(), 'ES256', 'ec', provider.ec.privateKey));
    expect(again.body.data.id).toBe(answers[0]!.body.data.id);
    const token = await sign(claims());
    expect((await app.client.as(token).get('v1/organizations/getOwnOrganizations')).body.data).toEqual([]);
    expect((await app.client.as(token).get('v1/teams/getTeam', { id: admin.teamId })).status).toBe(404);
    const member = { org_id: admin.orgId, username: 'grace', role: 'viewer' };
    expect((await admin.client.post('v1/organizations/addMember', member)).status).toBe(200);
    expect((await app.client.as(token).get('v1/teams/getTeam', { id: admin.teamId })).status).toBe(200);
  });

  it('make none where that is set, and still let in who has an account', async () => {
    const settings = { OIDC_ISSUER: issuer, OIDC_AUDIENCE: audience, OIDC_JWKS_URL: jwksUrl };
    const closed = await startApp({ ...settings, OIDC_CREATE_USERS: 'false' });
    try {
      const as = async (sub: string) => closed.client.as(await sign(claims({ sub }))).get('v1/users/getSelf');
      expect((await as('stranger')).status).toBe(401);
      await withClient(closed.databaseUrl, (client) =>
        client.query(
          `INSERT INTO users (id, username, email, issuer, subject)
           VALUES (gen_random_uuid(), 'known', '', $1, 'known')`,
          [issuer],
        ),
      );
      expect((await as('known')).body.data.username).toBe('known');
    } finally {
      await closed.close();
    }
  });

  it('never become a user of ours with the same name', async () => {
    const answer = await self(await sign(claims({ sub: 'subject-2', preferred_username: admin.username })));
    expect(answer.status).toBe(200);
    expect(answer.body.data.id).not.toBe(admin.userId);
    expect(answer.body.data).toMatchObject({
      username: expect.stringMatching(/^admin-[0-9a-f-]{36}$/),
      sys_admin: false,
    });
    const password = { username: answer.body.data.username, password: 'anything' };
    expect((await app.client.post('v1/sessions/login', password)).status).toBe(401);
  });

  it('never become a user of ours with the same address, verified or not', async () => {
    const body = { username: 'ines', email: 'ines@example.com', org_id: admin.orgId };
    const { id } = (await admin.client.post('v1/users/createUser', body)).body.data;
    for (const [sub, email_verified] of Object.entries({ 'ines-1': true, 'ines-2': false })) {
      const { data } = (await self(await sign(claims({ sub, email: body.email, email_verified })))).body;
      expect([data.id === id, data.teams]).toEqual([false, {}]);
    }
    expect(await users(`id = '${id}' AND issuer IS NULL AND password_hash IS NOT NULL`)).toHaveLength(1);
  });

  it('get a name of ours whatever theirs is', async () => {
    for (const [sub, name, expected] of [
      ['auth0|7', undefined, 'grace@example.org'],
      ['s-8', 'Grace Hopper', 'Grace-Hopper'],
      ['s-9', '\0\u202e', 'grace@example.org-'],
      ['s-10', { $gt: '' }, 'grace@example.org-'],
    ] as const) {
      const token = await sign(claims({ sub, preferred_username: name, email: 'grace@example.org' }));
      const answer = await self(token);
      expect(answer.status).toBe(200);
      expect(answer.body.data.username.startsWith(expected)).toBe(true);
    }
  });

  it('are refused like every other bad token', async () => {
    const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
    const tokens: Record<string, string> = {
      'another key': await sign(claims(), 'RS256', 'rsa', stranger),
      'an unknown kid': await sign(claims(), 'RS256', 'other', stranger),
      'HS256 with a public key': await new SignJWT(claims())
        .setProtectedHeader({ alg: 'HS256', kid: 'rsa' })
        .sign(new TextEncoder().encode(provider.rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString())),
      'another audience': await sign(claims({ aud: 'other' })),
      expired: await sign(claims({ exp: now() - 1 })),
      'no expiry': await sign(claims({ exp: undefined })),
      'no subject': await sign(claims({ sub: undefined })),
      'an endless subject': await sign(claims({ sub: 'x'.repeat(300) })),
      'a subject with NUL': await sign(claims({ sub: 'a\0b' })),
      'not yet valid': await sign(claims({ nbf: now() + 60 })),
      'another issuer': await sign(claims({ iss: 'https://evil.example' })),
    };
    for (const [what, token] of Object.entries(tokens)) {
      const { status, body } = await self(token);
      expect({ what, status, message: body.message }).toEqual({
        what,
        status: 401,
        message: 'A valid bearer token is required',
      });
    }
    expect(await users(`subject LIKE 'x%' OR subject LIKE 'a%b'`)).toEqual([]);
  });

  it('end with a logout, and with the account', async () => {
    const old = await sign(claims({ sub: 'leaver', preferred_username: 'leaver', iat: now() - 5 }));
    const id = (await self(old)).body.data.id;
    expect((await app.client.as(old).post('v1/sessions/logout')).status).toBe(200);
    expect((await self(old)).status).toBe(401);
    const later = await sign(claims({ sub: 'leaver', iat: now() + 1 }));
    expect((await self(later)).status).toBe(200);
    await admin.client.post('v1/users/updateUser', { id, disabled: true });
    expect((await self(later)).status).toBe(401);
    await admin.client.post('v1/users/deleteUser', { id });
    expect((await self(later)).status).toBe(401);
    const change = { current_password: 'x', new_password: 'long enough' };
    const grace = app.client.as(await sign(claims()));
    expect((await grace.post('v1/users/changePassword', change)).status).toBe(409);
  });

  it('do not make us ask the issuer for each of them', () => {
    expect(provider.asked).toBeLessThanOrEqual(2);
  });

  it('are answered with 503, not 401, while the issuer’s keys cannot be had', async () => {
    provider.away = true;
    const fresh = await startApp({ ...oidcOf(app) });
    try {
      const answer = await fresh.client.as(await sign(claims())).get('v1/users/getSelf');
      expect(answer.status).toBe(503);
      expect(answer.headers.get('retry-after')).toBe('30');
      expect((await fresh.client.as('garbage').get('v1/users/getSelf')).status).toBe(401);
    } finally {
      await fresh.close();
    }
  });

  it('need the whole configuration', () => {
    for (const more of [{}, { OIDC_AUDIENCE: audience }, { OIDC_AUDIENCE: audience, OIDC_JWKS_URL: 'keys' }]) {
      const configuration = new Configuration({ OIDC_ISSUER: issuer, ...more });
      expect(() => new OidcTokensService(configuration)).toThrow(/^OIDC_ISSUER requires OIDC_AUDIENCE/);
    }
  });
});

const oidcOf = ({ configuration: { oidc } }: TestApp): Record<string, string> => ({
  OIDC_ISSUER: oidc.issuer,
  OIDC_AUDIENCE: oidc.audience,
  OIDC_JWKS_URL: oidc.jwksUrl,
});

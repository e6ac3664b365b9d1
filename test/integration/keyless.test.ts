import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { exportJWK, exportSPKI, generateKeyPair, SignJWT, type CryptoKey, type JWTPayload } from 'jose';
import { ciCommands } from '../../src/cli/ci/ci-commands.js';
import { newId } from '../../src/platform/identifiers/uuid.js';
import { startApp, type TestApp } from '../support/app.js';
import { firstAdmin, newTeam, type Person, type TenantIds } from '../support/people.js';
import { withClient } from '../support/postgres.js';
import { SourceServer } from '../support/source-server.js';

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('pipelines without a stored key', () => {
  let platform: SourceServer;
  let app: TestApp;
  let admin: Person & TenantIds;
  let team: string;
  let account: string;
  let keys: { kid: string; publicKey: CryptoKey; privateKey: CryptoKey }[];
  let count = 0;

  const issuer = () => `https://${platform.host}`;
  const newKey = async (kid: string) => ({ kid, ...(await generateKeyPair('RS256', { extractable: true })) });

  beforeAll(async () => {
    platform = await SourceServer.start();
    keys = [await newKey('first')];
    platform.answer = (request, response) => {
      if (request.url === '/.well-known/openid-configuration')
        return void response.end(JSON.stringify({ issuer: issuer(), jwks_uri: `${issuer()}/keys` }));
      void Promise.all(
        keys.map(async ({ kid, publicKey }) => ({ ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' })),
      ).then((published) => response.end(JSON.stringify({ keys: published })));
    };
    app = await startApp({ OUTSIDE_OPENED: platform.host, OUTSIDE_CA_FILE: platform.authority });
    admin = await firstAdmin(app);
    team = await newTeam(admin, admin.orgId, 'Shop');
    const made = { org_id: admin.orgId, name: 'shop-ci', role: 'member', team_ids: [team] };
    account = (await admin.client.post('v1/serviceAccounts/createServiceAccount', made)).body.data.id;
  });
  afterAll(async () => {
    await app.close();
    await platform.close();
  });

  const ruleFor = async (more: object = {}): Promise<string> => {
    const claims = [
      { claim: 'repository', value: 'acme/*' },
      { claim: 'ref', value: 'refs/heads/main' },
    ];
    const body = { org_id: admin.orgId, service_account_id: account, name: 'Shop', issuer: issuer(), claims };
    const answer = await admin.client.post('v1/keyless/createTrustRule', { ...body, audience: 'stocktake', ...more });
    expect(answer.status).toBe(200);
    return answer.body.data.id;
  };
  const claimsOf = (more: JWTPayload = {}): JWTPayload => ({
    iss: issuer(),
    aud: 'stocktake',
    sub: 'repo:acme/shop',
    jti: `j${(count += 1)}`,
    repository: 'acme/shop',
    ref: 'refs/heads/main',
    iat: Math.floor(Date.now() / 1_000),
    exp: Math.floor(Date.now() / 1_000) + 300,
    ...more,
  });
  const sign = (more: JWTPayload = {}, header: object = {}, key = keys[0]!): Promise<string> =>
    new SignJWT(claimsOf(more)).setProtectedHeader({ alg: 'RS256', kid: key.kid, ...header }).sign(key.privateKey);
  const exchange = (rule_id: string, subject_token: string) =>
    app.client.post('v1/keyless/exchangeToken', {
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
      subject_token,
      rule_id,
    });

  it('get a key for minutes, of the team and role of the rule, once for each token', async () => {
    const rule = await ruleFor({ seconds: 120, role: 'viewer' });
    const token = await sign();
    const { status, body } = await exchange(rule, token);
    expect([status, body.data.token_type, body.data.expires_in]).toEqual([200, 'Bearer', 120]);
    const bot = app.client.as(body.data.access_token);
    expect((await bot.get('v1/users/getSelf')).body.data).toMatchObject({ id: account, teams: { [team]: 'viewer' } });
    expect((await bot.post('v1/tag/createTag', { name: 'x', team_id: team })).status).toBe(403);
    expect((await bot.get('v1/teams/getTeam', { id: admin.teamId })).status).toBe(404);
    expect((await exchange(rule, token)).body.message).toContain('exchanged already');
    const query = { org_id: admin.orgId, action: 'keyless/exchangeToken' };
    const events = (await admin.client.get('v1/audit/getEvents', query)).body.data;
    expect(events.map(({ outcome, via }: any) => [outcome, via])).toEqual([
      ['refused', 'keyless'],
      ['done', 'keyless'],
    ]);
    await withClient(app.databaseUrl, (sql) =>
      sql.query(`UPDATE api_keys SET expires_at = now() - interval '1 s' WHERE trust_rule_id = $1`, [rule]),
    );
    expect((await bot.get('v1/users/getSelf')).body.reason).toBe('token_expired');
  });

  it('may use one token several times where the rule says so, and lose their keys with the rule', async () => {
    const rule = await ruleFor({ max_uses: 2 });
    const token = await sign();
    const first = await exchange(rule, token);
    expect([first.status, (await exchange(rule, token)).status, (await exchange(rule, token)).status]).toEqual([
      ...[200, 200, 401],
    ]);
    const other = await ruleFor();
    const [one, two] = await Promise.all([exchange(other, await sign({ jti: 'same' })), exchange(other, await sign({ jti: 'same' }))]); // prettier-ignore
    expect([one.status, two.status].sort()).toEqual([200, 401]);
    await admin.client.post('v1/keyless/deleteTrustRule', { id: rule });
    expect((await app.client.as(first.body.data.access_token).get('v1/users/getSelf')).status).toBe(401);
    expect((await exchange(rule, await sign())).status).toBe(401);
  });

  it('leave no key behind that was being issued while the rule was deleted', async () => {
    const rule = await ruleFor();
    const id = newId();
    await withClient(app.databaseUrl, async (sql) => {
      await sql.query('BEGIN');
      await sql.query('SELECT FROM trust_rules WHERE id = $1 FOR KEY SHARE', [rule]);
      await sql.query(
        `INSERT INTO api_keys (id, user_id, org_id, name, hash, hint, expires_at, trust_rule_id)
         VALUES ($1::uuid, $2, $3, 'x', sha256($1::uuid::text::bytea), 'stk_x', now() + interval '1 hour', $4)`,
        [id, account, admin.orgId, rule],
      );
      const deletion = admin.client.post('v1/keyless/deleteTrustRule', { id: rule });
      const waiting = `SELECT count(*)::int AS n FROM pg_locks WHERE NOT granted
        AND pid IN (SELECT pid FROM pg_stat_activity WHERE datname = current_database())`;
      while ((await sql.query(waiting)).rows[0].n === 0) await setTimeout(20);
      await sql.query('COMMIT');
      expect((await deletion).status).toBe(200);
      const { rows } = await sql.query('SELECT revoked_at FROM api_keys WHERE id = $1', [id]);
      expect(rows[0].revoked_at).not.toBeNull();
    });
  });

  it('are refused with tokens that are not what the rule asks for', async () => {
    const rule = await ruleFor();
    const now = Math.floor(Date.now() / 1_000);
    const [{ publicKey }] = keys as [(typeof keys)[number]];
    const none = `${encode({ alg: 'none' })}.${encode(claimsOf())}.`;
    const signed = `${encode({ alg: 'HS256', kid: 'first' })}.${encode(claimsOf())}`;
    const hmac = createHmac('sha256', await exportSPKI(publicKey))
      .update(signed)
      .digest('base64url');
    const stranger = await newKey('first');
    const hostile: Record<string, string> = {
      none,
      'keyed hash with the public key': `${signed}.${hmac}`,
      'issuer with a slash': await sign({ iss: `${issuer()}/` }),
      'another issuer': await sign({ iss: 'https://token.actions.githubusercontent.com' }),
      'another audience': await sign({ aud: 'someone-else' }),
      'no audience': await sign({ aud: undefined as unknown as string }),
      expired: await sign({ iat: now - 600, exp: now - 60 }),
      'not yet': await sign({ nbf: now + 300 }),
      'from the future': await sign({ iat: now + 600, exp: now + 900 }),
      'without an end': await sign({ exp: undefined as unknown as number }),
      'living for years': await sign({ exp: now + 90_000_000 }),
      'critical extension': await sign({}, { crit: ['b64'], b64: true }),
      'key of a stranger': await sign({}, {}, stranger),
      'key that is not published': await sign({}, { kid: 'unknown' }),
      'another repository': await sign({ repository: 'acme-evil/shop' }),
      'a deeper repository': await sign({ repository: 'acme/shop/x' }),
      'another branch': await sign({ ref: 'refs/pull/1/merge' }),
      'without the claim': await sign({ repository: undefined }),
      'claim as an object': await sign({ repository: { toString: 'acme/shop' } }),
      'no token': 'a.b.c',
      'not three parts': 'abc',
      'changed payload': (await sign()).replace(/\.[^.]*\./, `.${encode(claimsOf())}.`),
    };
    for (const [what, token] of Object.entries(hostile))
      expect([what, (await exchange(rule, token)).status]).toEqual([what, 401]);
    expect((await exchange(rule, 'x'.repeat(20_000))).status).toBe(400);
    expect((await exchange('018f0000-0000-7000-8000-00000000beef', await sign())).status).toBe(401);
    expect((await exchange(rule, await sign())).status).toBe(200);
  });

  it('are let in by keys that the platform changes to, which is not asked for each token', async () => {
    const rule = await ruleFor();
    await exchange(rule, await sign());
    const before = platform.requests.length;
    for (let n = 0; n < 3; n += 1) expect((await exchange(rule, await sign())).status).toBe(200);
    expect(platform.requests.length).toBe(before);
    keys = [await newKey('second'), ...keys];
    const now = Date.now();
    const iat = Math.floor(now / 1_000);
    jest.spyOn(Date, 'now').mockReturnValue(now + 31_000);
    try {
      expect((await exchange(rule, await sign({ iat }))).status).toBe(200);
      for (let n = 0; n < 5; n += 1) await exchange(rule, await sign({ iat }, { kid: `made-up-${n}` }));
      expect(platform.requests.length).toBe(before + 2);
    } finally {
      jest.restoreAllMocks();
    }
  });

  it('are trusted only by rules that say whose they are, at addresses outside', async () => {
    const ask = (more: object) =>
      admin.client.post('v1/keyless/createTrustRule', {
        org_id: admin.orgId,
        service_account_id: account,
        name: 'x',
        issuer: issuer(),
        audience: 'a',
        claims: [{ claim: 'repository', value: 'acme/shop' }],
        ...more,
      });
    const wrong: Record<string, object> = {
      claims: { claims: [{ claim: 'repository', value: '*' }] },
      issuer: { issuer: 'http://ci.example.org' },
      seconds: { seconds: 86_400 },
    };
    for (const [field, more] of Object.entries(wrong))
      expect(Object.keys((await ask(more)).body.fields)).toEqual([field]);
    const anybody = { issuer: 'https://gitlab.com', claims: [{ claim: 'ref_protected', value: 'true' }] };
    expect((await ask(anybody)).body.fields).toEqual({ claims: expect.stringContaining('project_path') });
    expect((await ask({ claims: [] })).status).toBe(400);
    expect((await ask({ claims: [null, 'x', { claim: 5 }] })).status).toBe(400);
    expect((await ask({ service_account_id: admin.userId })).status).toBe(404);
  });

  describe('the command line', () => {
    let github: Server;
    let folder: string;
    const before = { ...process.env };

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'stocktake-keyless-'));
      writeFileSync(join(folder, 'shop.csv'), 'name,version\nleft-pad,1.3.0\n');
      github = createServer((request, response) => {
        const asked = new URL(request.url!, 'http://localhost').searchParams;
        const isKnown = request.headers.authorization === 'Bearer of the job' && asked.get('api-version') === '2';
        if (!isKnown) return void response.writeHead(403).end();
        void sign({ aud: asked.get('audience')! }).then((value) => response.end(JSON.stringify({ value })));
      });
      await new Promise<void>((resolve) => github.listen(0, '127.0.0.1', resolve));
    });
    afterEach(() => void (process.env = { ...before }));
    afterAll(async () => {
      rmSync(folder, { recursive: true, force: true });
      await new Promise((resolve) => github.close(resolve));
    });

    const upload = async (environment: Record<string, string>, name: string): Promise<number> => {
      process.env = { ...before };
      delete process.env.STOCKTAKE_API_KEY;
      Object.assign(process.env, { STOCKTAKE_URL: app.url, ...environment });
      const spies = [
        jest.spyOn(process.stdout, 'write').mockReturnValue(true),
        jest.spyOn(process.stderr, 'write').mockReturnValue(true),
      ];
      try {
        return await ciCommands.upload!([join(folder, 'shop.csv'), '--name', name, '--team', team, '--version', '1']);
      } finally {
        spies.forEach((spy) => spy.mockRestore());
      }
    };

    it('exchanges what GitHub gives', async () => {
      const rule = await ruleFor({ audience: app.url });
      const { port } = github.address() as AddressInfo;
      const job = {
        STOCKTAKE_TRUST_RULE: rule,
        ACTIONS_ID_TOKEN_REQUEST_URL: `http://127.0.0.1:${port}/token?api-version=2`,
        ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'of the job',
      };
      expect(await upload(job, 'by-github')).toBe(0);
      await expect(upload({ ...job, ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'x' }, 'no')).rejects.toThrow('id-token: write');
    });

    it('exchanges the token that GitLab has put into the environment', async () => {
      const rule = await ruleFor({ claims: [{ claim: 'project_path', value: 'acme/**' }] });
      const token = await sign({ project_path: 'acme/group/shop' });
      expect(await upload({ STOCKTAKE_TRUST_RULE: rule, STOCKTAKE_ID_TOKEN: token }, 'by-gitlab')).toBe(0);
      await expect(upload({}, 'no')).rejects.toThrow('STOCKTAKE_TRUST_RULE');
    });
  });
});

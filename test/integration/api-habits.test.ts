import { startApp, type TestApp } from '../support/app.js';
import { firstAdmin, newTeam, type Person, type TenantIds } from '../support/people.js';
import { withClient } from '../support/postgres.js';

const someId = '018f0000-0000-7000-8000-00000000beef';

describe('what the API does alike everywhere', () => {
  let app: TestApp;
  let admin: Person & TenantIds;

  beforeAll(async () => {
    app = await startApp({ ROLES: 'api', CORS_ORIGINS: 'https://portal.example.org' });
    admin = await firstAdmin(app);
  });
  afterAll(() => app.close());

  const createSbom = async (fields: Record<string, unknown>) => {
    const texts = { version: '1', supplier: 'ACME', contact_name: '', contact_email: '', org_id: admin.orgId };
    const answer = await admin.client.post('v1/project/createSBOM', { ...texts, ...fields });
    expect(answer.body.message).toBeUndefined();
    return answer.body.data;
  };

  describe('queries', () => {
    it.each([
      ['v1/project/getSBOM', { id: someId, limt: '5' }, ['limt']],
      ['v1/project/getSBOM', { id: someId, status: 'bogus' }, ['status']],
      ['v1/project/getSBOM', { id: 'x', status: 'bogus', limt: '5' }, ['id', 'limt', 'status']],
      ['v1/users/getSelf', { verbose: 'true' }, ['verbose']],
      ['v1/ruleset/getRules', { team_id: someId, q: 'x' }, ['q', 'team_id']],
      ['v1/project/getSBOMs', { org_id: someId, sort: 'colour' }, ['sort']],
      ['v1/project/getProjects', { team_id: someId, archived: 'true' }, ['archived']],
      ['v1/users/getSelf', { constructor: 'x', toString: 'x' }, ['constructor', 'toString']],
    ])('%s %j are refused by name', async (path, query, names) => {
      const { status, body } = await admin.client.get(path, query);
      expect([status, body.reason, Object.keys(body.fields).sort()]).toEqual([400, 'invalid_request', names]);
    });

    it('link to the pages of lists, and to none of other answers', async () => {
      const list = await admin.client.get('v1/users/getUsers', { limit: '1' });
      expect(list.headers.get('link')).toContain('</v1/users/getUsers?limit=1&offset=0>; rel="first"');
      expect((await admin.client.get('v1/users/getSelf')).headers.get('link')).toBeNull();
    });

    it('say which parameters there are', async () => {
      const { body } = await admin.client.get('v1/project/getSBOM', { id: someId, limt: '5' });
      expect(body.fields.limt).toBe(
        'is not a parameter of this endpoint; it has candidates, coverage, examined, failing, id, limit, offset, q, sort, status',
      );
    });

    it('of a POST as well, while unknown properties of its body are ignored', async () => {
      const { id } = await createSbom({ name: 'Posted', colour: 'red' });
      const refused = await admin.client.post('v1/project/deleteSBOM', { id }, { purge: 'true' });
      expect(refused.body.fields).toEqual({ purge: 'is not a parameter of this endpoint, which has none' });
      expect((await admin.client.get('v1/project/getSBOM', { id, status: 'no_resolution' })).status).toBe(200);
    });
  });

  describe('lists', () => {
    let teamId: string;
    const list = async (query: Record<string, string>) => {
      const { body } = await admin.client.get('v1/project/getSBOMs', { org_id: admin.orgId, ...query });
      expect(body.message).toBeUndefined();
      return [body.meta.total_count, body.data.softwareLists.map(({ name }: { name: string }) => name)];
    };

    beforeAll(async () => {
      teamId = await newTeam(admin, admin.orgId, 'Lists');
      await createSbom({ name: 'list beta', version: '2', supplier: 'Umbrella', team_id: teamId });
      await createSbom({ name: 'List alpha', version: '10%', team_id: teamId });
      const { id } = await createSbom({ name: 'list gamma', version: '1', team_id: teamId });
      await admin.client.post('v1/project/saveConfirmSBOM', undefined, { id });
    });

    it.each<[Record<string, string>, string[]]>([
      [{}, ['list gamma', 'List alpha', 'list beta']],
      [{ sort: 'name' }, ['List alpha', 'list beta', 'list gamma']],
      [{ sort: '-name' }, ['list gamma', 'list beta', 'List alpha']],
      [{ sort: 'created_at' }, ['list beta', 'List alpha', 'list gamma']],
      [{ q: 'UMBR' }, ['list beta']],
      [{ q: '10%' }, ['List alpha']],
      [{ q: '%' }, ['List alpha']],
      [{ name: 'list beta' }, ['list beta']],
      [{ version: '1' }, ['list gamma']],
      [{ supplier: 'ACME', sort: 'version' }, ['list gamma', 'List alpha']],
      [{ status: 'finished' }, ['list gamma']],
      [{ status: 'allconfirmed' }, []],
      [{ name: 'list beta', version: '1' }, []],
    ])('of SBOMs, %j', async (query, names) =>
      expect(await list({ team_id: teamId, ...query })).toEqual([names.length, names]),
    );

    it('count what the filter leaves, page through it, and sum up the whole organization', async () => {
      expect(await list({ team_id: teamId, sort: 'name', offset: '1', limit: '1' })).toEqual([3, ['list beta']]);
      const ask = (query: object) => admin.client.get('v1/project/getSBOMs', { org_id: admin.orgId, ...query });
      const [all, none] = [await ask({}), await ask({ name: 'nothing' })];
      expect(none.body.data.organization).toEqual(all.body.data.organization);
    });
  });

  it('takes the ETag of what was read as If-Match of its change, once, compressed or not', async () => {
    const { id } = await createSbom({ name: 'Tagged' });
    const project = { team_id: admin.teamId, type: 'source_unavailable', name: 'Tagged', description: '' };
    const { id: projectId } = (await admin.client.post('v1/project/createProject', project)).body.data;
    const teamId = await newTeam(admin, admin.orgId, 'Tagged');
    for (const [read, method, change, body] of [
      [`v1/project/getSBOM?id=${id}`, 'POST', 'v1/project/updateSBOM', { id, name: 'a' }],
      [`v1/project/getProject?id=${projectId}&team_id=${admin.teamId}`, 'PUT', 'v1/project/updateProject', { id: projectId, name: 'a' }],
      [`v1/teams/getTeam?id=${teamId}`, 'POST', 'v1/teams/updateTeam', { id: teamId, name: 'a' }],
    ] as const)
      for (const encoding of ['identity', 'gzip']) {
        const answer = await admin.client.send('GET', read, { headers: { 'Accept-Encoding': encoding } });
        const tag = answer.headers.get('etag')!;
        const unchanged = await admin.client.send('GET', read, { headers: { 'If-None-Match': tag, 'Cache-Control': 'max-age=0' } });
        const update = (name: string) =>
          admin.client.send(method, change, { body: { ...body, name }, headers: { 'If-Match': tag } });
        const statuses = [(await update(encoding)).status, (await update('late')).status];
        expect([read, unchanged.status, ...statuses]).toEqual([read, 304, 200, 412]);
      }
  }); // prettier-ignore

  describe('errors', () => {
    it('carry a reason for programs', async () => {
      const reasons = await Promise.all([
        admin.client.get('v1/project/getSBOM', { id: someId }),
        admin.client.get('v1/nothing'),
        admin.client.get('v1/project/createSBOM'),
        admin.client.send('POST', 'v1/project/createSBOM', { raw: '{' }),
        admin.client.post('v1/project/importSBOM', {}, { sbom_id: (await createSbom({ name: 'x' })).id }),
      ]);
      expect(reasons.map(({ status, body }) => [status, body.reason])).toEqual([
        ...[[404, 'not_found'] as const, [404, 'not_found'] as const, [405, 'method_not_allowed'] as const],
        ...[[400, 'invalid_request'] as const, [415, 'unsupported_media_type'] as const],
      ]);
    });

    it('name every wrong field of a project at once', async () => {
      const wrong = { team_id: 'x', name: '', type: 'git', source: 'ftp://x', branch: '-b', description: 7 };
      const { body } = await admin.client.post('v1/project/createProject', wrong);
      expect(Object.keys(body.fields).sort()).toEqual(['branch', 'description', 'name', 'source', 'team_id']);
    });
  });

  describe('tokens', () => {
    const ask = async (token?: string) => {
      const client = token === undefined ? app.client : app.client.as(token);
      const { status, headers, body } = await client.get('v1/users/getSelf');
      return [status, body.reason, headers.get('www-authenticate')];
    };
    const bearer = 'Bearer realm="stocktake"';
    const refused = (text: string) => `${bearer}, error="invalid_token", error_description="${text}"`;

    it('that are missing, wrong or expired are told apart', async () => {
      expect(await ask()).toEqual([401, 'token_missing', bearer]);
      expect(await ask('garbage')).toEqual([401, 'token_invalid', refused('The token is not valid')]);
      expect(await ask(`stk_${'a'.repeat(43)}`)).toEqual([401, 'token_invalid', refused('The token is not valid')]);
      const expires_at = new Date(Date.now() + 3_600_000).toISOString();
      const { key, id } = (await admin.client.post('v1/users/createApiKey', { name: 'k', expires_at })).body.data;
      expect((await ask(key))[0]).toBe(200);
      await withClient(app.databaseUrl, (client) =>
        client.query(`UPDATE api_keys SET expires_at = now() - interval '1 s' WHERE id = $1`, [id]),
      );
      expect(await ask(key)).toEqual([401, 'token_expired', refused('The token has expired')]);
      await admin.client.post('v1/users/revokeApiKey', { id });
      expect((await ask(key))[1]).toBe('token_invalid');
    });
  });

  it('tells the rate limit before it is reached', async () => {
    const limited = await startApp({ ROLES: 'api', REQUESTS_PER_MINUTE: '30' });
    try {
      const { client } = await firstAdmin(limited);
      const left = async () => {
        const { status, headers } = await client.get('v1/users/getSelf');
        return [status, ...['limit', 'remaining', 'reset'].map((name) => Number(headers.get(`ratelimit-${name}`)))];
      };
      const [status, limit, first, reset] = await left();
      expect([status, limit]).toEqual([200, 30]);
      expect(reset).toBeGreaterThan(0);
      expect((await left())[2]).toBeLessThan(first!);
    } finally {
      await limited.close();
    }
  });

  it('lets pages of the given origins call it, and no others', async () => {
    const preflight = async (origin: string) => {
      const headers = { Origin: origin, 'Access-Control-Request-Method': 'POST' };
      return (await app.client.send('OPTIONS', 'v1/project/createSBOM', { headers })).headers;
    };
    const allowed = await preflight('https://portal.example.org');
    expect(allowed.get('access-control-allow-origin')).toBe('https://portal.example.org');
    expect(allowed.get('access-control-allow-credentials')).toBeNull();
    expect((await preflight('https://evil.example')).get('access-control-allow-origin')).toBeNull();
    const answer = await admin.client.send('GET', 'v1/users/getSelf', {
      headers: { Origin: 'https://portal.example.org' },
    });
    expect(answer.headers.get('access-control-expose-headers')).toContain('ETag');
  });
});

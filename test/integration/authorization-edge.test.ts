import { request } from 'node:http';
import { SignJWT, generateKeyPair } from 'jose';
import { startApp, type TestApp } from '../support/app.js';
import { firstAdmin } from '../support/people.js';
import { describedRoutes, type DescribedRoute } from '../support/routes/described-routes.js';

/** The same route written otherwise: method, path as it goes over the wire, headers. */
type Spelling = (route: DescribedRoute) => { method?: string; path?: string; headers?: Record<string, string> };

const spellings: Record<string, Spelling> = {
  'as it is': () => ({}),
  HEAD: () => ({ method: 'HEAD' }),
  OPTIONS: () => ({ method: 'OPTIONS' }),
  TRACE: () => ({ method: 'TRACE' }),
  'an unusual method': () => ({ method: 'PROPFIND' }),
  'a method of a header': ({ method }) => ({
    headers: { 'X-HTTP-Method-Override': method === 'GET' ? 'POST' : 'GET' },
  }),
  'another URL in a header': () => ({ path: '/health/live/..', headers: { 'X-Original-URL': '/health/live' } }),
  'a rewritten URL': () => ({ headers: { 'X-Rewrite-URL': '/health/live', 'X-Forwarded-Prefix': '/health' } }),
  'a slash behind': ({ path }) => ({ path: `/${path}/` }),
  'two slashes': ({ path }) => ({ path: `//${path}` }),
  'upper case': ({ path }) => ({ path: `/${path.toUpperCase()}` }),
  'encoded dots': ({ path }) => ({ path: `/health/%2e%2e/${path}` }),
  dots: ({ path }) => ({ path: `/health/../${path}` }),
  'an encoded slash': ({ path }) => ({ path: `/${path.replace('/', '%2f')}` }),
  'a matrix parameter': ({ path }) => ({ path: `/${path};a=b` }),
  'an encoded NUL': ({ path }) => ({ path: `/${path}%00` }),
  'a public beginning': ({ path }) => ({ path: `/docs/../${path}` }),
  'the absolute form': ({ path }) => ({ path: `http://health.example/${path}` }),
};

describe('no route lets in whoever proves nothing', () => {
  let app: TestApp;
  let routes: DescribedRoute[];

  beforeAll(async () => {
    app = await startApp({ ROLES: 'api' });
    await firstAdmin(app);
    routes = (await describedRoutes(app)).filter(({ permission }) => permission !== 'public');
  });
  afterAll(() => app.close());

  const ask = (method: string, path: string, headers: Record<string, string>): Promise<number> =>
    new Promise((resolve, reject) => {
      const { port } = new URL(app.url);
      const sent = request({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
        answer.resume().once('end', () => resolve(answer.statusCode ?? 0));
      });
      sent.once('error', reject).end();
    });

  it.each(Object.entries(spellings))('asked by %s', async (_what, spell) => {
    const open: unknown[] = [];
    for (const route of routes) {
      const { method = route.method, path = `/${route.path}`, headers = {} } = spell(route);
      const status = await ask(method, path, headers);
      if (![400, 401, 404, 405].includes(status)) open.push({ route: route.name, status });
    }
    expect(open).toEqual([]);
  });

  it('with a token that is none, each refused in the same words', async () => {
    const { privateKey } = await generateKeyPair('ES256');
    const claims = { iss: app.configuration.publicUrl, aud: 'stocktake', sub: 'x', ver: 0 };
    const sign = (expires: string) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: 'x' }).setExpirationTime(expires);
    const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const tokens = [
      'garbage',
      'a.b.c',
      `stk_${'a'.repeat(43)}`,
      `${encoded({ alg: 'none' })}.${encoded(claims)}.`,
      await sign('1h').sign(privateKey),
      await sign('-1s').sign(privateKey),
    ];
    const wrong: unknown[] = [];
    for (const route of routes)
      for (const token of tokens) {
        const { status, body } = await app.client.as(token).send(route.method, route.path, {});
        if (status !== 401 || body.message !== 'A valid bearer token is required')
          wrong.push({ route: route.name, token, status });
      }
    expect(wrong).toEqual([]);
  });

  it('and what lies beside the API is public on purpose, or closed', async () => {
    const beside = app.routes.all().filter(([, path]) => !path.startsWith('/v1/'));
    const open: string[] = [];
    for (const [method, path] of beside) if ((await ask(method, path, {})) !== 401) open.push(path);
    const documentation = open.filter((path) => path.startsWith('/docs') || path.startsWith('/openapi'));
    expect(open.filter((path) => !documentation.includes(path)).sort()).toEqual([
      '/.well-known/jwks.json',
      '/api/version',
      '/health/live',
      '/health/ready',
    ]);
    const never = [
      '.git/config',
      '.env',
      'main.js.map',
      'admin/queues',
      'debug',
      'data/keys/master.key',
      'package.json',
    ];
    for (const path of never) expect([path, await ask('GET', `/${path}`, {})]).toEqual([path, 404]);
  });
});

import { startApp, type TestApp } from '../support/app.js';
import { firstAdmin, type Person, type TenantIds } from '../support/people.js';

const csrf = { 'X-CSRF-Protection': '1' };

describe('sessions in a cookie', () => {
  let app: TestApp;
  let admin: Person & TenantIds;

  beforeAll(async () => {
    app = await startApp();
    admin = await firstAdmin(app);
  });
  afterAll(() => app.close());

  const logIn = (headers: Record<string, string> = csrf) => {
    const body = { username: admin.username, password: admin.password, cookie: true };
    return app.client.send('POST', 'v1/sessions/login', { body, headers });
  };
  const cookieOf = ({ headers }: { headers: Headers }): string => headers.get('set-cookie')!.split(';')[0]!;
  const withCookie = (method: string, path: string, cookie: string, headers: Record<string, string> = {}) =>
    app.client.send(method, path, { headers: { Cookie: cookie, ...headers } });
  const createTeam = (headers: Record<string, string>) =>
    app.client.send('POST', 'v1/teams/createTeam', { body: { name: 'T', org_id: admin.orgId }, headers });

  it('are out of reach of scripts and of other sites, and hold no token in the answer', async () => {
    const answer = await logIn();
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject({ jwt: '', user: { username: admin.username } });
    expect(answer.headers.get('set-cookie')).toMatch(
      /^stocktake_session=[\w.-]+; Max-Age=3600; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Strict$/,
    );
    const self = await withCookie('GET', 'v1/users/getSelf', cookieOf(answer));
    expect(self.body.data).toMatchObject({ username: admin.username });
  });

  it('are taken over HTTPS by the host that set them only', async () => {
    const secure = await startApp({ PUBLIC_URL: 'https://stocktake.example' });
    try {
      const { username, password } = await firstAdmin(secure);
      const body = { username, password, cookie: true };
      const { headers } = await secure.client.send('POST', 'v1/sessions/login', { body, headers: csrf });
      expect(headers.get('set-cookie')).toMatch(/^__Host-stocktake_session=.*; HttpOnly; Secure; SameSite=Strict$/);
      const own = cookieOf({ headers });
      const self = (Cookie: string) => secure.client.send('GET', 'v1/users/getSelf', { headers: { Cookie } });
      expect((await self(own)).status).toBe(200);
      // Any host of the domain may set the plain one, and so put its own session into the browser.
      const plain = own.replace('__Host-', '');
      expect((await self(plain)).status).toBe(401);
      expect((await self(`${plain}; ${own}`)).status).toBe(200);
    } finally {
      await secure.close();
    }
  });

  it('change something only with the header that other sites cannot send, whatever the method of login', async () => {
    const Cookie = cookieOf(await logIn());
    expect((await createTeam({ Cookie })).status).toBe(403);
    expect((await createTeam({ Cookie, 'X-CSRF-Protection': '0' })).status).toBe(403);
    expect((await createTeam({ Cookie, ...csrf, 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
    expect((await createTeam({ Cookie, ...csrf, 'Sec-Fetch-Site': 'same-site' })).status).toBe(403);
    expect((await createTeam({ Cookie, ...csrf, 'Sec-Fetch-Site': 'same-origin' })).status).toBe(200);
    expect((await createTeam({ Authorization: `Bearer ${admin.token}` })).status).toBe(200);
    expect((await logIn({})).status).toBe(403);
    expect((await logIn({ ...csrf, 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
  });

  it('count neither beside an Authorization header, nor twice, nor with an API key in them', async () => {
    const Cookie = cookieOf(await logIn());
    const { body } = await admin.client.post('v1/users/createApiKey', { name: 'k' });
    const attempts: Record<string, string>[] = [
      { Cookie, Authorization: 'Bearer nonsense' },
      { Cookie, Authorization: '' },
      { Cookie: `${Cookie}; ${Cookie}` },
      { Cookie: `stocktake_session=${body.data.key}` },
      { Cookie: 'stocktake_session=' },
      { Cookie: 'stocktake_session=a.b.c' },
    ];
    for (const headers of attempts)
      expect((await app.client.send('GET', 'v1/users/getSelf', { headers })).status).toBe(401);
  });

  it('are renewed while they last, and end everywhere with the logout', async () => {
    const cookie = cookieOf(await logIn());
    expect((await withCookie('POST', 'v1/sessions/renew', cookie)).status).toBe(403);
    const renewed = await withCookie('POST', 'v1/sessions/renew', cookie, csrf);
    expect(renewed.status).toBe(200);
    const later = cookieOf(renewed);
    expect((await withCookie('GET', 'v1/users/getSelf', later)).status).toBe(200);
    expect((await admin.client.post('v1/sessions/renew')).status).toBe(400);
    const ended = await withCookie('POST', 'v1/sessions/logout', later, csrf);
    expect(ended.headers.get('set-cookie')).toMatch(/^stocktake_session=; Path=\/; Expires=Thu, 01 Jan 1970/);
    for (const one of [cookie, later]) expect((await withCookie('GET', 'v1/users/getSelf', one)).status).toBe(401);
  });
});

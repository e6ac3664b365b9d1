import { request } from 'node:http';
import { startApp, type TestApp } from '../support/app.js';
import { firstAdmin, newUser, type Person, type TenantIds } from '../support/people.js';
import { withClient } from '../support/postgres.js';

interface Outcome {
  readonly status: number;
  readonly retryAfter: number;
  readonly message: string;
}

describe('failed logins', () => {
  let app: TestApp;
  let admin: Person & TenantIds;

  beforeAll(async () => {
    app = await startApp();
    admin = await firstAdmin(app);
  });
  afterAll(() => app.close());
  beforeEach(() => sql('DELETE FROM login_failures'));

  const sql = (text: string) => withClient(app.databaseUrl, (client) => client.query(text));

  /** A login from another address of the loopback network. */
  const login = (username: string, password: string, from = '127.0.0.1'): Promise<Outcome> =>
    new Promise((resolve, reject) => {
      const target = new URL('v1/sessions/login', `${app.url}/`);
      const sent = request(target, { method: 'POST', localAddress: from }, (response) => {
        let text = '';
        response.on('data', (chunk) => (text += chunk));
        response.on('end', () =>
          resolve({
            status: response.statusCode!,
            retryAfter: Number(response.headers['retry-after'] ?? 0),
            message: JSON.parse(text).message,
          }),
        );
      });
      sent.on('error', reject).end(JSON.stringify({ username, password }));
    });

  const fail = async (username: string, times: number, from?: string): Promise<Outcome[]> => {
    const outcomes: Outcome[] = [];
    for (let time = 0; time < times; time += 1) outcomes.push(await login(username, 'wrong', from));
    return outcomes;
  };

  it('count for one name however its letters and blanks are written', async () => {
    const names = ['ann', 'ANN', 'ann ', ' ann', 'ann  ', '\uff41nn', '\u2003ann', 'Ann\u3000', 'aNn', 'anN'];
    for (const name of names) expect((await login(name, 'wrong')).status).toBe(401);
    expect((await login('ann   ', 'wrong')).status).toBe(429);
    expect((await login('a nn', 'wrong')).status).toBe(401);
  });

  it('are turned away after ten of one name from one address, whether it exists or not', async () => {
    for (const name of [admin.username, 'nobody']) {
      const outcomes = await fail(name, 12);
      expect(outcomes.map(({ status }) => status)).toEqual([...Array(10).fill(401), 429, 429]);
      const last = await login(name.toUpperCase(), 'wrong');
      expect(last.status).toBe(429);
      expect(last.retryAfter).toBeGreaterThan(0);
      expect(last.retryAfter).toBeLessThanOrEqual(300);
    }
    expect((await login(admin.username, admin.password)).status).toBe(429);
  });

  it('are turned away after twenty of one name from many addresses, but not where the user is known', async () => {
    expect((await login(admin.username, admin.password, '127.0.0.2')).status).toBe(200);
    const statuses: number[] = [];
    for (let place = 20; place < 24; place += 1)
      statuses.push(...(await fail(admin.username, 6, `127.0.0.${place}`)).map(({ status }) => status));
    expect(statuses).toEqual([...Array(20).fill(401), ...Array(4).fill(429)]);
    expect((await login(admin.username, admin.password, '127.0.0.30')).status).toBe(429);
    expect((await login(admin.username, admin.password, '127.0.0.2')).status).toBe(200);
  });

  it('do not keep other users from logging in, even at the same address', async () => {
    const user = await newUser(app, admin);
    await fail('nobody', 60);
    expect((await login(user.username, user.password)).status).toBe(200);
  });

  it('are turned away after a hundred from one address, and there only', async () => {
    await sql(`DELETE FROM login_failures`);
    const statuses: number[] = [];
    for (let name = 0; name < 26; name += 1)
      statuses.push(
        ...(await Promise.all(Array.from({ length: 4 }, () => login(`n${name}`, 'x', '127.0.0.7')))).map(
          ({ status }) => status,
        ),
      );
    expect(statuses.slice(0, 96).every((status) => status === 401)).toBe(true);
    expect((await login('fresh', 'x', '127.0.0.7')).status).toBe(429);
    expect((await login(admin.username, admin.password, '127.0.0.7')).status).toBe(429);
    expect((await login(admin.username, admin.password, '127.0.0.8')).status).toBe(200);
  });

  it('are forgotten when the window closes, and for the name when a login succeeds', async () => {
    await fail(admin.username, 9);
    expect((await login(admin.username, admin.password)).status).toBe(200);
    expect((await fail(admin.username, 10)).every(({ status }) => status === 401)).toBe(true);
    expect((await login(admin.username, admin.password)).status).toBe(429);
    await sql(`UPDATE login_failures SET until = now() - interval '1 second'`);
    expect((await login(admin.username, admin.password)).status).toBe(200);
    await fail('nobody', 1);
    const { rows } = await sql('SELECT count(*)::int AS count FROM login_failures');
    // The address, the name, the name at the address, and that the administrator is known there.
    expect(rows).toEqual([{ count: 4 }]);
  });

  it('lock out for twice as long each time, up to an hour, and for five minutes again after a quiet day', async () => {
    const lockout = async (): Promise<number> => {
      await fail(admin.username, 10);
      const { status, retryAfter } = await login(admin.username, 'wrong');
      return status === 429 ? Math.round(retryAfter / 60) : NaN;
    };
    const pass = (time: string) => sql(`UPDATE login_failures SET until = now() - interval '${time}'`);
    const minutes: number[] = [];
    for (let time = 0; time < 6; time += 1) {
      minutes.push(await lockout());
      await pass('1 second');
    }
    expect(minutes).toEqual([5, 10, 20, 40, 60, 60]);
    await pass('25 hours');
    expect(await lockout()).toBe(5);
  });

  it('at once teach no more than in a row', async () => {
    const outcomes = await Promise.all(Array.from({ length: 40 }, () => login(admin.username, 'wrong')));
    expect(outcomes.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set([401, 429]));
    expect((await login(admin.username, admin.password)).status).toBe(429);
  });

  it('leave many right logins at once alone', async () => {
    const outcomes = await Promise.all(Array.from({ length: 30 }, () => login(admin.username, admin.password)));
    expect(outcomes.every(({ status }) => status === 200)).toBe(true);
  });

  it('take as long for a name that does not exist', async () => {
    const times: Record<string, number[]> = { [admin.username]: [], nobody: [] };
    await login('warm', 'up');
    // In turn, so that a moment in which the machine is busy slows both.
    for (let time = 0; time < 9; time += 1)
      for (const [name, ofName] of Object.entries(times)) {
        const start = performance.now();
        await login(name, 'wrong');
        ofName.push(performance.now() - start);
      }
    const [known, unknown] = Object.values(times).map((ofName) => ofName.sort((a, b) => a - b)[4]!) as [number, number];
    // Wide, because the machine may be busy; skipping the hash would make it ten times as fast.
    expect(known / unknown).toBeGreaterThan(0.4);
    expect(known / unknown).toBeLessThan(2.5);
  });
});

import { Database } from '../../src/platform/database/database.js';
import { withClient } from '../support/postgres.js';
import { routeCases } from '../support/routes/cases.js';
import { RouteTestApp } from '../support/routes/route-test-app.js';
import { send, textsIn } from '../support/routes/sending.js';

interface Event {
  readonly id: string;
  readonly org_id: string | null;
  readonly actor_id: string | null;
  readonly actor_name: string;
  readonly via: string;
  readonly action: string;
  readonly outcome: string;
  readonly status: number | null;
  readonly objects: string[];
  readonly address: string;
  readonly request_id: string;
  readonly at: string;
}

describe('the audit log', () => {
  let service: RouteTestApp;
  beforeAll(async () => (service = await RouteTestApp.start()));
  afterAll(() => service.close());

  const eventsOf = async (query: Record<string, string> = {}): Promise<Event[]> => {
    const { red } = service.fixtures;
    const answer = await red.admin.client.get('v1/audit/getEvents', { org_id: red.orgId, limit: '1000', ...query });
    expect(answer.status).toBe(200);
    return answer.body.data;
  };
  const serviceEvents = async (query: Record<string, string> = {}): Promise<Event[]> =>
    (await service.fixtures.root.client.get('v1/audit/getServiceEvents', { limit: '1000', ...query })).body.data;
  const byRequest = async (requestId: string): Promise<Event[]> =>
    [...(await eventsOf()), ...(await serviceEvents())].filter((event) => event.request_id === requestId);

  it('has every change: who, what, when, from where, and to what', async () => {
    const { fixtures, routes } = service;
    const changing = routes.filter(({ method, permission }) => method !== 'GET' && permission !== 'viewer');
    const wrong: unknown[] = [];
    let checked = 0;
    for (const route of changing) {
      const asked = routeCases[route.name]!;
      if (route.permission === 'public' || asked.endsSession) continue;
      const person = route.permission === 'sys_admin' ? fixtures.root : fixtures.red.admin;
      const request = await asked.request(fixtures, fixtures.red);
      const { status, headers, body } = await send(person.client, route, request);
      const requestId = headers.get('x-request-id')!;
      const events = await byRequest(requestId);
      const action = route.path.replace('v1/', '');
      const expected = { actor_id: person.userId, actor_name: person.username, via: 'session', action, status };
      const lacking = [...textsIn(request)].filter(
        ([path, text]) => fixtures.kindOf(text) && status < 400 && !events[0]?.objects.includes(text) && path,
      );
      const made = body.data?.id;
      const lacksMade = status < 400 && typeof made === 'string' && !events[0]?.objects.includes(made);
      checked += 1;
      if (events.length !== 1 || lacking.length > 0 || lacksMade || !matches(events[0]!, expected))
        wrong.push({ route: route.name, expected, events, lacking, made });
    }
    expect(wrong).toEqual([]);
    expect(checked).toBeGreaterThan(30);
  });

  const matches = (event: Event, expected: Partial<Event>): boolean =>
    Object.entries(expected).every(([name, value]) => event[name as keyof Event] === value) &&
    /^(::ffff:)?127\.0\.0\.1$|^::1$/.test(event.address) &&
    Math.abs(Date.parse(event.at) - Date.now()) < 60_000;

  it('has refusals, reading included, and nothing of what else was read', async () => {
    const { fixtures, app } = service;
    const made = await fixtures.red.admin.client.post('v1/users/createUser', {
      username: fixtures.fresh('reader'),
      org_id: fixtures.red.orgId,
      role: 'viewer',
    });
    const login = await app.client.post('v1/sessions/login', {
      username: made.body.data.username,
      password: made.body.data.password,
    });
    const reader = app.client.as(login.body.data.jwt);
    const sbom = await fixtures.create('sbom', fixtures.red);
    const refused = await reader.post('v1/project/deleteSBOM', { id: sbom });
    const peeking = await reader.get('v1/audit/getEvents', { org_id: fixtures.red.orgId });
    const reading = await reader.get('v1/project/getSBOM', { id: sbom });
    expect([refused.status, peeking.status, reading.status]).toEqual([403, 403, 200]);
    const seen = (await eventsOf({ actor_id: made.body.data.id })).map(({ action, outcome, status }) => [
      action,
      outcome,
      status,
    ]);
    expect(seen).toEqual([
      ['audit/getEvents', 'refused', 403],
      ['project/deleteSBOM', 'refused', 403],
      ['sessions/login', 'done', 200],
    ]);
    expect((await eventsOf({ object_id: sbom, outcome: 'refused' })).map(({ action }) => action)).toEqual([
      'project/deleteSBOM',
    ]);
  });

  it('has logins, also in vain, and never a name that is nobody’s: it may be a password', async () => {
    const { fixtures, app } = service;
    const { username, userId } = fixtures.red.admin;
    await app.client.post('v1/sessions/login', { username, password: 'hunter2hunter2' });
    await app.client.post('v1/sessions/login', { username: 'hunter2hunter2', password: username });
    expect((await eventsOf({ action: 'sessions/login', actor_id: userId }))[0]).toMatchObject({
      outcome: 'refused',
      status: 401,
      actor_name: username,
      via: 'password',
    });
    expect((await serviceEvents({ action: 'sessions/login', outcome: 'refused' }))[0]).toMatchObject({
      actor_id: null,
      actor_name: '',
      org_id: null,
    });
    const rows = await withClient(app.databaseUrl, (client) =>
      client.query(`SELECT count(*)::int AS n FROM audit_events e WHERE e::text LIKE '%hunter2%'`),
    );
    expect(rows.rows).toEqual([{ n: 0 }]);
  });

  it('never holds a secret, not even one that looks like an id', async () => {
    const { fixtures } = service;
    const secret = '0190a7c4-5b1e-7c3d-8f00-00000000dead';
    const fields = { team_id: fixtures.red.teamId, name: 'P', type: 'git', source: 'https://git.example/p.git' };
    const body = { ...fields, branch: 'main', description: '', password: secret };
    const made = await fixtures.red.admin.client.post('v1/project/createProject', body);
    expect(made.status).toBe(200);
    const [event] = await eventsOf({ object_id: made.body.data.id });
    expect(event).toMatchObject({ action: 'project/createProject', outcome: 'done' });
    expect(JSON.stringify(event)).not.toContain(secret);
  });

  it('is filtered by time, actor, action and outcome, and paged', async () => {
    const all = await eventsOf();
    const [middle] = all.slice(all.length >> 1);
    const before = await eventsOf({ until: middle!.at });
    const after = await eventsOf({ since: middle!.at });
    expect(before.length + after.length).toBe(all.length);
    expect(before.every(({ at }) => at < middle!.at)).toBe(true);
    const page = await service.fixtures.red.admin.client.get('v1/audit/getEvents', {
      org_id: service.fixtures.red.orgId,
      offset: '1',
      limit: '2',
    });
    expect(page.body.meta).toEqual({ total_count: all.length, offset: 1, limit: 2 });
    expect(page.body.data).toEqual(all.slice(1, 3));
    const wrong = await service.fixtures.red.admin.client.get('v1/audit/getEvents', {
      org_id: service.fixtures.red.orgId,
      since: 'yesterday',
      until: '2026-11-21T10:00:00',
    });
    expect([wrong.status, Object.keys(wrong.body.fields)]).toEqual([400, ['since', 'until']]);
  });

  it('shows an organization its own events only, in the second wall too', async () => {
    const { red, abroad } = service.fixtures;
    const foreign = await service.fixtures.create('project', abroad);
    expect(await eventsOf({ object_id: foreign })).toEqual([]);
    expect((await eventsOf()).every(({ org_id }) => org_id === red.orgId)).toBe(true);
    const rows = await service.app.nest
      .get(Database)
      .transaction({ organizations: [red.orgId] }, (sql) =>
        sql.query<{ org_id: string }>('SELECT DISTINCT org_id FROM audit_events'),
      );
    expect(rows).toEqual([{ org_id: red.orgId }]);
  });

  it('takes no change and no removal: not from tenants, and not from its owner', async () => {
    const database = service.app.nest.get(Database);
    const { orgId } = service.fixtures.red;
    const statements = [
      `UPDATE audit_events SET actor_name = 'x'`,
      'DELETE FROM audit_events',
      'TRUNCATE audit_events',
      `INSERT INTO audit_events (id, org_id, actor_name, via, action, outcome, status, objects, address, request_id)
       VALUES (gen_random_uuid(), '${orgId}', 'x', 'x', 'x', 'done', 200, '{}', '', '')`,
    ];
    for (const statement of statements)
      await expect(database.transaction({ organizations: [orgId] }, (sql) => sql.run(statement))).rejects.toThrow(
        /permission denied/,
      );
    for (const statement of statements.slice(0, 3))
      await expect(database.transaction('system', (sql) => sql.run(statement))).rejects.toThrow(/append-only/);
    const young = database.transaction('system', async (sql) => {
      await sql.query(`SELECT set_config('stocktake.retention', 'on', true)`);
      await sql.run('DELETE FROM audit_events');
    });
    await expect(young).rejects.toThrow(/append-only/);
  });

  const refuseAnswers = (isRefused: boolean) =>
    withClient(service.app.databaseUrl, async (client) => {
      if (!isRefused) return client.query('DROP FUNCTION refuse_answers CASCADE');
      await client.query(`
        CREATE FUNCTION refuse_answers() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          IF NEW.outcome <> 'committed' AND NEW.via = 'session' THEN RAISE EXCEPTION 'no answers'; END IF;
          RETURN NEW;
        END $$`);
      return client.query(`
        CREATE TRIGGER refuse_answers BEFORE INSERT OR UPDATE ON audit_events
        FOR EACH ROW EXECUTE FUNCTION refuse_answers()`);
    });

  it('has every change in the transaction of the change, also where the answer cannot be recorded', async () => {
    const { fixtures, routes } = service;
    const changing = routes.filter(({ method, permission }) => method !== 'GET' && permission !== 'viewer');
    const wrong: unknown[] = [];
    const unchanged: string[] = [];
    let checked = 0;
    for (const route of changing) {
      const asked = routeCases[route.name]!;
      if (route.permission === 'public' || asked.endsSession) continue;
      const person = route.permission === 'sys_admin' ? fixtures.root : fixtures.red.admin;
      const request = await asked.request(fixtures, fixtures.red);
      await refuseAnswers(true);
      const { status, headers } = await send(person.client, route, request).finally(() => refuseAnswers(false));
      const events = await byRequest(headers.get('x-request-id')!);
      if (status >= 500 && events.length === 0) {
        unchanged.push(route.name);
        continue;
      }
      checked += 1;
      const expected = { actor_id: person.userId, outcome: 'committed', status: null };
      if (status >= 500 || events.length !== 1 || !matches(events[0]!, expected))
        wrong.push({ route: route.name, status, events });
    }
    expect(wrong).toEqual([]);
    // A load that waits is not started twice, a session is renewed by its token alone, a team in use is kept unless confirmed,
    // nobody has a session of that id, the SBOM has no component of that package, and a preview only looks.
    const changeNothing = [
      ...['POST /v1/catalog/syncSources', 'POST /v1/sessions/renew', 'POST /v1/teams/deleteTeam'],
      ...[
        'POST /v1/sessions/endSession',
        'POST /v1/vulnerability/setStatementsForPackages',
        'POST /v1/vulnerability/setStatementsForVulnerabilities',
        'POST /v1/share/previewShare',
      ],
    ];
    expect(unchanged.filter((name) => !changeNothing.includes(name))).toEqual([]);
    expect(checked).toBeGreaterThan(30);
  });

  it('is completed once: an event with its answer stays as it is', async () => {
    const { fixtures, app } = service;
    const sbom = await fixtures.create('sbom', fixtures.red);
    const [event] = await eventsOf({ object_id: sbom });
    const change = (text: string) =>
      app.nest.get(Database).transaction('system', (sql) => sql.run(text, { id: event!.id }));
    const refused = change(`UPDATE audit_events SET outcome = 'failed', status = 500 WHERE id = $id`);
    await expect(refused).rejects.toThrow(/append-only/);
    await refuseAnswers(true);
    const fields = { username: fixtures.fresh('user') };
    const made = await fixtures.root.client.post('v1/users/createUser', fields).finally(() => refuseAnswers(false));
    expect(made.status).toBe(200);
    const [open] = await serviceEvents({ outcome: 'committed' });
    const forged = app.nest.get(Database).transaction('system', (sql) =>
      sql.run(`UPDATE audit_events SET outcome = 'done', status = 200, actor_name = 'x' WHERE id = $id`, {
        id: open!.id,
      }),
    );
    await expect(forged).rejects.toThrow(/append-only/);
  });

  it('stands before the answer: where it cannot be written, the answer is no success', async () => {
    const { fixtures, app } = service;
    await withClient(app.databaseUrl, async (client) => {
      await client.query('BEGIN; LOCK TABLE audit_events IN EXCLUSIVE MODE');
      let isAnswered = false;
      const sbom = fixtures.create('sbom', fixtures.red).then((id) => ((isAnswered = true), id));
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(isAnswered).toBe(false);
      await client.query('ROLLBACK');
      expect((await eventsOf({ object_id: await sbom })).map(({ action }) => action)).toEqual(['project/createSBOM']);

      await client.query('ALTER TABLE audit_events RENAME TO elsewhere');
      try {
        const fields = { username: fixtures.fresh('user') };
        expect((await fixtures.root.client.post('v1/users/createUser', fields)).status).toBe(500);
      } finally {
        await client.query('ALTER TABLE elsewhere RENAME TO audit_events');
      }
    });
  });
});

/** @own-modules It defines jobs, each of which every service of the process must handle. */
import { setTimeout as sleep } from 'node:timers/promises';
import { enqueue, type EnqueueOptions } from '../../src/jobs/enqueue.js';
import { Database } from '../../src/platform/database/database.js';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { firstAdmin, newTeam, newUser, otherOrganization, type Person, type TenantIds } from '../support/people.js';
import { Scripted, type ScriptedPayload } from '../support/test-jobs.js';
import { positional } from '../support/positional-parameters.js';

const nowhere = '018f0000-0000-7000-8000-0000000000ff';

/** An application without workers: what happens to the jobs, the tests write themselves. */
describe('the routes of jobs', () => {
  let app: TestApp;
  let admin: Person & TenantIds;
  let stranger: Person & TenantIds;
  let database: Database;

  beforeAll(async () => {
    app = await startApp({ ROLES: 'api' });
    database = app.nest.get(Database);
    admin = await firstAdmin(app);
    stranger = await otherOrganization(app, admin);
  });
  afterAll(() => app.close());

  const system = <T extends object>(text: string, parameters: unknown[] = []) =>
    database.transaction('system', (sql) => sql.query<T>(...positional(text, parameters)));

  const newRun = (options: Partial<EnqueueOptions> = {}): Promise<string> => {
    const payload: ScriptedPayload = { key: 'k', behaviour: 'effect' };
    return database.transaction('system', (sql) =>
      enqueue(sql, Scripted, payload, { orgId: admin.orgId, delaySeconds: 3600, ...options }),
    );
  };

  it('show a job field by field', async () => {
    const subject = { kind: 'sbom', id: nowhere };
    const id = await newRun({ subject, actorId: admin.userId });
    const answer = await admin.client.get('v1/jobs/getJob', { id });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      data: {
        id,
        name: 'test.scripted',
        status: 'waiting',
        waiting_reason: null,
        stage: null,
        done: 0,
        total: null,
        attempt: 0,
        max_attempts: 3,
        subject,
        error: null,
        reason: null,
        result: null,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        started_at: null,
        finished_at: null,
      },
      meta: { total_count: 1, offset: 0 },
    });
  });

  it('show a job that failed, and one that is under way', async () => {
    const id = await newRun();
    await system(`UPDATE job_runs SET state = 'active', stage = 'parsing', done = 3, total = 7 WHERE id = $1`, [id]);
    const under = (await admin.client.get('v1/jobs/getJob', { id })).body.data;
    expect(under).toMatchObject({ status: 'active', stage: 'parsing', done: 3, total: 7 });
    await system(
      `UPDATE job_runs SET state = 'failed', error = 'no SBOM', reason = 'malformed', finished_at = now() WHERE id = $1`,
      [id],
    );
    const failed = (await admin.client.get('v1/jobs/getJob', { id })).body.data;
    expect(failed).toMatchObject({ status: 'failed', error: 'no SBOM', reason: 'malformed' });
  });

  it.each(['getJob', 'events'])('%s wants an id that is one', async (route) => {
    expect(await admin.client.get(`v1/jobs/${route}`)).toMatchObject({
      status: 400,
      body: { fields: { id: expect.any(String) } },
    });
    expect(await admin.client.get(`v1/jobs/${route}`, { id: '7' })).toMatchObject({ status: 400 });
  });

  it('answer for jobs of others, of other teams and of the service as for those that never existed', async () => {
    const teamId = await newTeam(admin, admin.orgId, 'Closed');
    const narrowed = await newUser(app, admin);
    const added = await admin.client.post('v1/organizations/addMember', {
      org_id: admin.orgId,
      user_id: narrowed.userId,
      role: 'member',
      team_ids: [admin.teamId],
    });
    expect(added.status).toBe(200);
    const cases: [ApiClient, string][] = [
      [stranger.client, await newRun()],
      [narrowed.client, await newRun({ teamId })],
      [stranger.client, await newRun({ orgId: null })],
    ];
    for (const [client, id] of cases) {
      for (const call of [
        (job: string) => client.get('v1/jobs/getJob', { id: job }),
        (job: string) => client.get('v1/jobs/events', { id: job }),
        (job: string) => client.post('v1/jobs/cancelJob', { id: job }),
      ]) {
        const [foreign, never] = [await call(id), await call(nowhere)];
        expect(foreign.status).toBe(404);
        expect({ ...foreign.body, request_id: '' }).toEqual({ ...never.body, request_id: '' });
      }
      expect(await system('SELECT state FROM job_runs WHERE id = $1', [id])).toEqual([{ state: 'waiting' }]);
    }
    expect((await narrowed.client.get('v1/jobs/getJob', { id: await newRun({ teamId: admin.teamId }) })).status).toBe(
      200,
    );
  });

  it('cancel a job once', async () => {
    const id = await newRun();
    const answer = await admin.client.post('v1/jobs/cancelJob', { id });
    expect(answer).toMatchObject({
      status: 200,
      body: { data: { id, status: 'cancelled', reason: 'cancelled', error: `Cancelled by ${admin.username}` } },
    });
    expect((await admin.client.post('v1/jobs/cancelJob', { id })).status).toBe(200);

    await system(`UPDATE job_runs SET state = 'succeeded' WHERE id = $1`, [id]);
    expect((await admin.client.post('v1/jobs/cancelJob', { id })).status).toBe(409);
  });

  it('show the work of the service itself to those who manage it', async () => {
    const id = await newRun({ orgId: null });
    expect((await admin.client.get('v1/jobs/getJob', { id })).body.data).toMatchObject({ id, status: 'waiting' });
    expect((await admin.client.post('v1/jobs/cancelJob', { id })).body.data).toMatchObject({ status: 'cancelled' });
  });

  it('let a viewer look, not cancel', async () => {
    const viewer = await newUser(app, admin);
    await admin.client.post('v1/organizations/addMember', {
      org_id: admin.orgId,
      user_id: viewer.userId,
      role: 'viewer',
    });
    const id = await newRun();
    expect((await viewer.client.get('v1/jobs/getJob', { id })).status).toBe(200);
    expect((await viewer.client.post('v1/jobs/cancelJob', { id })).status).toBe(403);
  });

  describe('events', () => {
    const open = (id: string, headers: Record<string, string> = {}) =>
      fetch(`${app.url}/v1/jobs/events?id=${id}`, { headers: { Authorization: `Bearer ${admin.token}`, ...headers } });

    const parse = (text: string) =>
      [...text.matchAll(/event: (\w+)\ndata: (.*)\n\n/g)].map(([, event, data]) => ({
        event,
        data: JSON.parse(data as string) as Record<string, unknown>,
      }));

    it('tell each change, and the end, and then close', async () => {
      const id = await newRun();
      const response = await open(id, { 'Last-Event-ID': 'whatever' });
      expect(response.headers.get('content-type')).toBe('text/event-stream');
      const text = response.text();
      await sleep(300);
      for (const done of [1, 2]) {
        await system(
          `WITH changed AS (UPDATE job_runs SET state = 'active', stage = 'parsing', done = $2 WHERE id = $1 RETURNING id)
           SELECT pg_notify('stocktake_jobs_changed', id::text) FROM changed`,
          [id, done],
        );
        await sleep(300);
      }
      await system(`UPDATE job_runs SET state = 'succeeded', result = '{"n":1}' WHERE id = $1`, [id]); // no NOTIFY: found by looking
      const events = parse(await text);
      expect(events.map(({ event, data }) => [event, data.status, data.done])).toEqual([
        ['progress', 'waiting', 0],
        ['progress', 'active', 1],
        ['progress', 'active', 2],
        ['end', 'succeeded', 2],
      ]);
      expect(events[3]?.data).toEqual((await admin.client.get('v1/jobs/getJob', { id })).body.data);
    });

    it('close at once for a job that is over, and for HEAD', async () => {
      const id = await newRun();
      await system(`UPDATE job_runs SET state = 'cancelled' WHERE id = $1`, [id]);
      expect(parse(await (await open(id)).text())).toMatchObject([{ event: 'end', data: { status: 'cancelled' } }]);
      const head = await admin.client.send('HEAD', `v1/jobs/events?id=${await newRun()}`);
      expect(head.status).toBe(200);
    });

    it('end when the service stops', async () => {
      const other = await startApp({ ROLES: 'api' });
      try {
        const person = await firstAdmin(other);
        const id = await other.nest
          .get(Database)
          .transaction('system', (sql) =>
            enqueue(sql, Scripted, { key: 'k', behaviour: 'effect' }, { orgId: person.orgId, delaySeconds: 3600 }),
          );
        const response = await fetch(`${other.url}/v1/jobs/events?id=${id}`, {
          headers: { Authorization: `Bearer ${person.token}` },
        });
        const text = response.text();
        await sleep(200);
        await other.close();
        expect(parse(await text)).toMatchObject([{ event: 'progress' }]);
      } finally {
        await other.close().catch(() => undefined);
      }
    });
  });
});

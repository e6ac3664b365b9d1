/** @own-modules It defines jobs, each of which every service of the process must handle. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { cancelRuns } from '../../src/jobs/job-runs.repository.js';
import { Queues } from '../../src/jobs/queues.js';
import { backendsHere, exitOf, JobTestEnvironment, ownApplicationName } from '../support/job-environment.js';
import { Proxy } from '../support/proxy.js';
import { redisInstalled, type TestRedis } from '../support/redis.js';
import { Scripted, ScriptedBackground } from '../support/test-jobs.js';
import { describeIf } from '../support/requirement.js';

const hour = 3_600_000;
const isQueued = ({ state }: { state: string }): boolean => state === 'queued';

describe.each(backendsHere())('faults of jobs on %s', (backend) => {
  let environment: JobTestEnvironment;

  beforeAll(async () => {
    environment = await JobTestEnvironment.open(backend);
  });
  afterEach(() => environment.stopAll());
  afterAll(() => environment.close());

  const starts = async (key: string) => (await environment.rows('SELECT 1 FROM starts WHERE key = $1', [key])).length;

  it('has one effect however often a run is delivered, at once and late', async () => {
    const queues = (await environment.start()).get(Queues);
    const id = await environment.enqueue({ key: 'double', behaviour: 'deaf' });
    const deliver = (from: number) =>
      queues.deliver(
        'interactive',
        Array.from({ length: 8 }, (_, n) => ({ id, dispatch: from + n, alone: false })),
      );
    await deliver(100);
    await environment.started('double');
    await deliver(200);
    expect(await environment.over(id)).toMatchObject({ state: 'succeeded', attempt: 1 });
    await deliver(300);
    await sleep(500);
    expect([await environment.effects('double'), await starts('double')]).toEqual([
      [{ attempt: 1, pid: process.pid }],
      1,
    ]);
  });

  it('runs a job again when its worker is killed in the middle', async () => {
    const victim = await environment.spawn({ roles: 'worker' });
    await environment.closeGate('killed');
    const id = await environment.enqueue({ key: 'killed', behaviour: 'gated' });
    await environment.started('killed');
    victim.kill('SIGKILL');
    await environment.openGate('killed');
    await environment.start();
    expect(await environment.over(id)).toMatchObject({ state: 'succeeded', attempt: 2 });
    expect(await environment.effects('killed')).toEqual([{ attempt: 2, pid: process.pid }]);
  });

  it('lets a worker that was away for longer than its lease write nothing', async () => {
    const sleeper = await environment.spawn({ roles: 'worker' });
    const id = await environment.enqueue({ key: 'asleep', behaviour: 'deaf' });
    await environment.started('asleep');
    sleeper.kill('SIGSTOP');
    await environment.start();
    expect(await environment.over(id)).toMatchObject({ state: 'succeeded', attempt: 2 });
    const before = await environment.run(id);
    sleeper.kill('SIGCONT');
    await sleep(2_500);
    expect(await environment.effects('asleep')).toEqual([{ attempt: 2, pid: process.pid }]);
    expect(await environment.run(id)).toEqual(before);
  });

  it('ends a job that kills its worker each time, and runs the others', async () => {
    const deadly = await environment.enqueue({ key: 'deadly', behaviour: 'deadly', failures: 9 });
    const good = await environment.enqueue({ key: 'beside', behaviour: 'effect' });
    await environment.start({ roles: 'scheduler' });
    for (let attempt = 1; attempt <= 3; attempt += 1) await exitOf(await environment.spawn({ roles: 'worker' }));
    const run = await environment.over(deadly);
    expect(run).toMatchObject({ state: 'failed', attempt: 3 });
    expect(run.error).toBe('The worker died or stalled in the middle of this job, 3 times in all');
    await environment.start();
    expect(await environment.over(good)).toMatchObject({ state: 'succeeded' });
    expect(await environment.effects('beside')).toHaveLength(1);
  });

  it('delivers what a relay marked before it died', async () => {
    const id = await environment.enqueue({ key: 'marked', behaviour: 'effect' });
    await environment.rows(`UPDATE job_runs SET state = 'queued', dispatch = 1, queued_at = now() WHERE id = $1`, [id]);
    await environment.start();
    expect(await environment.over(id)).toMatchObject({ state: 'succeeded', attempt: 1 });
  });

  it('loses nothing when the queue is wiped', async () => {
    const relay = await environment.start({ roles: 'api' });
    const ids = await Promise.all(
      Array.from({ length: 10 }, (_, n) => environment.enqueue({ key: `wiped${n}`, behaviour: 'effect' })),
    );
    // The queue has room for some of them, which of them depends on the order of the commits.
    await environment.until(async () => (await Promise.all(ids.map((id) => environment.run(id)))).some(isQueued));
    await relay.close();
    if (environment.redis) await environment.redis.command('FLUSHALL');
    else await environment.rows('DELETE FROM bullmq.job');
    await environment.start();
    for (const id of ids) expect(await environment.over(id)).toMatchObject({ state: 'succeeded', attempt: 1 });
    expect(await environment.rows(`SELECT 1 FROM effects WHERE key LIKE 'wiped%'`)).toHaveLength(10);
  });

  it('starts the next job within 10 s when every listening session was killed while idle', async () => {
    await environment.start({ times: { pollMs: 60_000 } });
    await sleep(500);
    await environment.rows(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND state = 'idle' AND query LIKE '%LISTEN%'`,
    );
    const asked = Date.now();
    const id = await environment.enqueue({ key: 'deaf ears', behaviour: 'effect' });
    expect(await environment.over(id)).toMatchObject({ state: 'succeeded' });
    expect(Date.now() - asked).toBeLessThan(10_000);
  });

  it('survives that every connection to the database is killed, again and again', async () => {
    await environment.start();
    const ids: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      for (let n = 0; n < 5; n += 1)
        ids.push(await environment.enqueue({ key: `cut${ids.length}`, behaviour: 'deaf' }));
      await sleep(300);
      await environment.rows(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND application_name <> '${ownApplicationName}'`,
      );
    }
    for (const id of ids) expect(await environment.over(id)).toMatchObject({ state: 'succeeded' });
    expect(await environment.rows(`SELECT 1 FROM effects WHERE key LIKE 'cut%'`)).toHaveLength(ids.length);
  });

  it('shares the work of several processes, each job started once', async () => {
    await Promise.all([environment.start(), environment.start(), environment.start({ roles: 'scheduler' })]);
    const ids = await Promise.all(
      Array.from({ length: 120 }, (_, n) =>
        environment.enqueue({ key: `shared${n}`, behaviour: 'effect' }, n % 3 === 0 ? ScriptedBackground : Scripted),
      ),
    );
    for (const id of ids) await environment.over(id);
    expect(await environment.rows(`SELECT 1 FROM starts WHERE key LIKE 'shared%'`)).toHaveLength(120);
    expect(await environment.rows(`SELECT 1 FROM effects WHERE key LIKE 'shared%'`)).toHaveLength(120);
  });

  it('hands back at SIGTERM what does not end in time, without using up an attempt', async () => {
    const leaver = await environment.spawn({ roles: 'worker' });
    await environment.closeGate('handed');
    const slow = await environment.enqueue({ key: 'handed', behaviour: 'gated' });
    await environment.started('handed');
    leaver.kill('SIGTERM');
    expect(await exitOf(leaver)).toBe(0);
    // Its relay may have handed it on again before it went.
    expect(await environment.run(slow)).toMatchObject({
      state: expect.stringMatching('waiting|queued'),
      attempt: 0,
      error: null,
    });
    await environment.openGate('handed');
    await environment.start();
    expect(await environment.over(slow)).toMatchObject({ state: 'succeeded', attempt: 1 });
    expect(await environment.effects('handed')).toEqual([{ attempt: 1, pid: process.pid }]);
  });

  it('lets running jobs end at SIGTERM when they can', async () => {
    const leaver = await environment.spawn({ roles: 'worker', times: { graceMs: 10_000 } });
    const id = await environment.enqueue({ key: 'farewell', behaviour: 'deaf' });
    await environment.started('farewell');
    leaver.kill('SIGTERM');
    expect(await exitOf(leaver)).toBe(0);
    expect(await environment.run(id)).toMatchObject({ state: 'succeeded', attempt: 1 });
  });

  it.each([hour, -hour])('does not mind a worker whose clock is off by %d ms', async (offMs) => {
    const key = `clock${offMs}`;
    const wrong = await environment.spawn({ roles: 'worker' }, offMs);
    const first = await environment.enqueue({ key: `${key}a`, behaviour: 'effect' });
    const run = await environment.over(first);
    expect(run).toMatchObject({ state: 'succeeded', attempt: 1 });
    expect(Math.abs((run.finishedAt?.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);

    await environment.closeGate(`${key}b`);
    const second = await environment.enqueue({ key: `${key}b`, behaviour: 'gated' });
    await environment.started(`${key}b`);
    await environment.start();
    wrong.kill('SIGKILL');
    await environment.openGate(`${key}b`);
    expect(await environment.over(second)).toMatchObject({ state: 'succeeded', attempt: 2 });
  });

  it('writes nothing more for a run that is cancelled', async () => {
    await environment.start();
    await environment.closeGate('unwanted');
    const active = await environment.enqueue({ key: 'unwanted', behaviour: 'gated' });
    const waiting = await environment.enqueue({ key: 'never', behaviour: 'effect' }, Scripted, { delaySeconds: 3_600 });
    await environment.started('unwanted');
    const cancelled = await environment.database.transaction('system', (sql) =>
      cancelRuns(sql, [active, waiting], 'The SBOM was deleted'),
    );
    expect(cancelled.sort()).toEqual([active, waiting].sort());
    await environment.openGate('unwanted');
    await environment.rows('UPDATE job_runs SET due_at = now() WHERE id = $1', [waiting]);
    await sleep(1_500);
    for (const id of [active, waiting])
      expect(await environment.run(id)).toMatchObject({ state: 'cancelled', error: 'The SBOM was deleted' });
    expect([await environment.effects('unwanted'), await starts('never')]).toEqual([[], 0]);
  });

  it('serves an organization with one job before the backlog of another', async () => {
    const other = '018f0000-0000-7000-8000-000000000002';
    for (let n = 0; n < 100; n += 1) await environment.enqueue({ key: `crowd${n}`, behaviour: 'effect' });
    const single = await environment.enqueue({ key: 'single', behaviour: 'effect' }, Scripted, { orgId: other });
    await environment.start({ concurrency: 2 });
    await environment.over(single);
    const [row] = await environment.rows<{ n: number }>(
      `SELECT count(*)::int n FROM job_runs WHERE started_at < (SELECT started_at FROM job_runs WHERE id = $1)
         AND created_at > now() - interval '1 minute' AND payload->>'key' LIKE 'crowd%'`,
      [single],
    );
    expect(row?.n).toBeLessThanOrEqual(6);
  });

  it.each([
    ['is a viewer by now', `UPDATE memberships SET role = 'viewer' WHERE user_id = $1 AND org_id = $2`],
    [
      'is suspended by now',
      `INSERT INTO scim_users (user_id, org_id, user_name, active, is_creator) VALUES ($1, $2, 'leaver', false, false)`,
    ],
  ])('writes nothing more in the name of a user who %s', async (_, change) => {
    const [userId, orgId] = [randomUUID(), randomUUID()];
    await environment.rows(`INSERT INTO users (id, username) VALUES ($1, 'leaver ' || gen_random_uuid())`, [userId]);
    await environment.rows(`INSERT INTO organizations (id, name) VALUES ($1, 'Left')`, [orgId]);
    await environment.rows(`INSERT INTO memberships (org_id, user_id, role) VALUES ($1, $2, 'member')`, [
      orgId,
      userId,
    ]);
    await environment.start();
    await environment.closeGate(userId);
    const id = await environment.enqueue({ key: userId, behaviour: 'gated' }, Scripted, { orgId, actorId: userId });
    await environment.started(userId);
    await environment.rows(change, [userId, orgId]);
    await environment.openGate(userId);
    expect(await environment.over(id)).toMatchObject({ state: 'failed', reason: 'forbidden', attempt: 1 });
    expect(await environment.effects(userId)).toEqual([]);
  });

  it('forgets what ended long ago, and only that', async () => {
    const ids = await Promise.all(
      ['old', 'young', 'open'].map((key) =>
        environment.enqueue({ key, behaviour: 'effect' }, Scripted, { delaySeconds: 3600 }),
      ),
    );
    await environment.rows(
      `UPDATE job_runs SET state = 'succeeded', finished_at = now() - make_interval(days => CASE WHEN id = $1 THEN 31 ELSE 29 END)
       WHERE id IN ($1, $2)`,
      ids.slice(0, 2),
    );
    await environment.start({ roles: 'scheduler' });
    await environment.until(
      async () => (await environment.rows('SELECT 1 FROM job_runs WHERE id = $1', [ids[0]])).length === 0,
    );
    expect(await environment.rows('SELECT id FROM job_runs WHERE id = ANY($1)', [ids])).toHaveLength(2);
  });
});

describeIf(redisInstalled, 'redis-server is not installed')('a Redis that goes away', () => {
  let environment: JobTestEnvironment;
  let redis: TestRedis;

  beforeAll(async () => {
    environment = await JobTestEnvironment.open('redis');
    redis = environment.redis as TestRedis;
  });
  afterEach(() => environment.stopAll());
  afterAll(() => environment.close());

  it('delays what is enqueued meanwhile until it comes back, and no more', async () => {
    await environment.start();
    const before = await environment.enqueue({ key: 'before', behaviour: 'deaf' });
    await environment.started('before');
    await redis.vanish();
    const meanwhile = await Promise.all(
      Array.from({ length: 10 }, (_, n) => environment.enqueue({ key: `meanwhile${n}`, behaviour: 'effect' })),
    );
    expect(await environment.over(before)).toMatchObject({ state: 'succeeded', attempt: 1 });
    await sleep(6_000); // long enough that handing on has been tried and given up
    redis.comeBack();
    for (const id of meanwhile) expect(await environment.over(id)).toMatchObject({ state: 'succeeded', attempt: 1 });
    expect(await environment.rows(`SELECT 1 FROM starts WHERE key LIKE 'meanwhile%'`)).toHaveLength(10);
  });

  it('does not hold up a process that stops', async () => {
    const context = await environment.start();
    await environment.over(await environment.enqueue({ key: 'last', behaviour: 'effect' }));
    await redis.vanish();
    const asked = performance.now();
    await context.close();
    expect(performance.now() - asked).toBeLessThan(10_000);
    redis.comeBack();
  });
});

describe('a queue whose database cannot be reached at first', () => {
  it('works as soon as it can be, and leaves the process its time until then', async () => {
    const environment = await JobTestEnvironment.open('postgres');
    const proxy = await Proxy.before(Number(new URL(environment.databaseUrl).port));
    try {
      proxy.become('closed');
      await environment.spawn({ queueUrl: proxy.through(environment.databaseUrl) });
      const id = await environment.enqueue({ key: 'late', behaviour: 'deaf' });
      await sleep(1_000);
      proxy.become('open');
      expect(await environment.over(id, 20_000)).toMatchObject({ state: 'succeeded' });
    } finally {
      await environment.close();
      await proxy.close();
    }
  });
});

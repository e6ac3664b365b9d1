/** @own-modules It defines jobs, each of which every service of the process must handle. */
import { getEventListeners, getMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { openStates } from '../../src/jobs/job-context.js';
import { JobWatcher, RunChangeNotifier } from '../../src/jobs/job-watcher.js';
import { backendsHere, JobTestEnvironment, testOrganization } from '../support/job-environment.js';
import { collectGarbage } from '../support/garbage.js';
import { Scripted, ScriptedBackground, ShortOfTime } from '../support/test-jobs.js';

describe.each(backendsHere())('jobs on %s', (backend) => {
  let environment: JobTestEnvironment;
  let watcher: JobWatcher;

  beforeAll(async () => {
    environment = await JobTestEnvironment.open(backend);
    watcher = (await environment.start({ times: { leaseMs: 30_000 } })).get(JobWatcher);
  });
  afterAll(() => environment.close());

  it('runs a job once and tells of it', async () => {
    const id = await environment.enqueue({ key: 'one', behaviour: 'effect' });
    const run = await watcher.waitFor(id, 10_000);
    expect(run).toMatchObject({ id, name: 'test.scripted', state: 'succeeded', attempt: 1, result: { key: 'one' } });
    expect(run).toMatchObject({ error: null, orgId: testOrganization, maxAttempts: 3 });
    expect(run?.finishedAt?.getTime()).toBeGreaterThanOrEqual(run?.startedAt?.getTime() ?? Infinity);
    expect(await environment.effects('one')).toHaveLength(1);
  });

  it('runs many of both queues, each once', async () => {
    const ids = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        environment.enqueue({ key: `many${n}`, behaviour: 'effect' }, n % 2 === 0 ? Scripted : ScriptedBackground),
      ),
    );
    for (const id of ids) expect((await watcher.waitFor(id, 20_000))?.state).toBe('succeeded');
    const [count] = await environment.rows(`SELECT count(*)::int n FROM effects WHERE key LIKE 'many%'`);
    expect(count).toEqual({ n: 100 });
  });

  it('works within the tenancy of its organization, and as the service without one', async () => {
    const id = await environment.enqueue({ key: 'service', behaviour: 'effect' }, Scripted, { orgId: null });
    expect((await watcher.waitFor(id, 10_000))?.state).toBe('succeeded');
  });

  it('answers whoever waits when the time is up, though garbage is collected meanwhile', async () => {
    const id = await environment.enqueue({ key: 'slow', behaviour: 'deaf' });
    const waited = watcher.waitFor(id, 400).then((run) => run?.state);
    // For as long as it waits: how long one collection takes depends on what other tests have left in the heap.
    for (const end = performance.now() + 350; performance.now() < end; await sleep(10)) collectGarbage();
    expect(openStates).toContain(await waited);
    expect((await watcher.waitFor(id, 10_000))?.state).toBe('succeeded');
  });

  it('answers as many as wait at once, without a warning of Node, and holds nothing of them afterwards', async () => {
    const id = await environment.enqueue({ key: 'common', behaviour: 'effect' });
    const waiting = Array.from({ length: 100 }, () => watcher.waitFor(id, 10_000));
    const listeners = (): number => getEventListeners(watcher.stopped, 'abort').length;
    expect([listeners(), getMaxListeners(watcher.stopped) >= listeners()]).toEqual([100, true]);
    expect(new Set((await Promise.all(waiting)).map((run) => run?.state))).toEqual(new Set(['succeeded']));
    expect(listeners()).toBe(0);
  });

  it('tells of the end at once whoever waits in the same process', () => {
    const notifier = new RunChangeNotifier(environment.database, { on: () => undefined } as never);
    const received: (string | null)[] = [];
    notifier.onChanged((run) => received.push(run));
    notifier.publish('018f0000-0000-7000-8000-000000000001');
    notifier.publishEnd('018f0000-0000-7000-8000-000000000002');
    expect(received).toEqual(['018f0000-0000-7000-8000-000000000002']);
  });

  it('ends the run and queues the next in one transaction', async () => {
    const id = await environment.enqueue({ key: 'chain', behaviour: 'chain' });
    expect(await watcher.waitFor(id, 10_000)).toMatchObject({ state: 'succeeded', result: { next: 'chain/next' } });
    await environment.until(async () => (await environment.effects('chain/next')).length === 1);
    expect(await environment.effects('chain')).toHaveLength(1);
  });

  it('tries again later when the outside world is away', async () => {
    const id = await environment.enqueue({ key: 'transient', behaviour: 'transient', failures: 2 });
    expect(await environment.over(id)).toMatchObject({ state: 'succeeded', attempt: 3, error: null });
    expect(await environment.effects('transient')).toEqual([{ attempt: 3, pid: process.pid }]);
  });

  it('gives up after the last attempt, with the reason', async () => {
    const id = await environment.enqueue({ key: 'away', behaviour: 'transient', failures: 9 });
    expect(await environment.over(id)).toMatchObject({
      state: 'failed',
      attempt: 3,
      error: 'The far end is away (tried 3 times)',
    });
  });

  it('fails at once on what is the caller’s fault', async () => {
    const id = await environment.enqueue({ key: 'refusal', behaviour: 'refusal' });
    expect(await environment.over(id)).toMatchObject({ state: 'failed', attempt: 1, error: 'Line 3: this is no SBOM' });
    expect(await environment.effects('refusal')).toEqual([]);
  });

  it('tells nothing of a bug but that there is one', async () => {
    const id = await environment.enqueue({ key: 'bug', behaviour: 'bug', failures: 9 });
    const run = await environment.over(id);
    expect(run).toMatchObject({ state: 'failed', attempt: 3 });
    expect(run.error).toBe('Internal error; the log has the details under the job id (tried 3 times)');
  });

  it('refuses a payload that is not as defined', async () => {
    const id = await environment.enqueue({ key: 'odd', behaviour: 'unheard of' as 'effect' });
    expect(await environment.over(id)).toMatchObject({
      state: 'failed',
      attempt: 1,
      error: 'The payload of the job is invalid: behaviour',
    });
    expect(await environment.rows(`SELECT 1 FROM starts WHERE key = 'odd'`)).toEqual([]);
  });

  it('ends as partial, and stores a result that PostgreSQL could not hold as it is', async () => {
    const id = await environment.enqueue({ key: 'partial', behaviour: 'partial' });
    expect(await environment.over(id)).toMatchObject({
      state: 'partial',
      result: { warnings: 2, note: 'a\ufffdb\ufffd' },
    });
  });

  it('tells progress to whoever watches', async () => {
    const id = await environment.enqueue({ key: 'progress', behaviour: 'progress' });
    const seen = new Set<number>();
    const unwatch = watcher.watch(id, (run) => {
      if (run?.progress) seen.add(run.progress.done);
    });
    const run = await watcher.waitFor(id, 10_000);
    unwatch();
    expect(run?.progress).toEqual({ stage: 'counting', done: 10, total: 10 });
    expect(seen.size).toBeGreaterThan(2);
  });

  it('leaves room for others whatever one user watches', async () => {
    const id = '018f0000-0000-7000-8000-0000000000fe';
    const listen = (): void => undefined;
    const watches = Array.from({ length: 100 }, () => watcher.watchFor('greedy', id, listen));
    expect(() => watcher.watchFor('greedy', id, listen)).toThrow('You follow jobs 100 times already');
    watcher.watchFor('other', id, listen)();
    const [first, ...rest] = watches;
    first!();
    first!();
    watcher.watchFor('greedy', id, listen)();
    for (const unwatch of rest) unwatch();
  });

  it('waits no longer than asked, and not at all for what does not exist', async () => {
    await environment.closeGate('patient');
    const id = await environment.enqueue({ key: 'patient', behaviour: 'gated' });
    await environment.started('patient');
    expect(await watcher.waitFor(id, 100)).toMatchObject({ state: 'active' });
    expect(await watcher.waitFor(id, 0)).toMatchObject({ state: 'active' });
    await environment.openGate('patient');
    expect(await watcher.waitFor(id, 10_000)).toMatchObject({ state: 'succeeded' });
    expect(await watcher.waitFor('018f0000-0000-7000-8000-0000000000ff', 10_000)).toBeNull();
  });

  it('runs nothing before it is due', async () => {
    const id = await environment.enqueue({ key: 'due', behaviour: 'effect' }, Scripted, { delaySeconds: 1.2 });
    expect(await watcher.waitFor(id, 700)).toMatchObject({ state: 'waiting' });
    const run = await watcher.waitFor(id, 10_000);
    expect(run?.state).toBe('succeeded');
    expect((run?.startedAt?.getTime() ?? 0) - (run?.createdAt.getTime() ?? 0)).toBeGreaterThanOrEqual(1200);
  });

  it('bounds the time of an attempt', async () => {
    await environment.closeGate('short');
    const id = await environment.enqueue({ key: 'short', behaviour: 'gated' }, ShortOfTime);
    expect(await environment.over(id)).toMatchObject({
      state: 'failed',
      attempt: 3,
      error: 'The job took longer than 0.3 seconds (tried 3 times)',
    });
  });
});

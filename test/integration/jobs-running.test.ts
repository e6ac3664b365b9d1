import { JobWatcher } from '../../src/jobs/job-watcher.js';
import { backendsHere, JobTestEnvironment, testOrganization } from '../support/job-environment.js';
import { Scripted, ScriptedBackground, ShortOfTime } from '../support/test-jobs.js';

describe.each(backendsHere())('jobs on %s', (backend) => {
  let ground: JobTestEnvironment;
  let watcher: JobWatcher;

  beforeAll(async () => {
    ground = await JobTestEnvironment.open(backend);
    watcher = (await ground.start({ times: { leaseMs: 30_000 } })).get(JobWatcher);
  });
  afterAll(() => ground.close());

  it('runs a job once and tells of it', async () => {
    const id = await ground.enqueue({ key: 'one', behaviour: 'effect' });
    const run = await watcher.waitFor(id, 10_000);
    expect(run).toMatchObject({ id, name: 'test.scripted', state: 'succeeded', attempt: 1, result: { key: 'one' } });
    expect(run).toMatchObject({ error: null, orgId: testOrganization, maxAttempts: 3 });
    expect(run?.finishedAt?.getTime()).toBeGreaterThanOrEqual(run?.startedAt?.getTime() ?? Infinity);
    expect(await ground.effects('one')).toHaveLength(1);
  });

  it('runs many of both queues, each once', async () => {
    const ids = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        ground.enqueue({ key: `many${n}`, behaviour: 'effect' }, n % 2 === 0 ? Scripted : ScriptedBackground),
      ),
    );
    for (const id of ids) expect((await watcher.waitFor(id, 20_000))?.state).toBe('succeeded');
    const [count] = await ground.rows(`SELECT count(*)::int n FROM effects WHERE key LIKE 'many%'`);
    expect(count).toEqual({ n: 100 });
  });

  it('works within the tenancy of its organization, and as the service without one', async () => {
    const id = await ground.enqueue({ key: 'service', behaviour: 'effect' }, Scripted, { orgId: null });
    expect((await watcher.waitFor(id, 10_000))?.state).toBe('succeeded');
  });

  it('ends the run and queues the next in one transaction', async () => {
    const id = await ground.enqueue({ key: 'chain', behaviour: 'chain' });
    expect(await watcher.waitFor(id, 10_000)).toMatchObject({ state: 'succeeded', result: { next: 'chain/next' } });
    await ground.until(async () => (await ground.effects('chain/next')).length === 1);
    expect(await ground.effects('chain')).toHaveLength(1);
  });

  it('tries again later when the outside world is away', async () => {
    const id = await ground.enqueue({ key: 'transient', behaviour: 'transient', failures: 2 });
    expect(await ground.over(id)).toMatchObject({ state: 'succeeded', attempt: 3, error: null });
    expect(await ground.effects('transient')).toEqual([{ attempt: 3, pid: process.pid }]);
  });

  it('gives up after the last attempt, with the reason', async () => {
    const id = await ground.enqueue({ key: 'away', behaviour: 'transient', failures: 9 });
    expect(await ground.over(id)).toMatchObject({
      state: 'failed',
      attempt: 3,
      error: 'The far end is away (tried 3 times)',
    });
  });

  it('fails at once on what is the caller’s fault', async () => {
    const id = await ground.enqueue({ key: 'refusal', behaviour: 'refusal' });
    expect(await ground.over(id)).toMatchObject({ state: 'failed', attempt: 1, error: 'Line 3: this is no SBOM' });
    expect(await ground.effects('refusal')).toEqual([]);
  });

  it('tells nothing of a bug but that there is one', async () => {
    const id = await ground.enqueue({ key: 'bug', behaviour: 'bug', failures: 9 });
    const run = await ground.over(id);
    expect(run).toMatchObject({ state: 'failed', attempt: 3 });
    expect(run.error).toBe('Something went wrong on our side; it is logged under the job id (tried 3 times)');
  });

  it('refuses a payload that is not as defined', async () => {
    const id = await ground.enqueue({ key: 'odd', behaviour: 'unheard of' as 'effect' });
    expect(await ground.over(id)).toMatchObject({
      state: 'failed',
      attempt: 1,
      error: 'The job was asked for with a wrong behaviour',
    });
    expect(await ground.rows(`SELECT 1 FROM starts WHERE key = 'odd'`)).toEqual([]);
  });

  it('ends as partial, and stores a result that PostgreSQL could not hold as it is', async () => {
    const id = await ground.enqueue({ key: 'partial', behaviour: 'partial' });
    expect(await ground.over(id)).toMatchObject({ state: 'partial', result: { warnings: 2, note: 'a\ufffdb\ufffd' } });
  });

  it('tells progress to whoever watches', async () => {
    const id = await ground.enqueue({ key: 'progress', behaviour: 'progress' });
    const seen = new Set<number>();
    const unwatch = watcher.watch(id, (run) => {
      if (run?.progress) seen.add(run.progress.done);
    });
    const run = await watcher.waitFor(id, 10_000);
    unwatch();
    expect(run?.progress).toEqual({ stage: 'counting', done: 10, total: 10 });
    expect(seen.size).toBeGreaterThan(2);
  });

  it('waits no longer than asked, and not at all for what does not exist', async () => {
    await ground.closeGate('patient');
    const id = await ground.enqueue({ key: 'patient', behaviour: 'gated' });
    await ground.started('patient');
    expect(await watcher.waitFor(id, 100)).toMatchObject({ state: 'active' });
    expect(await watcher.waitFor(id, 0)).toMatchObject({ state: 'active' });
    await ground.openGate('patient');
    expect(await watcher.waitFor(id, 10_000)).toMatchObject({ state: 'succeeded' });
    expect(await watcher.waitFor('018f0000-0000-7000-8000-0000000000ff', 10_000)).toBeNull();
  });

  it('runs nothing before it is due', async () => {
    const id = await ground.enqueue({ key: 'due', behaviour: 'effect' }, Scripted, { delaySeconds: 1.2 });
    expect(await watcher.waitFor(id, 700)).toMatchObject({ state: 'waiting' });
    const run = await watcher.waitFor(id, 10_000);
    expect(run?.state).toBe('succeeded');
    expect((run?.startedAt?.getTime() ?? 0) - (run?.createdAt.getTime() ?? 0)).toBeGreaterThanOrEqual(1200);
  });

  it('bounds the time of an attempt', async () => {
    await ground.closeGate('short');
    const id = await ground.enqueue({ key: 'short', behaviour: 'gated' }, ShortOfTime);
    expect(await ground.over(id)).toMatchObject({
      state: 'failed',
      attempt: 3,
      error: 'The job took longer than 0.3 s (tried 3 times)',
    });
  });
});

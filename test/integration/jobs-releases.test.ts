/** @own-modules It defines jobs, each of which every service of the process must handle. */
import { Logger } from '@nestjs/common';
import { jobView } from '../../src/jobs/jobs.dto.js';
import { newId } from '../../src/platform/identifiers/uuid.js';
import { backendsHere, JobTestEnvironment, testOrganization } from '../support/job-environment.js';

/** What another release, older or newer, leaves in the tables that both work on. */
describe.each(backendsHere())('jobs of another release on %s', (backend) => {
  let environment: JobTestEnvironment;

  beforeAll(async () => {
    environment = await JobTestEnvironment.open(backend);
  });
  afterAll(() => environment.close());

  const write = async (name: string, payload: object, more: object = {}): Promise<string> => {
    const row = {
      id: newId(),
      name,
      queue: 'interactive',
      org_id: testOrganization,
      payload,
      due_at: new Date(),
      ...more,
    };
    const columns = Object.keys(row);
    await environment.rows(
      `INSERT INTO job_runs (${columns.join(', ')}, max_attempts)
       SELECT ${columns.map((column) => `r.${column}`).join(', ')}, 3
       FROM jsonb_populate_record(NULL::job_runs, $1) r`,
      [JSON.stringify(row)],
    );
    return row.id;
  };

  it('leaves jobs that it does not know as they are, and does its own beside them', async () => {
    const waiting = await write('later.job', { any: 1 });
    const long = { queued_at: '2020-01-01', dispatch: 1 };
    const queued = await write('later.job', { any: 2 }, { state: 'queued', ...long });
    const elsewhere = await write(
      'later.job',
      {},
      { state: 'active', attempt: 1, fence: 1, lease_until: '2999-01-01' },
    );
    const abandoned = await write(
      'later.job',
      {},
      { state: 'active', attempt: 1, fence: 1, lease_until: '2020-01-01' },
    );
    await environment.start();
    const own = await Promise.all(
      Array.from({ length: 20 }, (_, n) => environment.enqueue({ key: `own${n}`, behaviour: 'effect' })),
    );
    for (const id of own) expect(await environment.over(id)).toMatchObject({ state: 'succeeded', attempt: 1 });
    await environment.until(async () => (await environment.run(abandoned)).state === 'waiting');
    expect(await environment.run(waiting)).toMatchObject({ state: 'waiting', attempt: 0, error: null });
    expect(await environment.run(queued)).toMatchObject({ state: 'waiting', attempt: 0, error: null });
    expect(await environment.run(elsewhere)).toMatchObject({ state: 'active', attempt: 1 });
  });

  it('reports runs that wait for another release, and not those that it will take itself', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn');
    const since = { created_at: '2020-01-01', due_at: '2020-01-01' };
    const id = await write('much-later.job', {}, since);
    await write('test.scripted', { key: 'due', behaviour: 'effect' }, since);
    const said = (): string[] => warn.mock.calls.map(([text]) => String(text)).filter((text) => text.includes('cancelJob')); // prettier-ignore
    await environment.until(async () => said().some((text) => text.includes('much-later.job')));
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(said().filter((text) => text.includes('much-later.job'))).toHaveLength(1);
    expect(said().join()).toContain(id);
    expect(said().join()).not.toContain('test.scripted');
    expect(jobView(await environment.run(id))).toMatchObject({ status: 'waiting', waiting_reason: expect.stringContaining('does not know') }); // prettier-ignore
    warn.mockRestore();
  });

  it('takes no harm from fields of a payload that it does not know', async () => {
    const id = await write('test.scripted', { key: 'newer', behaviour: 'effect', added: { later: true } });
    expect(await environment.over(id)).toMatchObject({ state: 'succeeded', attempt: 1 });
    expect(await environment.effects('newer')).toHaveLength(1);
  });

  it('passes over columns that a newer release has added, and what it has written there', async () => {
    await environment.rows(`ALTER TABLE job_runs ADD COLUMN added text NOT NULL DEFAULT 'x'`);
    const id = await environment.enqueue({ key: 'wider', behaviour: 'effect' });
    expect(await environment.over(id)).toMatchObject({ state: 'succeeded', attempt: 1 });
  });
});

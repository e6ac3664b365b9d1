import { CallerError } from '../../src/model/errors.js';
import { MonitoringScheduler } from '../../src/monitoring/monitoring.scheduler.js';
import { recordRescan } from '../../src/monitoring/monitoring-runs.repository.js';
import { Database } from '../../src/platform/database/database.js';
import { SbomResolver } from '../../src/sboms/resolving/sbom-resolver.js';
import { startApp, type TestApp } from '../support/app.js';
import { passTime as passTimeOf } from '../support/monitoring.js';
import { firstAdmin, otherOrganization, type Person, type TenantIds } from '../support/people.js';
import { withClient } from '../support/postgres.js';

describe('monitoring', () => {
  let app: TestApp;
  let admin: Person & TenantIds;
  let scheduler: MonitoringScheduler;

  beforeAll(async () => {
    // Without the role `scheduler`: the moments are chosen here.
    app = await startApp({ ROLES: 'api,worker' });
    admin = await firstAdmin(app);
    scheduler = app.nest.get(MonitoringScheduler);
  });
  afterAll(() => app.close());

  const query = <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
    withClient(app.databaseUrl, async (client) => (await client.query(text, values)).rows as Row[]);

  async function newSbom(frequency: string, by: Person & TenantIds = admin): Promise<string> {
    const { body } = await by.client.post('v1/project/createSBOM', {
      name: frequency,
      version: '1',
      supplier: 's',
      contact_name: 'c',
      contact_email: '',
      org_id: by.orgId,
      monitor_frequency: frequency,
    });
    return body.data.id;
  }
  const age = (id: string, days: number) =>
    query(`UPDATE sboms SET created_at = now() - make_interval(days => $2) WHERE id = $1`, [id, days]);
  const passTime = (id: string, days: number) => passTimeOf(app.databaseUrl, id, days);
  const runsOf = async (id: string) =>
    (await admin.client.get('v1/monitoring/getRuns', { sbom_id: id })).body.data as Record<string, any>[];
  async function finished(id: string): Promise<Record<string, any>> {
    for (const end = Date.now() + 60_000; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 50))) {
      const [run] = await runsOf(id);
      if (run && run.status !== 'queued' && run.status !== 'running') return run;
    }
    throw new Error('The run did not finish');
  }

  it.each([
    ['daily', 2, 1],
    ['weekly', 8, 7],
    ['monthly', 62, 31],
  ])('looks at a %s SBOM once per period, whoever asks and how often', async (frequency, old, period) => {
    const id = await newSbom(frequency);
    await scheduler.schedule();
    expect(await runsOf(id)).toEqual([]);
    await age(id, old);
    await Promise.all([scheduler.schedule(), scheduler.schedule(), scheduler.schedule()]);
    await scheduler.schedule();
    expect(await runsOf(id)).toHaveLength(1);
    expect(await finished(id)).toMatchObject({ status: 'succeeded', subject_kind: 'sbom', looked_at: 0, changes: 0 });
    await passTime(id, period);
    await scheduler.schedule();
    await scheduler.schedule();
    expect(await runsOf(id)).toHaveLength(2);
  });

  it('makes up once what was missed for many periods', async () => {
    const id = await newSbom('daily');
    await age(id, 30);
    for (let call = 0; call < 3; call += 1) await scheduler.schedule();
    const runs = await runsOf(id);
    expect(runs).toHaveLength(1);
    expect(Date.now() - Date.parse(runs[0]!.due_at)).toBeLessThan(86_400_000);
  });

  it('goes on after a time when the clock was ahead', async () => {
    const id = await newSbom('daily');
    await age(id, 3);
    await scheduler.schedule();
    await query(`UPDATE monitoring_runs SET due_at = now() + interval '1 year' WHERE subject_id = $1`, [id]);
    await scheduler.schedule();
    expect(await runsOf(id)).toHaveLength(2);
  });

  it('leaves alone what is never to be monitored, and what is deleted', async () => {
    const never = await newSbom('never');
    const deleted = await newSbom('daily');
    await admin.client.post('v1/project/deleteSBOM', { id: deleted });
    await Promise.all([age(never, 90), age(deleted, 90)]);
    await scheduler.schedule();
    expect(await runsOf(never)).toEqual([]);
    expect(await runsOf(deleted)).toEqual([]);
  });

  it('spreads the moments over the period', async () => {
    const ids = await Promise.all(Array.from({ length: 40 }, () => newSbom('daily')));
    await Promise.all(ids.map((id) => age(id, 3)));
    await scheduler.schedule();
    const moments = await Promise.all(ids.map(async (id) => Date.parse((await runsOf(id))[0]!.due_at)));
    expect(new Set(moments).size).toBeGreaterThan(35);
    expect(Math.max(...moments) - Math.min(...moments)).toBeGreaterThan(12 * 3_600_000);
  });

  it('records what came out different, with the old and the new value, and keeps what people selected', async () => {
    const id = await newSbom('daily');
    const purl = 'pkg:npm/left-pad-monitored@1.0.0';
    const file = {
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      version: 1,
      components: [
        { type: 'library', name: 'left-pad-monitored', version: '1.0.0', purl },
        { type: 'library', name: 'chosen by hand', version: '2' },
      ],
    };
    await admin.client.upload('v1/project/importSBOM', JSON.stringify(file), { sbom_id: id });
    const entries = async () =>
      (await admin.client.get('v1/project/getSBOM', { id })).body.data.entries as Record<string, any>[];
    const job = (await admin.client.post('v1/project/resolveComponents', { sbom_id: id })).body.data.job_id;
    await over(job);
    const [first, second] = await entries();
    await admin.client.post('v1/project/updateComponents', [
      { id: second!.id, sbom_id: id, search_results: { package: [{ purl: 'pkg:npm/mine@2', selected: true }] } },
    ]);
    await over((await admin.client.post('v1/project/resolveComponents', { sbom_id: id })).body.data.job_id);
    // As if an earlier release had found nothing.
    await query(
      `UPDATE components SET status = 'no-resolution', selected_purl = NULL, svc_id = '',
              search_results = '{"repo": [], "package": [], "product": []}' WHERE id = $1`,
      [first!.id],
    );
    const written = () => query('SELECT xmin::text FROM components WHERE id = $1', [second!.id]);
    const before = await written();
    await age(id, 2);
    await scheduler.schedule();
    const run = await finished(id);
    expect(run).toMatchObject({ status: 'succeeded', looked_at: 2 });
    expect(await written()).toEqual(before); // it came out the same
    const { body } = await admin.client.get('v1/monitoring/getChanges', { run_id: run.id });
    expect(body.data).toContainEqual({
      id: expect.any(String),
      run_id: run.id,
      sbom_id: id,
      created_at: expect.any(String),
      component_id: first!.id,
      component_name: 'left-pad-monitored',
      field: 'package',
      old_value: null,
      new_value: purl,
    });
    expect(body.data).toContainEqual(
      expect.objectContaining({ field: 'status', old_value: 'no-resolution', new_value: 'resolved' }),
    );
    expect(body.meta.total_count).toBe(run.changes);
    expect(body.data.every((change: Record<string, unknown>) => change.component_id === first!.id)).toBe(true);
    expect((await entries())[1]).toMatchObject({ status: 'resolved' });
    // A further attempt knows what was published, and publishes it no second time.
    const again = await app.nest.get(Database).transaction('system', (sql) => recordRescan(sql, run.id, 2, true));
    expect(again).toMatchObject({ changes: run.changes, published: run.changes });
  });

  it('leaves a confirmed SBOM confirmed where nothing changed', async () => {
    const id = await newSbom('daily');
    await admin.client.post('v1/project/saveConfirmSBOM', {}, { id });
    await age(id, 2);
    await scheduler.schedule();
    expect(await finished(id)).toMatchObject({ status: 'succeeded', changes: 0 });
    expect((await admin.client.get('v1/project/getSBOM', { id })).body.data.status).toBe('finished');
  });

  it('opens a confirmed SBOM with the change itself, and leaves it confirmed by who has seen that', async () => {
    const id = await newSbom('daily');
    const status = async () => (await admin.client.get('v1/project/getSBOM', { id })).body.data.status;
    const confirm = () => admin.client.post('v1/project/saveConfirmSBOM', undefined, { id });
    const purl = 'pkg:npm/left-pad-monitored@1.0.0';
    await admin.client.post('v1/project/addComponent', { sbom_id: id, name: purl, org: '', version: '1.0.0' });
    await over((await admin.client.post('v1/project/resolveComponents', { sbom_id: id })).body.data.job_id);
    await confirm();
    // As if an earlier release had found nothing.
    await query(`UPDATE components SET status = 'no-resolution', search_results = $2 WHERE sbom_id = $1`, [
      id,
      '{"repo": [], "package": [], "product": []}',
    ]);
    const resolver = app.nest.get(SbomResolver);
    const rescan = resolver.rescan.bind(resolver);
    const seen: string[] = [];
    resolver.rescan = async (...args) => {
      const counts = await rescan(...args);
      if (args[1] === id) {
        seen.push(await status());
        await confirm();
      }
      return counts;
    };
    await age(id, 2);
    await scheduler.schedule();
    expect(await finished(id)).toMatchObject({ status: 'succeeded', looked_at: 1 });
    resolver.rescan = rescan;
    expect([...seen, await status()]).toEqual(['created', 'finished']);
  });

  it('says since when runs fail, also when their jobs are gone, until one succeeds', async () => {
    const id = await newSbom('daily');
    const state = async () => (await admin.client.get('v1/project/getSBOM', { id })).body.data.monitoring;
    const fail = async (): Promise<string> => {
      await failNextRun(id);
      return (await runsOf(id))[0]!.finished_at;
    };
    await age(id, 9);
    expect(await state()).toMatchObject({ status: 'pending' });
    const first = await fail();
    expect(await state()).toMatchObject({ status: 'failing', failing_since: first, succeeded_at: null, error: 'Gone' });
    await passTime(id, 1);
    await fail();
    expect(await state()).toMatchObject({ status: 'failing', failing_since: first, error: 'Gone' });
    await query('DELETE FROM job_runs WHERE subject_id = $1', [id]);
    expect(await state()).toMatchObject({ status: 'failing', failing_since: first, error: null });
    await passTime(id, 1);
    await scheduler.schedule();
    const { finished_at } = await finished(id);
    const mended = await state();
    expect(mended).toMatchObject({ status: 'succeeded', failing_since: null, error: null });
    expect(Date.parse(mended.succeeded_at)).toBeGreaterThanOrEqual(Date.parse(finished_at));
  });

  it('counts a resolution of all entries that somebody asks for as success once there was a run', async () => {
    const id = await newSbom('daily');
    const state = async () => (await admin.client.get('v1/project/getSBOM', { id })).body.data.monitoring;
    const resolve = async (ids?: string[]) =>
      over((await admin.client.post('v1/project/resolveComponents', { sbom_id: id, ids })).body.data.job_id);
    for (const name of ['one', 'two'])
      await admin.client.post('v1/project/addComponent', { sbom_id: id, name, org: '', version: '1' });
    await resolve();
    expect(await state()).toMatchObject({ status: 'pending', succeeded_at: null });
    await age(id, 9);
    await failNextRun(id);
    const failing = await state();
    expect(failing).toMatchObject({ status: 'failing' });
    const [entry] = (await admin.client.get('v1/project/getSBOM', { id })).body.data.entries;
    await resolve([entry.id]);
    expect(await state()).toMatchObject({ status: 'failing' });
    await resolve();
    expect(await state()).toMatchObject({ status: 'succeeded', failing_since: null, error: null });
  });

  it('shows nobody the runs and changes of another organization', async () => {
    const other = await otherOrganization(app, admin);
    const id = await newSbom('daily', other);
    await age(id, 2);
    await scheduler.schedule();
    expect(await runsOf(id)).toEqual([]);
    const own = await other.client.get('v1/monitoring/getRuns', { limit: '1' });
    expect(own.body).toMatchObject({ data: [{ subject_id: id }], meta: { total_count: 1, offset: 0, limit: 1 } });
    expect((await other.client.get('v1/monitoring/getChanges')).body.meta.total_count).toBe(0);
    expect((await app.client.get('v1/monitoring/getRuns')).status).toBe(401);
  });

  it('writes down 3,000 due SBOMs in seconds', async () => {
    await query(
      `INSERT INTO sboms (id, org_id, team_id, name, version, supplier, contact_name, contact_email,
                          monitor_frequency, created_at)
       SELECT gen_random_uuid(), $1, $2, 'many', '1', '', '', '', 'daily', now() - interval '3 days'
       FROM generate_series(1, 3000)`,
      [admin.orgId, admin.teamId],
    );
    const start = Date.now();
    expect(await scheduler.schedule()).toBe(3_000);
    expect(Date.now() - start).toBeLessThan(10_000);
    await query(`UPDATE job_runs SET state = 'cancelled', finished_at = now() WHERE state IN ('waiting', 'queued')`);
  });

  /** The job of the run that is due fails. */
  async function failNextRun(id: string): Promise<void> {
    const resolver = app.nest.get(SbomResolver);
    const rescan = resolver.rescan.bind(resolver);
    resolver.rescan = () => Promise.reject(new CallerError(422, 'Gone'));
    await scheduler.schedule();
    expect(await finished(id)).toMatchObject({ status: 'failed' });
    resolver.rescan = rescan;
  }

  async function over(job: string): Promise<void> {
    for (const end = Date.now() + 60_000; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 50))) {
      const { status } = (await admin.client.get('v1/jobs/getJob', { id: job })).body.data;
      if (!['waiting', 'queued', 'active'].includes(status)) return;
    }
    throw new Error('The job did not end');
  }
});

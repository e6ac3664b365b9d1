import { MonitoringFailuresScheduler } from '../../src/monitoring/failures.scheduler.js';
import { MonitoringScheduler } from '../../src/monitoring/monitoring.scheduler.js';
import { Analyst, packageLock, type Shown } from '../support/analyses.js';
import { startApp, type TestApp } from '../support/app.js';
import { passTime } from '../support/monitoring.js';
import { firstAdmin, type Person, type TenantIds } from '../support/people.js';
import { withClient } from '../support/postgres.js';
import { SourceServer } from '../support/source-server.js';

describe('what analyses find, in monitoring and exports', () => {
  let app: TestApp;
  let server: SourceServer;
  let admin: Person & TenantIds;
  let analyst: Analyst;
  let scheduler: MonitoringScheduler;

  beforeAll(async () => {
    server = await SourceServer.start();
    app = await startApp({ ROLES: 'api,worker', OUTSIDE_OPENED: server.host, OUTSIDE_CA_FILE: server.authority });
    admin = await firstAdmin(app);
    analyst = new Analyst(app, admin);
    scheduler = app.nest.get(MonitoringScheduler);
  });
  afterAll(async () => {
    await app.close();
    await server.close();
  });

  const project = (more: Shown = {}) =>
    analyst.project({ type: 'artifact', source: `https://${server.host}/package-lock.json`, ...more });
  const query = (text: string, values: unknown[]) =>
    withClient(app.databaseUrl, (client) => client.query(text, values));
  const age = (id: string, days: number) =>
    query(`UPDATE projects SET created_at = now() - make_interval(days => $2) WHERE id = $1`, [id, days]);
  const runsOf = async (id: string): Promise<Shown[]> =>
    (await admin.client.get('v1/monitoring/getRuns', { project_id: id })).body.data;
  async function finished(id: string): Promise<Shown> {
    for (const end = Date.now() + 60_000; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 50))) {
      const [run] = await runsOf(id);
      if (run && run.status !== 'queued' && run.status !== 'running') return run;
    }
    throw new Error('The run did not finish');
  }

  it('analyses what is active and to be monitored once a day, and records what changed', async () => {
    server.serve(packageLock({ lodash: '4.17.20', react: '18.2.0', left: '1.0.0' }));
    const watched = await project();
    const others = [await project({ should_monitor: false }), await project({ active: false })];
    const { sbom_id } = await analyst.analyze(watched);
    await scheduler.schedule();
    expect(await runsOf(watched)).toEqual([]);
    await Promise.all([watched, ...others].map((id) => age(id, 3)));
    server.serve(packageLock({ lodash: '4.17.21', react: '18.2.0', right: '1.0.0' }));
    await Promise.all([scheduler.schedule(), scheduler.schedule()]);
    await scheduler.schedule();
    expect(await runsOf(watched)).toHaveLength(1);
    for (const id of others) expect(await runsOf(id)).toEqual([]);
    const run = await finished(watched);
    expect(run).toMatchObject({ status: 'succeeded', subject_kind: 'project', looked_at: 3, changes: 3 });
    const changes = (await admin.client.get('v1/monitoring/getChanges', { run_id: run.id })).body.data;
    expect(changes.map((change: Shown) => [change.sbom_id, change.field, change.old_value, change.new_value])).toEqual(
      expect.arrayContaining([
        [sbom_id, 'package', 'pkg:npm/lodash@4.17.20', 'pkg:npm/lodash@4.17.21'],
        [sbom_id, 'package', 'pkg:npm/left@1.0.0', null],
        [sbom_id, 'package', null, 'pkg:npm/right@1.0.0'],
      ]),
    );
    expect(await analyst.names(sbom_id)).toEqual(['lodash@4.17.21', 'react@18.2.0', 'right@1.0.0']);
    const [latest] = (await admin.client.get('v1/scanner/getAnalyses', { project_id: watched })).body.data;
    expect(latest).toMatchObject({ id: run.id, status: 'finished', changed: 1 });
  });

  it('tells of a run whose source could not be fetched', async () => {
    server.answer = (_request, response) => void response.writeHead(404).end();
    server.requests.length = 0;
    const id = await project();
    await age(id, 3);
    await scheduler.schedule();
    expect(await finished(id)).toMatchObject({
      status: 'failed',
      finished_at: expect.any(String),
      error: expect.stringMatching(/address of the source does not exist/),
    });
    expect(server.requests).toHaveLength(1);
  });

  it('rescans what the last analysis found where the source is gone', async () => {
    server.serve(packageLock({ lodash: '4.17.20', react: '18.2.0' }));
    const id = await project();
    const { sbom_id } = await analyst.analyze(id);
    await age(id, 3);
    server.answer = (_request, response) => void response.writeHead(404).end();
    await scheduler.schedule();
    expect(await finished(id)).toMatchObject({
      status: 'failed',
      looked_at: 2,
      error: expect.stringMatching(/address of the source does not exist/),
    });
    expect(await analyst.names(sbom_id)).toEqual(['lodash@4.17.20', 'react@18.2.0']);
  });

  it('says at the project and its SBOM that monitoring fails, until an analysis that somebody asks for succeeds', async () => {
    const id = await project();
    const team = { team_id: admin.teamId };
    const stateOf = async (): Promise<Shown> => {
      const { monitoring } = (await admin.client.get('v1/project/getProject', { id, ...team })).body.data;
      const listed = (await admin.client.get('v1/project/getProjects', { ...team, limit: '100' })).body.data;
      expect(listed.find((one: Shown) => one.id === id).monitoring).toEqual(monitoring);
      const [latest] = (await admin.client.get('v1/scanner/getAnalyses', { project_id: id })).body.data;
      if (latest?.sbom_id) {
        const sbom = (await admin.client.get('v1/project/getSBOM', { id: latest.sbom_id })).body.data;
        expect(sbom.monitoring).toEqual(monitoring);
      }
      return monitoring;
    };
    expect(await stateOf()).toMatchObject({ status: 'pending', succeeded_at: null, failing_since: null, error: null });
    await age(id, 9);
    server.answer = (_request, response) => void response.writeHead(404).end();
    await scheduler.schedule();
    const { finished_at, error } = await finished(id);
    const failing = await stateOf();
    expect(failing).toMatchObject({ status: 'failing', succeeded_at: null, error });
    expect(Date.parse(failing.failing_since)).toBe(Date.parse(finished_at));
    expect(failing.message).toMatch(/^Monitoring fails since .*does not exist.*No success before .*mend the cause/);

    server.serve(packageLock({ lodash: '4.17.20' }));
    await analyst.analyze(id);
    const mended = await stateOf();
    expect(mended).toMatchObject({ status: 'succeeded', failing_since: null, error: null });
    expect(Date.parse(mended.succeeded_at)).toBeGreaterThanOrEqual(Date.parse(finished_at));

    server.answer = (_request, response) => void response.writeHead(404).end();
    await passTime(app.databaseUrl, id, 1);
    await scheduler.schedule();
    const second = await finished(id);
    const again = await stateOf();
    expect(again).toMatchObject({ status: 'failing', succeeded_at: mended.succeeded_at, error: second.error });
    expect(Date.parse(again.failing_since)).toBe(Date.parse(second.finished_at));
    await query('UPDATE projects SET should_monitor = false WHERE id = $1', [id]);
    expect(await stateOf()).toMatchObject({ status: 'not_monitored', message: expect.stringMatching(/^It is not/) });
  });

  describe('an alarm of monitoring that fails', () => {
    const channel = { kind: 'slack', name: 'c', url: 'https://chat.example/secret', events: ['monitor.failed'] };
    const takeFailures = () => app.nest.get(MonitoringFailuresScheduler).schedule();
    /** Runs the monitoring of the next day, with the source as it is now. */
    async function nextDay(id: string): Promise<Shown> {
      await passTime(app.databaseUrl, id, 1);
      await scheduler.schedule();
      return finished(id);
    }
    const texts = async (id: string): Promise<Shown[]> =>
      (
        await query(
          `SELECT e.sbom_id, e.sbom_name, i.text FROM alarm_events e JOIN alarm_items i ON i.event_id = e.id
             JOIN alarm_deliveries d ON d.event_id = e.id
           WHERE e.type = 'monitor.failed' AND e.sbom_name = $1 ORDER BY e.created_at`,
          [`monitored ${id}`],
        )
      ).rows;
    async function monitored(more: Shown = {}): Promise<string> {
      const id = await project(more);
      await age(id, 9);
      await query(`UPDATE projects SET name = 'monitored ' || id WHERE id = $1`, [id]);
      return id;
    }

    beforeAll(async () => {
      await takeFailures(); // of the tests before
      const { status } = await admin.client.post('v1/alarms/createChannel', { org_id: admin.orgId, ...channel });
      expect(status).toBe(200);
    });
    beforeEach(() => {
      server.answer = (_request, response) => void response.writeHead(404).end();
    });

    it('comes once, also for a project that was never analysed', async () => {
      const id = await monitored();
      expect(await nextDay(id)).toMatchObject({ status: 'failed' });
      expect(await Promise.all([takeFailures(), takeFailures()])).toEqual(expect.arrayContaining([1, 0]));
      expect(await nextDay(id)).toMatchObject({ status: 'failed' });
      expect(await takeFailures()).toBe(0);
      const text = expect.stringMatching(
        /^The analysis of the project failed: .*address of the source does not exist.*\. No run has succeeded yet; mend/,
      );
      expect(await texts(id)).toEqual([{ sbom_id: null, sbom_name: `monitored ${id}`, text }]);
    });

    it('comes again when monitoring had succeeded in between, and says what is shown', async () => {
      const id = await monitored();
      await nextDay(id);
      await takeFailures();
      server.serve(packageLock({ lodash: '4.17.20' }));
      expect(await nextDay(id)).toMatchObject({ status: 'succeeded' });
      expect(await takeFailures()).toBe(0);
      server.answer = (_request, response) => void response.writeHead(404).end();
      await nextDay(id);
      expect(await takeFailures()).toBe(1);
      const [, second] = await texts(id);
      expect(second).toMatchObject({
        sbom_id: expect.any(String),
        text: expect.stringMatching(/Stocktake shows rests on the run of \d{4}-\d\d-\d\d; mend/),
      });
    });

    it('comes again when an analysis that somebody asked for had succeeded in between', async () => {
      const id = await monitored();
      await nextDay(id);
      await takeFailures();
      server.serve(packageLock({ lodash: '4.17.20' }));
      await analyst.analyze(id);
      server.answer = (_request, response) => void response.writeHead(404).end();
      expect(await nextDay(id)).toMatchObject({ status: 'failed' });
      expect(await takeFailures()).toBe(1);
      const text = expect.stringMatching(/Stocktake shows rests on the run of \d{4}-\d\d-\d\d; mend/);
      expect((await texts(id))[1]).toMatchObject({ text });
    });

    it('does not come when an analysis that somebody asked for has succeeded since', async () => {
      const id = await monitored();
      await nextDay(id);
      server.serve(packageLock({ lodash: '4.17.20' }));
      await analyst.analyze(id);
      await takeFailures();
      expect(await texts(id)).toEqual([]);
    });

    it('does not come for what nobody monitors, until somebody does again', async () => {
      const id = await monitored();
      await nextDay(id);
      await query('UPDATE projects SET should_monitor = false WHERE id = $1', [id]);
      await takeFailures();
      expect(await texts(id)).toEqual([]);
      await query('UPDATE projects SET should_monitor = true WHERE id = $1', [id]);
      await takeFailures();
      expect(await texts(id)).toHaveLength(1);
    });
  });

  it('exports what was found where dependencies are included, below the entries that stand for the project', async () => {
    server.serve(packageLock({ lodash: '4.17.20', react: '18.2.0' }));
    const id = await project();
    const { sbom_id } = await analyst.analyze(id);
    const { body } = await admin.client.post('v1/project/createSBOM', {
      name: 'Product',
      version: '1',
      supplier: '',
      contact_name: '',
      contact_email: '',
      org_id: admin.orgId,
    });
    await admin.client.post('v1/project/addComponent', { sbom_id: body.data.id, name: 'Shop', project_id: id });
    const [entry] = await analyst.entries(body.data.id);
    await admin.client.post('v1/project/updateComponents', [{ id: entry!.id, sbom_id: body.data.id, project_id: id }]);
    const report = async (which: Shown, more: Record<string, string>): Promise<Shown> =>
      (await admin.client.post('v1/report/getSBOM', which, { sbom_type: 'CycloneDX', ...more })).body.data;
    const names = (document: Shown) => (document.components ?? []).map(({ name }: Shown) => name);
    const dependsOn = (document: Shown, ref: string) =>
      document.dependencies.find((node: Shown) => node.ref === ref)?.dependsOn ?? [];
    const included = { include_dependencies: 'true' };

    const without = await report({ project_ids: [id] }, {});
    expect(names(without)).toEqual([]);
    const own = await report({ project_ids: [id] }, included);
    expect(names(own)).toEqual(['lodash', 'react']);
    const again = await report({ project_ids: [id], sbom_ids: [sbom_id] }, included);
    const { timestamp } = again.metadata; // changes with the last change of the SBOM, which is still being scored
    expect(again).toEqual({ ...own, metadata: { ...own.metadata, timestamp } });
    expect(own.components[0].evidence.occurrences).toEqual([
      { location: 'package-lock.json', line: expect.any(Number) },
    ]);
    expect(dependsOn(own, id)).toHaveLength(2);

    const product = await report({ sbom_id: body.data.id }, {});
    expect(names(product)).toEqual(['Shop']);
    const below = await report({ sbom_id: body.data.id }, included);
    expect(names(below)).toEqual(['Shop', 'lodash', 'react']);
    const refs = below.components.slice(1).map((component: Shown) => component['bom-ref']);
    expect(dependsOn(below, below.components[0]['bom-ref']).sort()).toEqual(refs.sort());

    const both = { sbom_ids: [body.data.id, sbom_id] };
    const merged = await report(both, { ...included, team_top_level: 'true' });
    expect(names(merged).sort()).toEqual(['Product', 'Shop', 'Webshop', 'lodash', 'react']);
    const apart = await report(both, { team_top_level: 'true' });
    expect(names(apart).sort()).toEqual(['Product', 'Shop', 'Webshop']);

    const documents = [own, without, product, below, merged, apart];
    expect(new Set(documents.map(({ serialNumber }) => serialNumber)).size).toBe(documents.length);
    expect([own.serialNumber, product.serialNumber]).toEqual([`urn:uuid:${sbom_id}`, `urn:uuid:${body.data.id}`]);
    await admin.client.post('v1/project/addComponent', { sbom_id, name: 'more' });
    const changed = await report({ sbom_id: body.data.id }, included);
    expect([changed.serialNumber, changed.version > below.version]).toEqual([below.serialNumber, true]);
  });
});

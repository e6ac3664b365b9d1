import { createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { MonitoringScheduler } from '../../src/monitoring/monitoring.scheduler.js';
import { Database } from '../../src/platform/database/database.js';
import type { Shown } from '../support/analyses.js';
import { startApp, type TestApp } from '../support/app.js';
import { firstAdmin, otherOrganization, type Person, type TenantIds } from '../support/people.js';
import { SourceServer } from '../support/source-server.js';
import { positional } from '../support/positional-parameters.js';

interface Received {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

/** Events that come of resolution and monitoring, as two organizations receive them. */
describe('webhooks of what is resolved and what has changed', () => {
  let app: TestApp;
  let server: SourceServer;
  let admin: Person & TenantIds;
  let other: Person & TenantIds;
  const received: Received[] = [];
  let status = (_path: string): number => 204;

  beforeAll(async () => {
    server = await SourceServer.start();
    server.answer = (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const path = request.url ?? '';
        received.push({ path, headers: request.headers, text: Buffer.concat(chunks).toString() });
        response.writeHead(status(path)).end();
      });
    };
    app = await startApp({ ROLES: 'api,worker', OUTSIDE_OPENED: server.host, OUTSIDE_CA_FILE: server.authority });
    admin = await firstAdmin(app);
    other = await otherOrganization(app, admin);
  });
  afterAll(async () => {
    await app.close();
    await server.close();
  });

  const query = (text: string, values: unknown[] = []): Promise<void> =>
    app.nest.get(Database).transaction('system', async (sql) => void (await sql.run(...positional(text, values))));
  const until = async (isSo: () => boolean | Promise<boolean>): Promise<void> => {
    for (const end = Date.now() + 60_000; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 100)))
      if (await isSo()) return;
    throw new Error('It did not come about');
  };
  const listen = async (by: Person & TenantIds, path: string): Promise<Shown> => {
    const url = `https://${server.host}/${path}`;
    const events = ['component.resolved', 'monitor.changed'];
    const { body } = await by.client.post('v1/webhooks/createWebhook', { org_id: by.orgId, url, events });
    return body.data;
  };
  const deliveries = async (by: Person & TenantIds, webhook_id: string): Promise<Shown[]> =>
    (await by.client.get('v1/webhooks/getDeliveries', { webhook_id })).body.data;
  const isSignedBy = (secret: string, { headers, text }: Received): boolean => {
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    const content = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${text}`;
    const signature = createHmac('sha256', key).update(content).digest('base64');
    return String(headers['webhook-signature']).split(' ').includes(`v1,${signature}`);
  };
  /** An SBOM of one known and one unknown component, resolved. */
  const imported = async (by: Person & TenantIds, name: string): Promise<{ sbomId: string; componentId: string }> => {
    const { body } = await by.client.post('v1/project/createSBOM', {
      name: 'watched',
      version: '1',
      supplier: 's',
      contact_name: 'c',
      contact_email: '',
      org_id: by.orgId,
    });
    const file = {
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      version: 1,
      components: [
        { type: 'library', name, version: '1.0.0', purl: `pkg:npm/${name}@1.0.0` },
        { type: 'library', name: 'nobody knows this one', version: '2' },
      ],
    };
    await by.client.upload('v1/project/importSBOM', JSON.stringify(file), { sbom_id: body.data.id });
    const entries = async (): Promise<Shown[]> =>
      (await by.client.get('v1/project/getSBOM', { id: body.data.id })).body.data.entries;
    await until(async () => (await entries())[0]!.status === 'resolved');
    return { sbomId: body.data.id, componentId: (await entries())[0]!.id };
  };

  it('come once for each event, under one id however often they are sent, signed, to their own organization', async () => {
    const [hook, theirs] = [await listen(admin, 'ours'), await listen(other, 'theirs')];
    const attempts = new Map<string, number>();
    // The first attempt at each event fails.
    status = () => {
      const id = String(received.at(-1)!.headers['webhook-id']);
      attempts.set(id, (attempts.get(id) ?? 0) + 1);
      return attempts.get(id) === 1 ? 500 : 204;
    };
    const { sbomId, componentId } = await imported(admin, 'resolved-and-told');
    const purl = 'pkg:npm/resolved-and-told@1.0.0';
    await settled(admin, hook.id, 1);
    const about = { org_id: admin.orgId, sbom_id: sbomId };
    expect(events('/ours')).toEqual([
      ['component.resolved', { ...about, components: [expect.objectContaining({ id: componentId, package: purl })] }],
    ]);

    // As if an earlier release had found nothing, and days had gone by.
    await query(
      `UPDATE components SET status = 'no-resolution', selected_purl = NULL, svc_id = '',
              search_results = '{"repo": [], "package": [], "product": []}' WHERE id = $1`,
      [componentId],
    );
    await query(`UPDATE sboms SET created_at = now() - interval '2 days' WHERE id = $1`, [sbomId]);
    const scheduler = app.nest.get(MonitoringScheduler);
    for (let call = 0; call < 3; call += 1) await scheduler.schedule();
    await settled(admin, hook.id, 3);
    const [run] = (await admin.client.get('v1/monitoring/getRuns', { sbom_id: sbomId })).body.data as Shown[];
    const changed = events('/ours').filter(([type]) => type === 'monitor.changed');
    expect(changed).toHaveLength(1);
    expect(changed[0]![1]).toMatchObject({
      ...about,
      run_id: run!.id,
      subject_kind: 'sbom',
      subject_id: sbomId,
      change_count: run!.changes,
      changes: expect.arrayContaining([
        expect.objectContaining({ component_id: componentId, field: 'package', old_value: null, new_value: purl }),
      ]),
    });
    expect(events('/ours').filter(([type]) => type === 'component.resolved')).toHaveLength(2);

    const delivered = received.filter(({ path }) => path === '/ours');
    expect(delivered).toHaveLength(6);
    expect(new Set(delivered.map(({ headers }) => headers['webhook-id'])).size).toBe(3);
    expect(delivered.every((one) => isSignedBy(hook.secret, one))).toBe(true);
    expect(delivered.some((one) => isSignedBy(theirs.secret, one))).toBe(false);
    expect(received.filter(({ path }) => path === '/theirs')).toEqual([]);

    const others = await imported(other, 'of-the-others');
    await settled(other, theirs.id, 1);
    expect(events('/theirs')).toEqual([
      ['component.resolved', expect.objectContaining({ org_id: other.orgId, sbom_id: others.sbomId })],
    ]);
    expect(received.filter(({ path }) => path === '/ours')).toHaveLength(6);
  });

  it('tell nothing of a look that found all as it was', async () => {
    status = () => 204;
    const { sbomId } = await imported(admin, 'stays-as-it-is');
    const [hook] = (await admin.client.get('v1/webhooks/getWebhooks', { org_id: admin.orgId })).body.data as Shown[];
    await settled(admin, hook!.id, 4);
    await query(`UPDATE sboms SET created_at = now() - interval '2 days' WHERE id = $1`, [sbomId]);
    await app.nest.get(MonitoringScheduler).schedule();
    await until(async () => {
      const { data } = (await admin.client.get('v1/monitoring/getRuns', { sbom_id: sbomId })).body;
      return data[0]?.status === 'succeeded';
    });
    expect(await deliveries(admin, hook!.id)).toHaveLength(4);
  });

  /** Type and data of each event that was sent to that path, once for each id. */
  const events = (path: string): [string, Shown][] => {
    const bodies = new Map(received.filter((one) => one.path === path).map((one) => [one.headers['webhook-id'], one]));
    return [...bodies.values()].map(({ text }) => JSON.parse(text) as Shown).map(({ type, data }) => [type, data]);
  };

  /** So many deliveries have been taken; what was refused is sent again without the wait between attempts. */
  const settled = (by: Person & TenantIds, webhookId: string, count: number): Promise<void> =>
    until(async () => {
      const all = await deliveries(by, webhookId);
      if (all.length === count && all.every((one) => one.status === 'delivered')) return true;
      await query(`UPDATE webhook_deliveries SET due_at = now() WHERE status = 'pending' AND attempts = 1`);
      await query(
        `UPDATE job_runs SET due_at = now() WHERE name = 'webhook.deliver' AND state = 'waiting' AND due_at > now()`,
      );
      return false;
    });
});

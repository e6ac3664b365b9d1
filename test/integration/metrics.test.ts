import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../src/platform/project-root.js';
import { startMetricsServer } from '../../src/platform/metrics/metrics-server.js';
import { ServiceMetrics } from '../../src/platform/metrics/service-metrics.js';
import { startApp, type TestApp } from '../support/app.js';
import { firstAdmin, newUser, type Person, type TenantIds } from '../support/people.js';

describe('/metrics', () => {
  let app: TestApp;
  let admin: Person & TenantIds;

  beforeAll(async () => {
    app = await startApp({ ROLES: 'api' });
    admin = await firstAdmin(app);
  });
  afterAll(() => app.close());

  /** Value of one sample: of the name, and with all of these labels. */
  const sample = (text: string, name: string, labels: string[] = []): number => {
    const line = text.split('\n').find((one) => one.startsWith(name) && labels.every((label) => one.includes(label)));
    return Number(line?.split(' ').at(-1));
  };
  const read = async (): Promise<string> => {
    const { status, headers, body } = await admin.client.get('metrics');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
    return body;
  };

  it('is a system administrator’s, by session or by key, and nobody else’s', async () => {
    const member = await newUser(app, admin, { org_id: admin.orgId, role: 'admin' });
    expect((await app.client.get('metrics')).status).toBe(401);
    expect((await member.client.get('metrics')).status).toBe(403);
    const { key } = (await admin.client.post('v1/users/createApiKey', { name: 'prometheus' })).body.data;
    expect((await app.client.as(key).get('metrics')).status).toBe(200);
    const limited = await admin.client.post('v1/users/createApiKey', { name: 'k', role: 'admin' });
    expect((await app.client.as(limited.body.data.key).get('metrics')).status).toBe(403);
  });

  it('is at a port of its own without a key, where the operator opens one, and nothing else is', async () => {
    const server = await startMetricsServer(app.nest.get(ServiceMetrics), { port: 0, host: '127.0.0.1' });
    try {
      const ask = (path: string, method = 'GET') => fetch(`http://127.0.0.1:${server.port}${path}`, { method });
      const answer = await ask('/metrics');
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
      expect(await answer.text()).toContain('stocktake_jobs_open');
      const others = [ask('/v1/users/getSelf'), ask('/health/live'), ask('/metrics', 'POST'), ask('/')];
      for (const other of await Promise.all(others)) expect(other.status).toBe(404);
    } finally {
      await server.close();
    }
  });

  it('has every metric that the shipped dashboard and alert rules ask for', async () => {
    const shipped = ['dashboard.json', 'alerts.yaml'].map((file) =>
      readFileSync(join(projectRoot, 'deploy/monitoring', file), 'utf8'),
    );
    const asked = new Set(shipped.join('\n').match(/\b(?:stocktake|nodejs|process)_[a-z0-9_]+/g));
    const known = [...(await read()).matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name!);
    expect(asked.size).toBeGreaterThan(8);
    for (const name of asked) expect(known).toContain(name.replace(/_(?:bucket|count|sum)$/, ''));
  });

  it('counts requests by route, not by what callers write into the path', async () => {
    const labels = ['method="GET"', 'route="/v1/users/getSelf"', 'status="200"'];
    const count = 'stocktake_http_request_duration_seconds_count';
    const before = sample(await read(), count, labels) || 0;
    await admin.client.get('v1/users/getSelf');
    await admin.client.get('v1/users/getSelf');
    await admin.client.get('v1/users/getSelf', { secret: 'hunter2' }); // refused: another status
    await admin.client.get('v1/hunter2/hunter2');
    await admin.client.send('PROPFIND', 'v1/users/getSelf');
    const text = await read();
    expect(sample(text, count, labels)).toBe(before + 2);
    expect(sample(text, count, ['method="GET"', 'route="none"', 'status="404"'])).toBe(1);
    expect(text).not.toMatch(/hunter2|PROPFIND/);
  });

  it('tells how much work is open and how old it is, the pool and the event loop', async () => {
    const fields = { name: 'S', version: '', supplier: '', contact_name: '', contact_email: '', org_id: admin.orgId };
    const { id } = (await admin.client.post('v1/project/createSBOM', fields)).body.data;
    await admin.client.post('v1/project/resolveComponents', { sbom_id: id });
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    const text = await read();
    expect(sample(text, 'stocktake_jobs_open', ['queue='])).toBe(1);
    expect(sample(text, 'stocktake_jobs_oldest_seconds', ['queue='])).toBeGreaterThan(1);
    expect(sample(text, 'stocktake_database_connections', ['state="idle"'])).toBeGreaterThan(0);
    expect(sample(text, 'nodejs_eventloop_lag_seconds')).toBeGreaterThanOrEqual(0);
  });
});

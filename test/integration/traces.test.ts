import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FinishedSpan } from '../../src/platform/tracing/span-exporter.js';
import { withSpan, traceparent } from '../../src/platform/tracing/tracing.js';
import { startApp, type TestApp } from '../support/app.js';
import { firstAdmin, type Person, type TenantIds } from '../support/people.js';

describe('traces', () => {
  const spans: FinishedSpan[] = [];
  const bodies: string[] = [];
  let collector: Server;
  let app: TestApp;
  let admin: Person & TenantIds;

  beforeAll(async () => {
    collector = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const text = Buffer.concat(parts).toString();
        if (request.url === '/v1/traces' && request.headers['content-type'] === 'application/json') {
          bodies.push(text);
          spans.push(...JSON.parse(text).resourceSpans.flatMap((one: any) => one.scopeSpans[0].spans));
        }
        response.end('{}');
      });
    }).listen(0, '127.0.0.1');
    await once(collector, 'listening');
    const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
    app = await startApp({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint });
    admin = await firstAdmin(app);
  });
  afterAll(() => void collector.close());

  it('go from a request over its job to the database, and on with a caller’s own', async () => {
    const fields = { name: 'S', version: '', supplier: '', contact_name: '', contact_email: '', org_id: admin.orgId };
    const { id } = (await admin.client.post('v1/project/createSBOM', fields)).body.data;
    const file = JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, components: [] });
    const imported = await admin.client.upload('v1/project/importSBOM', file, { sbom_id: id });
    expect(imported.status).toBe(200);
    const theirs = `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01`;
    await admin.client.send('GET', 'v1/users/getSelf', { headers: { traceparent: theirs }, query: { q: 'hunter2' } });
    await app.close();

    const named = (name: string): FinishedSpan => spans.find((span) => span.name === name)!;
    const request = named('POST /v1/project/importSBOM');
    const job = named('sbom.import');
    expect([request.kind, job.kind]).toEqual([2, 5]);
    expect(job.links).toEqual([{ traceId: request.traceId, spanId: job.links[0]!.spanId }]);
    expect(spans.find(({ spanId }) => spanId === job.links[0]!.spanId)?.traceId).toBe(request.traceId);
    expect(spans.some((span) => span.name === 'transaction' && span.parentSpanId === job.spanId)).toBe(true);
    expect(named('GET /v1/users/getSelf')).toMatchObject({ traceId: 'ab'.repeat(16), parentSpanId: 'cd'.repeat(8) });
    for (const span of spans) {
      expect(span).toMatchObject({
        traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
        spanId: expect.stringMatching(/^[0-9a-f]{16}$/),
      });
      expect(BigInt(span.endTimeUnixNano) >= BigInt(span.startTimeUnixNano)).toBe(true);
    }
    expect(bodies.join()).toContain('"service.name"');
    expect(bodies.join()).not.toMatch(/hunter2|Bearer|eyJ/);
    expect(bodies.join()).not.toContain(admin.password);
  });

  it('are not there where none are asked for, and a collector that is away disturbs nothing', async () => {
    expect(traceparent()).toBeNull();
    expect(await withSpan('x', { kind: 'client' }, () => Promise.resolve(traceparent()))).toBeNull();
    const other = await startApp({ ROLES: 'api', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' });
    const person = await firstAdmin(other);
    expect((await person.client.get('v1/users/getSelf')).status).toBe(200);
    await other.close();
  });
});

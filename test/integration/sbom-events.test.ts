import { get, type ClientRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { startApp, type TestApp } from '../support/app.js';
import { firstAdmin, newUser, type Person, type TenantIds } from '../support/people.js';
import { cyclonedx, library, newSbom } from '../support/sboms.js';

const nowhere = '0198c0de-0000-7000-8000-000000000000';

describe('events of SBOMs', () => {
  let app: TestApp;
  let admin: Person & TenantIds;

  beforeAll(async () => {
    app = await startApp({ ROLES: 'api,worker' });
    admin = await firstAdmin(app);
  });
  afterAll(() => app.close());

  const open = (query: string, headers: Record<string, string> = {}, url = app.url) =>
    fetch(`${url}/v1/project/events?${query}`, { headers: { Authorization: `Bearer ${admin.token}`, ...headers } });

  const parse = (text: string): { event: string; data: any }[] =>
    [...text.matchAll(/event: (\w+)\ndata: (.*)\n\n/g)].map(([, event, data]) => ({
      event: event!,
      data: JSON.parse(data!),
    }));

  it('report the present state first, the work as it goes on, and the end', async () => {
    const [sbomId, other] = [await newSbom(admin), await newSbom(admin)];
    expect(parse(await (await open(`ids=${other}`)).text())).toMatchObject([
      { event: 'progress', data: { id: other, entry_count: 0, verdict: 'pending', settled: true, work: [] } },
      { event: 'end' },
    ]);
    const file = cyclonedx(Array.from({ length: 50 }, (_, index) => library(`part-${index}`, '1.0.0')));
    const { body } = await admin.client.upload('v1/project/importSBOM', file, { sbom_id: sbomId, async: 'true' });
    expect(body.meta.job_id).toBeDefined();
    const response = await open(`ids=${sbomId},${other}`);
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const events = parse(await response.text());
    expect(events.at(-1)?.event).toBe('end');
    const own = events.filter(({ data }) => data.id === sbomId);
    expect(own[0]!.data.settled).toBe(false);
    const names = own.flatMap(({ data }) => data.work.map(({ name }: { name: string }) => name));
    expect(new Set(names).size).toBeGreaterThan(0);
    const last = own.at(-1)!.data;
    expect(last).toMatchObject({ settled: true, entry_count: 50, assessed_count: 50, work: [] });
    const { data } = (await admin.client.get('v1/project/getSBOM', { id: sbomId, limit: '1' })).body;
    expect([last.verdict, last.updated_at.slice(0, 19), last.resolved_count]).toEqual([
      data.verdict,
      data.updated_at.slice(0, 19),
      data.metrics.resolution.resolved,
    ]);
    // Nothing comes twice.
    const texts = events.map((event) => JSON.stringify(event));
    expect(texts.filter((text, index) => text === texts[index - 1])).toEqual([]);
  });

  it('stay open for later work where that is wanted, and end when the service stops', async () => {
    const stopping = await startApp({ ROLES: 'api,worker' });
    try {
      const person = await firstAdmin(stopping);
      const sbomId = await newSbom(person);
      const response = await open(
        `ids=${sbomId}&follow=true`,
        { Authorization: `Bearer ${person.token}` },
        stopping.url,
      );
      const text = response.text();
      await sleep(500);
      await person.client.upload('v1/project/importSBOM', cyclonedx([library('a', '1')]), { sbom_id: sbomId });
      await sleep(2_500);
      await stopping.close();
      const events = parse(await text);
      expect(events[0]?.data).toMatchObject({ id: sbomId, entry_count: 0, settled: true });
      expect(events.at(-1)?.data).toMatchObject({ id: sbomId, entry_count: 1 });
    } finally {
      await stopping.close().catch(() => undefined);
    }
  });

  it('are hidden from whoever does not see every one of the SBOMs', async () => {
    const sbomId = await newSbom(admin);
    const stranger = await newUser(app, admin);
    const asked = async (ids: string, by = admin) => by.client.get('v1/project/events', { ids });
    expect((await asked(sbomId, stranger as typeof admin)).status).toBe(404);
    expect((await asked(`${sbomId},${nowhere}`)).status).toBe(404);
    expect((await asked('nonsense')).status).toBe(400);
    expect((await asked('')).status).toBe(400);
    expect((await asked(Array(101).fill(sbomId).join(','))).status).toBe(400);
    expect((await app.client.get('v1/project/events', { ids: sbomId })).status).toBe(401);
    const head = await admin.client.send('HEAD', `v1/project/events?ids=${sbomId}&follow=true`);
    expect(head.status).toBe(200);
  });

  it('are limited for each user, and let go when the client does', async () => {
    const sbomId = await newSbom(admin);
    const query = `ids=${sbomId}&follow=true`;
    // Not by fetch, which opens a new connection for each that it gives up.
    const streams = await Promise.all(
      Array.from(
        { length: 20 },
        () =>
          new Promise<ClientRequest>((resolve, reject) => {
            const headers = { Authorization: `Bearer ${admin.token}` };
            const request = get(`${app.url}/v1/project/events?${query}`, { headers, agent: false });
            request.on('response', ({ statusCode }) => (statusCode === 200 ? resolve(request) : reject(new Error())));
            request.on('error', reject);
          }),
      ),
    );
    const refused = await open(query);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30']);
    for (const stream of streams) stream.destroy();
    await sleep(300);
    const answered = await open(`ids=${sbomId}`);
    expect([answered.status, parse(await answered.text()).at(-1)?.event]).toEqual([200, 'end']);
  });

  it('end when the rights of who listens are others than at the start', async () => {
    const sbom = await newSbom(admin);
    const listener = await newUser(app, admin, { org_id: admin.orgId, role: 'member' });
    const listen = (path: string): Promise<Response> =>
      fetch(`${app.url}/v1/${path}&follow=true`, { headers: { Authorization: `Bearer ${listener.token}` } });
    const streams = await Promise.all([
      listen(`project/events?ids=${sbom}`),
      listen(`review/events?org_id=${admin.orgId}`),
    ]);
    expect(streams.map(({ status }) => status)).toEqual([200, 200]);
    const ended = Promise.all(streams.map((stream) => stream.text()));
    const member = { org_id: admin.orgId, user_id: listener.userId };
    expect((await admin.client.post('v1/organizations/removeMember', member)).status).toBe(200);
    // Within a heartbeat; without the check only after ten minutes.
    expect((await ended).length).toBe(2);
  });
});

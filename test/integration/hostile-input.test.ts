import { randomUUID } from 'node:crypto';
import type { Answer, ApiClient } from '../support/api-client.js';
import { routeCases } from '../support/routes/cases.js';
import type { DescribedRoute } from '../support/routes/described-routes.js';
import { hostileBodies, hostileJson, hostileQueries } from '../support/routes/hostile-values.js';
import { RouteTestApp } from '../support/routes/route-test-app.js';
import type { RouteRequest } from '../support/routes/route-case.js';

/** Words of our inside that no answer may hold. */
const inside =
  /node_modules|\bat .*[/\\][\w.-]+\.(js|ts):\d|\bSELECT\b.*\bFROM\b|syntax error at|violates|QueryFailed|\/dist\//;

const atATime = 8;
const limitMs = 60_000;

/**
 * Every field gets every fourth value, each field others than its neighbour: each value meets dozens of fields.
 * `THOROUGH=true` tries all with all, in some minutes.
 */
const stride = process.env.THOROUGH === 'true' ? 1 : 4;
let turn = 0;
function shareOf<T>(values: readonly T[]): T[] {
  turn += 1;
  return values.filter((_, index) => (index + turn) % stride === 0);
}

describe('hostile values in every field of every route', () => {
  let service: RouteTestApp;
  let admin: ApiClient;
  let root: ApiClient;

  beforeAll(async () => {
    service = await RouteTestApp.start();
    const { fixtures, app } = service;
    const keyOf = async (client: ApiClient) =>
      app.client.as((await client.post('v1/users/createApiKey', { name: 'k' })).body.data.key);
    [admin, root] = await Promise.all([keyOf(fixtures.red.admin.client), keyOf(fixtures.root.client)]);
  });
  afterAll(() => service.close());

  const clientFor = ({ permission }: DescribedRoute): ApiClient => (permission === 'sys_admin' ? root : admin);

  function complaints({ status, headers, body }: Answer): string[] {
    // 431 is the HTTP parser's own: an address or header beyond 16 KB is never read by anybody else.
    if (status < 400 || status === 431) return [];
    const { message, code, request_id } = (body ?? {}) as Record<string, unknown>;
    return [
      ...(status >= 500 ? ['a 5xx'] : []),
      ...(typeof message === 'string' && message !== '' && code === status && typeof request_id === 'string'
        ? []
        : ['no error body']),
      ...(inside.test(JSON.stringify(body)) ? ['tells of our inside'] : []),
      ...(status === 429 && !headers.get('retry-after') ? ['429 without Retry-After'] : []),
    ];
  }

  interface Probe {
    readonly what: string;
    readonly ask: () => Promise<Answer>;
  }

  /** Asks all, some at a time, and answers what was wrong. */
  async function faults(probes: readonly Probe[]): Promise<string[]> {
    const wrong: string[] = [];
    const rest = probes.values();
    const worker = async (): Promise<void> => {
      for (const { what, ask } of rest) {
        const late = new Promise<string[]>((resolve) => setTimeout(resolve, limitMs, ['no answer in time']).unref());
        const answered = ask().then(complaints, (error: Error) => [`no answer: ${error.message}`]);
        const found = await Promise.race([answered, late]);
        for (const complaint of found) wrong.push(`${what}: ${complaint}`.slice(0, 300));
      }
    };
    await Promise.all(Array.from({ length: atATime }, worker));
    return wrong;
  }

  const baseOf = async (route: DescribedRoute): Promise<RouteRequest> =>
    routeCases[route.name]!.request(service.fixtures, service.fixtures.red);

  async function survived(): Promise<void> {
    expect((await service.app.client.get('health/ready')).status).toBe(200);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect((await admin.get('v1/users/getSelf')).status).toBe(200);
  }

  it('of the query', async () => {
    const probes: Probe[] = [];
    for (const route of service.routes) {
      const { query = {}, body } = await baseOf(route);
      for (const name of route.query.keys()) {
        const others = new URLSearchParams(Object.entries(query).filter(([other]) => other !== name)).toString();
        for (const hostile of shareOf(hostileQueries)) {
          const part = hostile(name);
          if (part === 'follow=true') continue; // It asks for a stream that stays open.
          const path = `${route.path}?${others ? `${others}&` : ''}${part}`;
          const ask = () =>
            clientFor(route).send(route.method, path, { body: route.method === 'GET' ? undefined : body });
          probes.push({ what: `${route.name} ?${part.slice(0, 80)}`, ask });
        }
      }
    }
    expect(probes.length).toBeGreaterThan(500);
    expect(await faults(probes)).toEqual([]);
    await survived();
  });

  it('of the body', async () => {
    const probes: Probe[] = [];
    for (const route of service.routes) {
      const { query = {}, body } = await baseOf(route);
      for (const [path, json] of hostileFields(route, body)) {
        const ask = () => clientFor(route).send(route.method, route.path, { query, raw: json, headers: asJson });
        probes.push({ what: `${route.name} ${path}`, ask });
      }
    }
    expect(probes.length).toBeGreaterThan(1_000);
    expect(await faults(probes)).toEqual([]);
    await survived();
  });

  it('that are no body at all', async () => {
    const probes: Probe[] = [];
    for (const route of service.routes) {
      if (route.method === 'GET') continue;
      const { query = {} } = await baseOf(route);
      for (const { raw, headers = {} } of shareOf(hostileBodies)) {
        const ask = () =>
          clientFor(route).send(route.method, route.path, { query, raw, headers: { ...asJson, ...headers } });
        probes.push({ what: `${route.name} ${JSON.stringify(headers)} ${String(raw).slice(0, 40)}`, ask });
      }
    }
    expect(await faults(probes)).toEqual([]);
    await survived();
  });
});

const asJson = { 'Content-Type': 'application/json' };

/** The body with each hostile value in each of its fields, once, as JSON text: a parser of ours must not see it first. */
function* hostileFields(route: DescribedRoute, body: unknown): Iterable<[string, string]> {
  const [element = {}] = (route.bodyIsList ? body : [body]) as Record<string, unknown>[];
  for (const [name, schema] of route.body) {
    const inner = schema.properties ? Object.keys(schema.properties) : [];
    for (const path of [[name], ...inner.map((key) => [name, key])])
      for (const hostile of shareOf(hostileJson)) {
        const marker = randomUUID();
        const value = path.length === 1 ? marker : { ...(element[name] as object), [path[1]!]: marker };
        const changed = { ...element, [name]: value };
        const text = JSON.stringify(route.bodyIsList ? [changed] : changed).replace(`"${marker}"`, () => hostile);
        yield [`${path.join('.')}=${hostile.slice(0, 60)}`, text];
      }
  }
}

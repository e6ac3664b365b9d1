import type { ApiClient } from '../support/api-client.js';
import { routeCases } from '../support/routes/cases.js';
import type { DescribedRoute } from '../support/routes/described-routes.js';
import { RouteTestApp } from '../support/routes/route-test-app.js';
import { send } from '../support/routes/sending.js';

/** Computed for each request, in the one order that their meaning gives: of a graph, a comparison, a judgement, a history. */
const inOneOrder = [
  'GET /v1/license/getConflicts',
  'GET /v1/project/compareSBOMs',
  'GET /v1/project/findComponents',
  'GET /v1/project/getDependencies',
  'GET /v1/project/getPaths',
  'GET /v1/ruleset/getAppliedRulesetForProject',
  'GET /v1/ruleset/getAppliedRulesets',
  'GET /v1/score/getHistoryForEntity',
  'POST /v1/ruleset/evaluateRuleset',
];

describe('every list', () => {
  let service: RouteTestApp;
  let lists: DescribedRoute[];

  beforeAll(async () => {
    service = await RouteTestApp.start();
    lists = service.routes.filter(({ query }) => query.has('offset'));
  });
  afterAll(() => service.close());

  const clientFor = ({ permission }: DescribedRoute): ApiClient =>
    permission === 'sys_admin' ? service.fixtures.root.client : service.fixtures.red.admin.client;

  const ask = async (route: DescribedRoute, query: Record<string, string>) => {
    const request = await routeCases[route.name]!.request(service.fixtures, service.fixtures.red);
    return send(clientFor(route), route, { ...request, query: { ...request.query, ...query } });
  };

  const ordersOf = (route: DescribedRoute): string[] =>
    (route.query.get('sort') as { enum?: string[] } | undefined)?.enum ?? [];

  it('has orders, or one by its meaning', () => {
    const without = lists.filter((route) => ordersOf(route).length === 0).map(({ name }) => name);
    expect(without.sort()).toEqual([...inOneOrder].sort());
  });

  it('takes each of its orders, and refuses others by name', async () => {
    for (const route of lists.filter((one) => ordersOf(one).length > 0)) {
      for (const sort of ordersOf(route)) {
        const { status, body } = await ask(route, { sort });
        expect([route.name, sort, status, body.message]).toEqual([route.name, sort, 200, undefined]);
      }
      const { status, body } = await ask(route, { sort: 'bogus' });
      expect([route.name, status, Object.keys(body.fields)]).toEqual([route.name, 400, ['sort']]);
    }
  });

  it('follows the order that is asked for', async () => {
    const followed: string[] = [];
    for (const route of lists)
      for (const sort of ordersOf(route).filter((one) => !one.startsWith('-') && ordersOf(route).includes(`-${one}`))) {
        const [up, down] = [await ask(route, { sort }), await ask(route, { sort: `-${sort}` })];
        const values = ({ data }: { data: unknown }) =>
          (Array.isArray(data) ? (data as Record<string, unknown>[]) : [])
            .map((row) => row[sort])
            .filter((value) => value !== null && value !== undefined);
        if (new Set(values(up.body)).size < 2) continue;
        expect([route.name, sort, values(up.body)[0]]).not.toEqual([route.name, sort, values(down.body)[0]]);
        followed.push(route.name);
      }
    expect(new Set(followed).size).toBeGreaterThan(5);
  });

  it('counts all its rows beyond its end too', async () => {
    for (const route of lists) {
      const first = await ask(route, {});
      const beyond = await ask(route, { offset: '100000' });
      const counts = [first, beyond].map(({ status, body }) => [status, body.meta?.total_count]);
      expect([route.name, counts[1]]).toEqual([route.name, counts[0]]);
    }
  });
});

import { routeCases } from './cases.js';
import type { DescribedRoute } from './described-routes.js';
import type { Tenant } from './route-fixtures.js';
import type { Identity } from './identities.js';
import type { RouteTestApp } from './route-test-app.js';
import { expectedStatus } from './policy.js';
import type { RouteRequest } from './route-case.js';
import { send, textOf, textsIn } from './sending.js';

/** One cell: the status, and that the answer holds no word of what this caller sees nothing of. */
async function faultsOf(
  service: RouteTestApp,
  route: DescribedRoute,
  request: RouteRequest,
  { who, expected, tenant }: { who: Identity; expected: number; tenant: Tenant },
): Promise<unknown[]> {
  const answer = await send(who.client, route, request);
  const text = textOf(answer);
  const said = [...textsIn(request).values()];
  // Whoever logs in is somebody else from then on.
  const hidden = who.sysAdmin || route.permission === 'public' ? [] : service.fixtures.hiddenFrom(who);
  const leaked = hidden.filter((word) => text.includes(word) && !said.some((one) => one.includes(word)));
  const strays = answer.status < 300 ? foreignRows(route, answer.body, tenant) : [];
  const { isCorrect: isRight } = routeCases[route.name]!;
  const isWrong = answer.status === 200 && isRight?.(answer.body.data, who, service.fixtures) === false;
  if (answer.status === expected && leaked.length === 0 && strays.length === 0 && !isWrong) return [];
  return [{ route: route.name, who: who.name, expected, status: answer.status, leaked, strays, body: answer.body }];
}

/** What is shown or counted beyond what was asked for: things of other places, rows that a whole list does not show. */
function foreignRows({ name }: DescribedRoute, body: any, tenant: Tenant): unknown[] {
  const { data, meta } = body ?? {};
  const { about } = routeCases[name]!;
  const isElsewhere = (row: any): boolean =>
    (row?.org_id && row.org_id !== tenant.orgId) || (about === 'team' && row?.team_id && row.team_id !== tenant.teamId);
  const isOwned = about === 'team' || about === 'organization';
  const foreign = isOwned ? [data].flat().filter(isElsewhere) : [];
  const isWhole = Array.isArray(data) && meta.offset === 0 && data.length < meta.limit;
  return [...foreign, ...(isWhole && meta.total_count > data.length ? [`counts ${meta.total_count}`] : [])];
}

/** The same question for the longest page that there is. */
function withMaxLimit({ query }: DescribedRoute, request: RouteRequest): RouteRequest {
  const most = query.get('limit')?.maximum;
  return most ? { ...request, query: { limit: String(most), ...request.query } } : request;
}

/**
 * Asks one route about things of the tenant by all callers: first those who are refused, all about one thing, which stays
 * as it is; then the others.
 *
 * @returns every answer and change that the policy does not allow
 */
export async function checkRoute(
  service: RouteTestApp,
  route: DescribedRoute,
  tenant: Tenant,
  identities: readonly Identity[],
): Promise<unknown[]> {
  const wrong: unknown[] = [];
  const routeCase = routeCases[route.name]!;
  const success = routeCase.success ?? 200;
  const make = async () => withMaxLimit(route, await routeCase.request(service.fixtures, tenant));
  const shared = await make();
  const cells = identities.map((who) => ({ who, expected: expectedStatus(route, routeCase, who, tenant), tenant }));
  const ask = async (cell: (typeof cells)[number], request: RouteRequest) =>
    void wrong.push(...(await faultsOf(service, route, request, cell)));

  const refused = cells.filter(({ expected }) => expected !== success);
  const refuse = () => Promise.all(refused.map((cell) => ask(cell, shared)));
  const reads = route.method === 'GET';
  const changed = reads ? (await refuse(), []) : await service.changedBy(refuse);
  if (changed.length > 0) wrong.push({ route: route.name, changed });

  // Made before anybody asks: the making is not what is looked at.
  const allowed: [(typeof cells)[number], RouteRequest][] = [];
  for (const cell of cells) if (cell.expected === success) allowed.push([cell, reads ? shared : await make()]);
  const allow = async () => {
    for (const [cell, request] of allowed) await ask(cell, request);
  };
  const isOwned = routeCase.about === 'team' || routeCase.about === 'organization';
  const elsewhere = reads || !isOwned ? (await allow(), []) : await service.changedElsewhere(tenant.orgId, allow);
  if (elsewhere.length > 0) wrong.push({ route: route.name, elsewhere });
  return wrong;
}

import { routeCases } from './cases.js';
import type { DescribedRoute } from './described-routes.js';
import type { Plot } from './ground.js';
import type { Identity } from './identities.js';
import type { PolicedApp } from './policed-app.js';
import { expectedStatus } from './policy.js';
import type { RouteRequest } from './route-case.js';
import { send, textOf, textsIn } from './sending.js';

/** One cell: the status, and that the answer holds no word of what this caller sees nothing of. */
async function faultsOf(
  service: PolicedApp,
  route: DescribedRoute,
  request: RouteRequest,
  { who, expected }: { who: Identity; expected: number },
): Promise<unknown[]> {
  const answer = await send(who.client, route, request);
  const text = textOf(answer);
  const said = [...textsIn(request).values()];
  // Whoever logs in is somebody else from then on.
  const hidden = who.sysAdmin || route.permission === 'public' ? [] : service.ground.hiddenFrom(who);
  const leaked = hidden.filter((word) => text.includes(word) && !said.some((one) => one.includes(word)));
  if (answer.status === expected && leaked.length === 0) return [];
  return [{ route: route.name, who: who.name, expected, status: answer.status, leaked, body: answer.body }];
}

/**
 * Asks one route about things of the plot by all callers: first those who are refused, all about one thing, which stays
 * as it is; then the others.
 *
 * @returns every answer and change that the policy does not allow
 */
export async function crossRoute(
  service: PolicedApp,
  route: DescribedRoute,
  plot: Plot,
  asking: readonly Identity[],
): Promise<unknown[]> {
  const wrong: unknown[] = [];
  const asked = routeCases[route.name]!;
  const success = asked.success ?? 200;
  const shared = await asked.request(service.ground, plot);
  const cells = asking.map((who) => ({ who, expected: expectedStatus(route, asked, who, plot) }));
  const ask = async (cell: (typeof cells)[number], request: RouteRequest) =>
    void wrong.push(...(await faultsOf(service, route, request, cell)));

  const refused = cells.filter(({ expected }) => expected !== success);
  const refuse = () => Promise.all(refused.map((cell) => ask(cell, shared)));
  const reads = route.method === 'GET';
  const changed = reads ? (await refuse(), []) : await service.changedBy(refuse);
  if (changed.length > 0) wrong.push({ route: route.name, changed });

  for (const cell of cells)
    if (cell.expected === success) await ask(cell, reads ? shared : await asked.request(service.ground, plot));
  return wrong;
}

import { randomUUID } from 'node:crypto';
import type { Answer, ApiClient } from '../api-client.js';
import { routeCases } from './cases.js';
import type { DescribedRoute } from './described-routes.js';
import type { ThingKind, Tenant } from './route-fixtures.js';
import type { RouteTestApp } from './route-test-app.js';
import type { RouteRequest } from './route-case.js';
import { send, textOf, textsIn, withValue } from './sending.js';

/** Who works in `home`, asks with ids of `foreign`, and may do everything at home. */
export interface IdSwap {
  readonly client: ApiClient;
  readonly home: Tenant;
  readonly foreign: Tenant;
  /** Kinds of things that are foreign to nobody here. */
  readonly shared: readonly ThingKind[];
}

/** One right request with the id at `path` taken for another's. */
interface SwapCase {
  readonly route: DescribedRoute;
  readonly request: RouteRequest;
  readonly path: string;
  readonly kind: ThingKind;
}

/** What the ids of a request may stand for besides one thing: nobody owns users, administrators take in anybody. */
const takesAnyUser = /addMember|createTeamUser|createOrganization|updateUser$|deleteUser$/;

/** The requests with which a route is tried. */
export function requestsOf(service: RouteTestApp, route: DescribedRoute, tenant: Tenant): Promise<RouteRequest[]> {
  const { request, also = [] } = routeCases[route.name]!;
  return Promise.all([request, ...also].map(async (make) => make(service.fixtures, tenant)));
}

async function swapCases(service: RouteTestApp, home: Tenant, routes: readonly DescribedRoute[]): Promise<SwapCase[]> {
  const all: SwapCase[] = [];
  for (const route of routes) {
    if (route.permission === 'sys_admin') continue;
    for (const request of await requestsOf(service, route, home))
      for (const [path, text] of textsIn(request)) {
        const kind = service.fixtures.kindOf(text);
        if (kind) all.push({ route, request, path, kind });
      }
  }
  return all;
}

/** Without what differs from answer to answer: the id itself, that of the request, and the period up to now of a trend. */
const comparable = ({ status, body }: Answer, id: string): string =>
  `${status} ${JSON.stringify(body)}`.replaceAll(id, '<id>').replace(/"(?:request_id|from|to)":"[^"]*"/g, '');

/** Puts foreign ids into the requests of these routes. @returns every answer that differs from that for no id at all */
export async function swapFaults(
  service: RouteTestApp,
  { client, home, foreign, shared }: IdSwap,
  routes: readonly DescribedRoute[] = service.routes,
): Promise<unknown[]> {
  const { fixtures } = service;
  const wrong: unknown[] = [];
  const others = new Map<ThingKind, Record<string, string | null>>();
  const sendAndWatch = async (route: DescribedRoute, request: RouteRequest): Promise<[Answer, string[]]> => {
    let answer: Answer | undefined;
    const changed = await service.changedBy(async () => void (answer = await send(client, route, request)));
    return [answer!, changed];
  };
  for (const { route, request, path, kind } of await swapCases(service, home, routes)) {
    if (!others.has(kind))
      others.set(kind, {
        foreign: shared.includes(kind) ? null : await fixtures.create(kind, foreign),
        gone: await fixtures.createDeleted(kind, home),
        moved: home.orgId === foreign.orgId ? await fixtures.createMoved(kind, home, foreign) : null,
      });
    const candidates = {
      ...others.get(kind)!,
      ...(kind === 'user' && takesAnyUser.test(route.name) && { foreign: null }),
    };
    const missing = randomUUID();
    const [unknown, disturbed] = await sendAndWatch(route, withValue(request, path, missing));
    const expected = comparable(unknown, missing);
    if (unknown.status >= 500 || disturbed.length > 0 || (await isIgnored(client, route, request, unknown)))
      wrong.push({ route: route.name, path, kind, relation: 'never existed', found: expected, changed: disturbed });
    for (const [relation, id] of Object.entries(candidates)) {
      if (id === null) continue;
      const [answer, changed] = await sendAndWatch(route, withValue(request, path, id));
      const found = comparable(answer, id);
      const leaked = textOf(answer).includes(foreign.canary);
      if (found !== expected || changed.length > 0 || leaked)
        wrong.push({ route: route.name, path, kind, relation, found, expected, changed, leaked });
    }
  }
  return wrong;
}

/** Whether the question shows the same things without the id that was taken out of it: nobody has looked at the id. */
async function isIgnored(
  client: ApiClient,
  route: DescribedRoute,
  request: RouteRequest,
  without: Answer,
): Promise<boolean> {
  if (without.status >= 300 || without.status === routeCases[route.name]!.unseen) return false;
  if (route.method !== 'GET') return route.permission !== 'viewer';
  const { data } = without.body ?? {};
  if (Array.isArray(data) && data.length === 0) return false;
  return JSON.stringify((await send(client, route, request)).body) === JSON.stringify(without.body);
}

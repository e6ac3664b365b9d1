import { randomUUID } from 'node:crypto';
import type { Answer, ApiClient } from '../api-client.js';
import { routeCases } from './cases.js';
import type { DescribedRoute } from './described-routes.js';
import type { Kind, Plot } from './ground.js';
import type { PolicedApp } from './policed-app.js';
import type { RouteRequest } from './route-case.js';
import { send, textOf, textsIn, withValue } from './sending.js';

/** Who works in `home`, asks with ids of `foreign`, and may do everything at home. */
export interface Swap {
  readonly client: ApiClient;
  readonly home: Plot;
  readonly foreign: Plot;
  /** Kinds of things that are foreign to nobody here. */
  readonly shared: readonly Kind[];
}

/** One right request with the id at `path` taken for another's. */
interface Question {
  readonly route: DescribedRoute;
  readonly request: RouteRequest;
  readonly path: string;
  readonly kind: Kind;
}

/** What the ids of a request may stand for besides one thing: nobody owns users, administrators take in anybody. */
const takesAnyUser = /addMember|createTeamUser|createOrganization|updateUser$|deleteUser$/;

/** The requests with which a route is tried. */
export function requestsOf(service: PolicedApp, route: DescribedRoute, plot: Plot): Promise<RouteRequest[]> {
  const { request, also = [] } = routeCases[route.name]!;
  return Promise.all([request, ...also].map(async (make) => make(service.ground, plot)));
}

async function questions(service: PolicedApp, home: Plot, routes: readonly DescribedRoute[]): Promise<Question[]> {
  const all: Question[] = [];
  for (const route of routes) {
    if (route.permission === 'sys_admin') continue;
    for (const request of await requestsOf(service, route, home))
      for (const [path, text] of textsIn(request)) {
        const kind = service.ground.kindOf(text);
        if (kind) all.push({ route, request, path, kind });
      }
  }
  return all;
}

/** The answer without what must differ: the id that was asked for, and the request's own. */
const comparable = ({ status, body }: Answer, id: string): string =>
  `${status} ${JSON.stringify(body)}`.replaceAll(id, '<id>').replace(/"request_id":"[^"]*"/, '');

/** Puts foreign ids into the requests of these routes. @returns every answer that differs from that for no id at all */
export async function swapFaults(
  service: PolicedApp,
  { client, home, foreign, shared }: Swap,
  routes: readonly DescribedRoute[] = service.routes,
): Promise<unknown[]> {
  const { ground } = service;
  const wrong: unknown[] = [];
  const others = new Map<Kind, { foreign: string | null; gone: string | null }>();
  for (const { route, request, path, kind } of await questions(service, home, routes)) {
    if (!others.has(kind))
      others.set(kind, {
        foreign: shared.includes(kind) ? null : await ground.make(kind, foreign),
        gone: await ground.gone(kind, home),
      });
    const { foreign: foreignId, gone } = others.get(kind)!;
    const candidates = { foreign: kind === 'user' && takesAnyUser.test(route.name) ? null : foreignId, gone };
    const missing = randomUUID();
    const expected = comparable(await send(client, route, withValue(request, path, missing)), missing);
    for (const [relation, id] of Object.entries(candidates)) {
      if (id === null) continue;
      let answer: Answer | undefined;
      const changed = await service.changedBy(async () => {
        answer = await send(client, route, withValue(request, path, id));
      });
      const found = comparable(answer!, id);
      const leaked = textOf(answer!).includes(foreign.canary);
      if (found !== expected || changed.length > 0 || leaked)
        wrong.push({ route: route.name, path, kind, relation, found, expected, changed, leaked });
    }
  }
  return wrong;
}

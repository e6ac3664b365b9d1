import { randomUUID } from 'node:crypto';
import type { Answer, ApiClient } from '../support/api-client.js';
import { newUser } from '../support/people.js';
import { routeCases } from '../support/routes/cases.js';
import type { DescribedRoute } from '../support/routes/described-routes.js';
import type { Kind, Plot } from '../support/routes/ground.js';
import { PolicedApp } from '../support/routes/policed-app.js';
import type { RouteRequest } from '../support/routes/route-case.js';
import { send, textOf, textsIn, withValue } from '../support/routes/sending.js';

/** Who works in `home`, asks with ids of `foreign`, and may do everything at home. */
interface Swap {
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

describe('every identifier of every request, put in by a foreign one', () => {
  let service: PolicedApp;
  beforeAll(async () => (service = await PolicedApp.start()));
  afterAll(() => service.close());

  const requestsOf = (route: DescribedRoute, plot: Plot) => {
    const { request, also = [] } = routeCases[route.name]!;
    return Promise.all([request, ...also].map(async (make) => make(service.ground, plot)));
  };

  async function questions(home: Plot): Promise<Question[]> {
    const all: Question[] = [];
    for (const route of service.routes) {
      if (route.permission === 'sys_admin') continue;
      for (const request of await requestsOf(route, home))
        for (const [path, text] of textsIn(request)) {
          const kind = service.ground.kindOf(text);
          if (kind) all.push({ route, request, path, kind });
        }
    }
    return all;
  }

  it('leaves none out: each occurs in the requests that the routes are tried with', async () => {
    const missing: string[] = [];
    for (const route of service.routes) {
      const used = (await requestsOf(route, service.ground.red)).flatMap((request) =>
        [...textsIn(request)].filter(([, text]) => service.ground.kindOf(text)).map(([path]) => fieldOf(path)),
      );
      missing.push(...route.idFields.filter((field) => !used.includes(field)).map((field) => `${route.name} ${field}`));
    }
    expect(missing).toEqual([]);
  });

  /** The answer without what must differ: the id that was asked for, and the request's own. */
  const comparable = ({ status, body }: Answer, id: string): string =>
    `${status} ${JSON.stringify(body)}`.replaceAll(id, '<id>').replace(/"request_id":"[^"]*"/, '');

  async function faults({ client, home, foreign, shared }: Swap): Promise<unknown[]> {
    const { ground } = service;
    const wrong: unknown[] = [];
    const others = new Map<Kind, { foreign: string | null; gone: string | null }>();
    for (const { route, request, path, kind } of await questions(home)) {
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

  it('of another organization, or of something gone, is answered as one that never was', async () => {
    const { red, abroad } = service.ground;
    expect(await faults({ client: red.admin.client, home: red, foreign: abroad, shared: [] })).toEqual([]);
  }, 180_000);

  it('of a team that the caller does not see, too', async () => {
    const { red, blue } = service.ground;
    const fields = { org_id: red.orgId, role: 'member', team_ids: [blue.teamId] };
    const { client } = await newUser(service.app, red.admin, fields);
    // Made in the other team, but the whole organization's.
    const shared: Kind[] = ['organization', 'decision', 'pattern', 'API key', 'user', 'webhook'];
    expect(await faults({ client, home: blue, foreign: red, shared })).toEqual([]);
  }, 180_000);
});

/** `query.id` → `id`, `body.0.sbom_id` → `sbom_id`, `body.ids.0` → `ids`, `body.tags.0.id` → `tags.id` */
const fieldOf = (path: string): string =>
  path
    .split('.')
    .slice(1)
    .filter((part) => !/^\d+$/.test(part))
    .join('.');

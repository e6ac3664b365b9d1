import { PATH_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { Actor, type Membership, type OwnedRow, type VisibleScope } from '../../src/organizations/access/actor.js';
import { notFound } from '../../src/model/errors.js';
import { permissionKey } from '../../src/platform/http/routes.js';
import { newTeam } from '../support/people.js';
import { withClient } from '../support/postgres.js';
import { routeCases } from '../support/routes/cases.js';
import type { DescribedRoute } from '../support/routes/described-routes.js';
import { identities, type Identity } from '../support/routes/identities.js';
import { RouteTestApp } from '../support/routes/route-test-app.js';
import { expectedStatus } from '../support/routes/policy.js';
import { send, textOf } from '../support/routes/sending.js';

/**
 * Users and their keys belong to no organization, so that the service works on them as itself: there row-level security
 * guards nothing, and the application's check is the only one.
 */
const oneWall = ['POST /v1/users/createUser', 'GET /v1/users/getApiKeys', 'POST /v1/users/revokeApiKey'];

/** Who administers is looked up once more, under a lock, with the change: a weaker permission alone opens nothing. */
const guardedTwice = [
  ...['addMember', 'updateMember', 'updateOrganization'].map((name) => `organizations/${name}`),
  ...['ServiceAccount', 'ServiceAccountKey'].map((name) => `serviceAccounts/create${name}`),
  ...['delete', 'update'].map((name) => `serviceAccounts/${name}ServiceAccount`),
].map((name) => `POST /v1/${name}`);

describe('each wall by itself', () => {
  let service: RouteTestApp;
  let callers: Identity[];

  beforeAll(async () => {
    service = await RouteTestApp.start();
    callers = await identities(service.app, service.fixtures);
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => service.close());

  const caller = (name: string): Identity => callers.find((one) => one.name === name)!;

  /** The application's own checks taken out: every row that is found is the actor's, every organization is his. */
  function takeOutChecks(reach?: VisibleScope): void {
    jest.spyOn(Actor.prototype, 'authorize').mockImplementation(<Row extends OwnedRow>(row?: Row | null) => {
      if (!row) throw notFound('thing');
      return row;
    });
    jest
      .spyOn(Actor.prototype, 'organization')
      .mockImplementation((orgId): Membership => ({ orgId, role: 'admin', narrowed: false, teamRoles: new Map() }));
    jest.spyOn(Actor.prototype, 'roleFor').mockReturnValue('admin');
    if (reach) jest.spyOn(Actor.prototype, 'visibleScope', 'get').mockReturnValue(reach);
  }

  it('row-level security alone shows another organization nothing, and lets it change nothing', async () => {
    const { fixtures } = service;
    const { red, blue } = fixtures;
    const stranger = caller('admin of the other organization');
    const wrong: unknown[] = [];
    for (const route of service.routes) {
      const asked = routeCases[route.name]!;
      if (asked.about !== 'team' && asked.about !== 'organization') continue;
      if (oneWall.includes(route.name)) continue;
      const requests = await Promise.all(
        [asked.request, ...(asked.also ?? [])].map(async (make) => make(fixtures, red)),
      );
      takeOutChecks({ organizations: [red.orgId], teams: [red.teamId, blue.teamId] });
      const changed = await service.changedBy(async () => {
        for (const request of requests) {
          const answer = await send(stranger.client, route, request);
          const text = textOf(answer);
          const leaked = [red.canary, red.organizationCanary].filter(
            (word) => text.includes(word) && !JSON.stringify(request).includes(word),
          );
          // A row that is refused by the database itself is a 500: nobody gets here while the first wall stands.
          if (leaked.length > 0) wrong.push({ route: route.name, status: answer.status, leaked });
        }
      });
      jest.restoreAllMocks();
      if (changed.length > 0) wrong.push({ route: route.name, changed });
    }
    expect(wrong).toEqual([]);
  });

  /** Routes about teams which answer as they should although nobody checks who asks: the tests would not notice. */
  it('the application’s checks are what keeps teams apart: without them every route about one answers otherwise', async () => {
    const narrowed = caller('member of the team blue only');
    const unnoticed: string[] = [];
    for (const route of service.routes) {
      const asked = routeCases[route.name]!;
      if (asked.about !== 'team') continue;
      const request = await asked.request(service.fixtures, service.fixtures.red);
      const right = await send(narrowed.client, route, request);
      takeOutChecks({ organizations: [service.fixtures.red.orgId], teams: [] });
      const unchecked = await send(narrowed.client, route, request);
      jest.restoreAllMocks();
      const isSame = (body: any): string => JSON.stringify({ ...body, request_id: '' });
      if (right.status === unchecked.status && isSame(right.body) === isSame(unchecked.body))
        unnoticed.push(route.name);
    }
    expect(unnoticed).toEqual([]);
  });

  it('a route whose permission is weakened is noticed', async () => {
    const handlers = handlersByName();
    const unnoticed: string[] = [];
    for (const route of service.routes) {
      const handler = handlers.get(route.name)!;
      const asked = routeCases[route.name]!;
      if (route.permission === 'public' || asked.endsSession) continue;
      // A route for readers keeps out whoever is nobody; all others keep out readers, too.
      const isForReaders = ['viewer', 'authenticated'].includes(route.permission);
      const [weaker, who] = isForReaders ? ['public', 'nobody'] : ['authenticated', 'viewer'];
      const request = await asked.request(service.fixtures, service.fixtures.red);
      Reflect.defineMetadata(permissionKey, weaker, handler);
      const { status } = await send(caller(who!).client, route, request);
      Reflect.defineMetadata(permissionKey, route.permission, handler);
      const wanted = expectedStatus(route, asked, caller(who!), service.fixtures.red);
      if (status === wanted && asked.unprivileged !== wanted) unnoticed.push(route.name);
    }
    expect(unnoticed.sort()).toEqual(guardedTwice);
  });

  it('what a request changes is seen, and in whose organization', async () => {
    const { red, abroad } = service.fixtures;
    const change = () => newTeam(red.admin, red.orgId, 'New');
    expect(await service.changedBy(() => red.admin.client.get('v1/teams/getTeams'))).toEqual([]);
    expect(await service.changedBy(change)).toContain('teams');
    expect(await service.changedElsewhere(red.orgId, change)).toEqual([]);
    expect(await service.changedElsewhere(abroad.orgId, change)).toContain('teams');
    const stray = () =>
      withClient(service.app.databaseUrl, (client) =>
        client.query('UPDATE projects SET team_id = $1 WHERE org_id = $2', [abroad.teamId, red.orgId]),
      );
    expect(await service.changedElsewhere(red.orgId, stray)).toContain('projects.team_id');
  });

  /** Handler of each route, by the name that the description gives it. */
  function handlersByName(): Map<string, () => unknown> {
    const { nest } = service.app;
    const found = new Map<string, () => unknown>();
    for (const { metatype } of nest.get(DiscoveryService, { strict: false }).getControllers()) {
      if (!metatype) continue;
      const prototype = metatype.prototype as Record<string, () => unknown>;
      for (const name of nest.get(MetadataScanner, { strict: false }).getAllMethodNames(prototype)) {
        const handler = prototype[name]!;
        const path: unknown = Reflect.getMetadata(PATH_METADATA, handler);
        if (typeof path !== 'string') continue;
        const place = `/${Reflect.getMetadata(PATH_METADATA, metatype) as string}/${path}`.replace(/\/+$/, '');
        for (const route of service.routes.filter((one) => matches(one, place, handler)))
          found.set(route.name, handler);
      }
    }
    return found;
  }
});

/** Numbers that Nest's `RequestMethod` gives to the methods. */
const methodNumbers = ['GET', 'POST', 'PUT', 'DELETE'];

const matches = (route: DescribedRoute, place: string, handler: () => unknown): boolean =>
  `/${route.path}` === place && methodNumbers[Reflect.getMetadata('method', handler) as number] === route.method;

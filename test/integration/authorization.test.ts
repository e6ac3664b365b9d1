import { routeCases } from '../support/routes/cases.js';
import { checkRoute } from '../support/routes/role-matrix.js';
import { deadTokens } from '../support/routes/dead-tokens.js';
import type { Tenant } from '../support/routes/route-fixtures.js';
import { identities, type Identity } from '../support/routes/identities.js';
import { concurrentChangeFaults } from '../support/routes/concurrent-changes.js';
import { RouteTestApp } from '../support/routes/route-test-app.js';
import type { RouteCase } from '../support/routes/route-case.js';

/** Some thousand requests; a busy machine takes its time. */
const crossingMs = 600_000;

describe('every route, asked by everybody about everything', () => {
  let service: RouteTestApp;
  let callers: Identity[];

  beforeAll(async () => {
    service = await RouteTestApp.start();
    callers = await identities(service.app, service.fixtures);
  });
  afterAll(() => service.close());

  async function cross(tenant: Tenant, asking: readonly Identity[], isMeant: (asked: RouteCase) => boolean) {
    const wrong: unknown[] = [];
    for (const route of service.routes)
      if (isMeant(routeCases[route.name]!)) wrong.push(...(await checkRoute(service, route, tenant, asking)));
    return wrong;
  }

  it('knows them all', () => {
    expect(Object.keys(routeCases).sort()).toEqual(service.routes.map(({ name }) => name).sort());
    expect(service.routes.length).toBeGreaterThan(50);
  });

  it(
    'lets each do what his role allows, shows nobody what is not his, and changes nothing otherwise',
    async () => {
      expect(await cross(service.fixtures.red, callers, ({ endsSession }) => !endsSession)).toEqual([]);
    },
    crossingMs,
  );

  it(
    'takes no token that has ended, anywhere',
    async () => {
      const dead = await deadTokens(service.app, service.fixtures);
      expect(await cross(service.fixtures.red, dead, () => true)).toEqual([]);
    },
    crossingMs,
  );

  it(
    'tells the teams of one organization apart',
    async () => {
      const different = callers.filter(({ teams }) => teams.red !== teams.blue);
      expect(different.length).toBeGreaterThan(1);
      expect(await cross(service.fixtures.blue, different, ({ about }) => about === 'team')).toEqual([]);
    },
    crossingMs,
  );

  it(
    'tells organizations apart',
    async () => {
      const isOwned = ({ about }: RouteCase): boolean => about === 'team' || about === 'organization';
      expect(await cross(service.fixtures.abroad, callers, isOwned)).toEqual([]);
    },
    crossingMs,
  );

  it('looks again where rights or things may have changed until the work is done', async () => {
    const wrong: unknown[][] = [];
    for (const route of service.routes) {
      const faults = await concurrentChangeFaults(service, route);
      if (faults) wrong.push(faults);
    }
    expect(wrong).toEqual([[], [], [], []]);
  });

  it('lets everybody end his session', async () => {
    expect(await cross(service.fixtures.red, callers, ({ endsSession }) => endsSession === true)).toEqual([]);
  });
});

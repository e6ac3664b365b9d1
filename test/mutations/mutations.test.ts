import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectRoot } from '../../src/platform/project-root.js';
import { newUser } from '../support/people.js';
import { withClient } from '../support/postgres.js';
import { routeCases } from '../support/routes/cases.js';
import { checkRoute } from '../support/routes/role-matrix.js';
import type { DescribedRoute } from '../support/routes/described-routes.js';
import { identities, type Identity } from '../support/routes/identities.js';
import { concurrentChangeFaults } from '../support/routes/concurrent-changes.js';
import { RouteTestApp } from '../support/routes/route-test-app.js';
import { swapFaults, type IdSwap } from '../support/routes/id-swapping.js';
import { GuardSwitch } from './guard-switch.js';

jest.setTimeout(6 * 3_600_000);

/** What is known already of these very sources: a run that was cut short goes on where it stopped. */
const known = join(projectRoot, 'node_modules/.cache/mutations.json');
const sources = readFileSync(join(projectRoot, 'dist/.sources'), 'utf8');
type Results = { sources: string; touched: Record<string, string[]>; killed: Record<string, boolean> };

function readResults(): Results {
  const fresh: Results = { sources, touched: {}, killed: {} };
  if (!existsSync(known)) return fresh;
  const found = JSON.parse(readFileSync(known, 'utf8')) as Results;
  return found.sources === sources ? found : fresh;
}

function keepResults(results: Results): void {
  mkdirSync(dirname(known), { recursive: true });
  writeFileSync(known, JSON.stringify(results, null, 1));
}

/** Filters without which every answer is the same. */
const alike: readonly { readonly guard: RegExp; readonly because: string }[] = [
  {
    guard: /SELECT DISTINCT c\.\w+ AS value, c\.version FROM/,
    because: 'finds spellings only; which entries have them is asked within the organization again',
  },
];

/** What is tried leaves things behind, among which everything takes longer. */
const trialsOnOneGround = 40;

/** The service without row-level security: the application's own guards are on trial, and each has to hold alone. */
class Trial {
  private constructor(
    readonly service: RouteTestApp,
    private readonly callers: readonly Identity[],
    private readonly swaps: readonly IdSwap[],
    readonly guards: GuardSwitch,
  ) {}

  static async open(): Promise<Trial> {
    const service = await RouteTestApp.start();
    const { app, fixtures } = service;
    const { red, blue, abroad } = fixtures;
    const callers = await identities(app, fixtures);
    await withClient(app.databaseUrl, async (client) => {
      const { rows } = await client.query(`SELECT oid::regclass::text AS name FROM pg_class WHERE relrowsecurity`);
      for (const { name } of rows) await client.query(`ALTER TABLE ${name} DISABLE ROW LEVEL SECURITY`);
    });
    const narrowed = await newUser(app, red.admin, { org_id: red.orgId, role: 'member', team_ids: [blue.teamId] });
    const swaps: IdSwap[] = [
      { client: red.admin.client, home: red, foreign: abroad, shared: [] },
      {
        client: narrowed.client,
        home: blue,
        foreign: red,
        shared: ['organization', 'decision', 'pattern', 'API key', 'user', 'webhook', 'channel'],
      },
    ];
    const everything = {
      organizations: [red.orgId, abroad.orgId],
      teams: fixtures.tenants.map(({ teamId }) => teamId),
    };
    return new Trial(service, callers, swaps, new GuardSwitch(app, everything));
  }

  /** Everything that the authorization tests ask of one route, up to the first answer that is wrong. */
  async faults(route: DescribedRoute): Promise<unknown[]> {
    const { red, blue, abroad } = this.service.fixtures;
    const { about, endsSession } = routeCases[route.name]!;
    if (endsSession) return [];
    const different = this.callers.filter(({ teams }) => teams.red !== teams.blue);
    const looks = [
      () => checkRoute(this.service, route, red, this.callers),
      ...(about === 'team' ? [() => checkRoute(this.service, route, blue, different)] : []),
      ...(about === 'team' || about === 'organization'
        ? [() => checkRoute(this.service, route, abroad, this.callers)]
        : []),
      ...this.swaps.map((swap) => () => swapFaults(this.service, swap, [route])),
      async () => (await concurrentChangeFaults(this.service, route)) ?? [],
    ];
    for (const look of looks) {
      const faults = await withPatience(look);
      if (faults.length > 0) return faults;
    }
    return [];
  }
}

/** A busy machine is no guard: what is answered with 503 is asked again. */
async function withPatience(look: () => Promise<unknown[]>, tries = 3): Promise<unknown[]> {
  const faults = await look().catch((error: Error) => [error.message]);
  return tries > 1 && /\b503\b/.test(JSON.stringify(faults)) ? withPatience(look, tries - 1) : faults;
}

describe('every guard and every filter, taken out by itself', () => {
  const results = readResults();
  let trial: Trial;
  const routeNamed = (name: string) => trial.service.routes.find((route) => route.name === name)!;

  async function reopen(): Promise<void> {
    await trial.service.close();
    trial = await Trial.open();
  }

  beforeAll(async () => (trial = await Trial.open()));
  afterAll(() => trial?.service.close());

  it('holds with all of them in their places, row-level security apart', async () => {
    const wrong: unknown[] = [];
    for (const route of trial.service.routes) {
      if (results.touched[route.name]) continue;
      trial.guards.asked.clear();
      const faults = await trial.faults(route);
      wrong.push(...faults);
      if (faults.length === 0) results.touched[route.name] = [...trial.guards.asked];
      keepResults(results);
    }
    expect(wrong).toEqual([]);
  });

  it('is missed at once', async () => {
    const routesOf = new Map<string, string[]>();
    for (const [route, guards] of Object.entries(results.touched))
      for (const guard of guards) routesOf.set(guard, [...(routesOf.get(guard) ?? []), route]);
    let trials = 0;
    for (const [guard, routes] of [...routesOf].sort()) {
      if (guard in results.killed || alike.some((one) => one.guard.test(guard))) continue;
      trials += 1;
      if (trials % trialsOnOneGround === 0) await reopen();
      // The fewer guards a route has, the likelier it is about this one.
      const near = routes.sort((one, other) => results.touched[one]!.length - results.touched[other]!.length);
      let killed = false;
      for (const name of near) {
        trial.guards.takeOut(guard);
        killed = (await trial.faults(routeNamed(name))).length > 0;
        trial.guards.takeOut(null);
        if (!killed) continue;
        // What went wrong may have left the fixtures other than it was.
        const route = routeNamed(name);
        if (route.method !== 'GET' && (await trial.faults(route)).length > 0) await reopen();
        break;
      }
      results.killed[guard] = killed;
      keepResults(results);
      console.log(`${killed ? 'missed' : 'NOT MISSED'} ${guard}`);
    }
    const survivors = Object.entries(results.killed).filter(([, killed]) => !killed);
    expect(survivors.map(([guard]) => guard)).toEqual([]);
    expect(routesOf.size).toBeGreaterThan(100);
  });
});

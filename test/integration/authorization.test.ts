import { routeCases } from '../support/routes/cases.js';
import type { DescribedRoute } from '../support/routes/described-routes.js';
import type { Plot } from '../support/routes/ground.js';
import { identities, type Identity } from '../support/routes/identities.js';
import { expectedStatus } from '../support/routes/policy.js';
import { PolicedApp } from '../support/routes/policed-app.js';
import type { RouteCase, RouteRequest } from '../support/routes/route-case.js';
import { send, textOf, textsIn } from '../support/routes/sending.js';

/** Some thousand requests; a busy machine takes its time. */
const crossingMs = 180_000;

describe('every route, asked by everybody about everything', () => {
  let service: PolicedApp;
  let callers: Identity[];

  beforeAll(async () => {
    service = await PolicedApp.start();
    callers = await identities(service.app, service.ground);
  });
  afterAll(() => service.close());

  /** One cell: the status, and that the answer holds no word of what this caller sees nothing of. */
  async function faults(route: DescribedRoute, who: Identity, request: RouteRequest, expected: number) {
    const answer = await send(who.client, route, request);
    const text = textOf(answer);
    const said = [...textsIn(request).values()];
    // Whoever logs in is somebody else from then on.
    const hidden = who.sysAdmin || route.permission === 'public' ? [] : service.ground.hiddenFrom(who);
    const leaked = hidden.filter((word) => text.includes(word) && !said.some((one) => one.includes(word)));
    if (answer.status === expected && leaked.length === 0) return [];
    return [{ route: route.name, who: who.name, expected, status: answer.status, leaked, body: answer.body }];
  }

  /** Asks by all callers: first those who are refused, all about one thing, which stays as it is; then the others. */
  async function cross(plot: Plot, asking: readonly Identity[], isMeant: (asked: RouteCase) => boolean) {
    const wrong: unknown[] = [];
    for (const route of service.routes) {
      const asked = routeCases[route.name]!;
      if (!isMeant(asked)) continue;
      const success = asked.success ?? 200;
      const shared = await asked.request(service.ground, plot);
      const cells = asking.map((who) => ({ who, expected: expectedStatus(route, asked, who, plot) }));
      const ask = async ({ who, expected }: (typeof cells)[number], request: RouteRequest) =>
        void wrong.push(...(await faults(route, who, request, expected)));

      const refused = cells.filter(({ expected }) => expected !== success);
      const refuse = () => Promise.all(refused.map((cell) => ask(cell, shared)));
      const reads = route.method === 'GET';
      const changed = reads ? (await refuse(), []) : await service.changedBy(refuse);
      if (changed.length > 0) wrong.push({ route: route.name, changed });

      for (const cell of cells)
        if (cell.expected === success) await ask(cell, reads ? shared : await asked.request(service.ground, plot));
    }
    return wrong;
  }

  it('knows them all', () => {
    expect(Object.keys(routeCases).sort()).toEqual(service.routes.map(({ name }) => name).sort());
    expect(service.routes.length).toBeGreaterThan(50);
  });

  it(
    'lets each do what his role allows, shows nobody what is not his, and changes nothing otherwise',
    async () => {
      expect(await cross(service.ground.red, callers, ({ endsSession }) => !endsSession)).toEqual([]);
    },
    crossingMs,
  );

  it(
    'tells the teams of one organization apart',
    async () => {
      const different = callers.filter(({ teams }) => teams.red !== teams.blue);
      expect(different.length).toBeGreaterThan(1);
      expect(await cross(service.ground.blue, different, ({ about }) => about === 'team')).toEqual([]);
    },
    crossingMs,
  );

  it(
    'tells organizations apart',
    async () => {
      const isOwned = ({ about }: RouteCase): boolean => about === 'team' || about === 'organization';
      expect(await cross(service.ground.abroad, callers, isOwned)).toEqual([]);
    },
    crossingMs,
  );

  it('lets everybody end his session', async () => {
    expect(await cross(service.ground.red, callers, ({ endsSession }) => endsSession === true)).toEqual([]);
  });
});

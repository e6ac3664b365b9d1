import { newUser } from '../support/people.js';
import type { ThingKind } from '../support/routes/route-fixtures.js';
import { RouteTestApp } from '../support/routes/route-test-app.js';
import { routeCases } from '../support/routes/cases.js';
import { send, textsIn, withValue } from '../support/routes/sending.js';
import { requestsOf, swapFaults } from '../support/routes/id-swapping.js';

describe('every identifier of every request, put in by a foreign one', () => {
  let service: RouteTestApp;
  beforeAll(async () => (service = await RouteTestApp.start()));
  afterAll(() => service.close());

  it('leaves none out: each occurs in the requests that the routes are tried with', async () => {
    const missing: string[] = [];
    for (const route of service.routes) {
      const used = (await requestsOf(service, route, service.fixtures.red)).flatMap((request) =>
        [...textsIn(request)].filter(([, text]) => service.fixtures.kindOf(text)).map(([path]) => fieldOf(path)),
      );
      missing.push(...route.idFields.filter((field) => !used.includes(field)).map((field) => `${route.name} ${field}`));
    }
    // Sessions are of a user, not of an organization: `sign-in.test.ts` tries those of others.
    expect(missing.filter((one) => one !== 'POST /v1/sessions/endSession id')).toEqual([]);
  });

  it('in upper case is the same identifier', async () => {
    const { red, root } = service.fixtures;
    const wrong: unknown[] = [];
    for (const route of service.routes.filter(({ name }) => !routeCases[name]!.endsSession))
      for (const request of await requestsOf(service, route, red)) {
        const ids = [...textsIn(request)].filter(([, text]) => service.fixtures.kindOf(text));
        const upper = ids.reduce((all, [path, id]) => withValue(all, path, id.toUpperCase()), request);
        if (ids.length === 0) continue;
        const client = route.permission === 'sys_admin' ? root.client : red.admin.client;
        const { status } = await send(client, route, upper);
        // What was refused has changed nothing, and can be asked again.
        const expected = status < 400 ? status : (await send(client, route, request)).status;
        if (status !== expected) wrong.push({ route: route.name, ids: Object.fromEntries(ids), status, expected });
      }
    expect(wrong).toEqual([]);
  });

  it('of another organization, or of something gone, is answered as one that never was', async () => {
    const { red, abroad } = service.fixtures;
    expect(await swapFaults(service, { client: red.admin.client, home: red, foreign: abroad, shared: [] })).toEqual([]);
  });

  it('of a team that the caller does not see, too', async () => {
    const { red, blue } = service.fixtures;
    const fields = { org_id: red.orgId, role: 'member', team_ids: [blue.teamId] };
    const { client } = await newUser(service.app, red.admin, fields);
    // Made in the other team, but the whole organization's.
    const shared: ThingKind[] = [
      'organization',
      'decision',
      'pattern',
      'API key',
      'user',
      'webhook',
      'channel',
      'group mapping',
      'service account',
      'trust rule',
      'SCIM token',
      'trusted key',
    ];
    expect(await swapFaults(service, { client, home: blue, foreign: red, shared })).toEqual([]);
  });
});

/** `query.id` → `id`, `body.0.sbom_id` → `sbom_id`, `body.ids.0` → `ids`, `body.tags.0.id` → `tags.id` */
const fieldOf = (path: string): string =>
  path
    .split('.')
    .slice(1)
    .filter((part) => !/^\d+$/.test(part))
    .join('.');

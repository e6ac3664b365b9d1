import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { firstAdmin, newTeam, newUser, otherOrganization, type Person, type Place } from '../support/people.js';

const who = ['nobody', 'stranger', 'narrowed', 'viewer', 'viewer key', 'member', 'admin', 'sys_admin'] as const;
type Who = (typeof who)[number];

/** Status for each of `who`, in that order; `stranger` administers another organization, `narrowed` sees another team. */
const everybody = [200, 200, 200, 200, 200, 200, 200, 200];
const knownCallers = [401, 200, 200, 200, 200, 200, 200, 200];
const sysAdmins = [401, 403, 403, 403, 403, 403, 403, 200];
const organizationAdmins = [401, 404, 403, 403, 403, 403, 200, 404];
const teamAdmins = [401, 404, 404, 403, 403, 403, 200, 404];
const teamReaders = [401, 404, 404, 200, 200, 200, 200, 404];
const unlimitedCallers = [401, 200, 200, 200, 403, 200, 200, 200];

describe('every route of organizations, asked by everybody', () => {
  let app: TestApp;
  let root: Person & Place;
  let admin: Person & Place;
  let red: string;
  const clients = new Map<Who, ApiClient>();

  beforeAll(async () => {
    app = await startApp();
    root = await firstAdmin(app);
    admin = await otherOrganization(app, root, 'Ours');
    red = await newTeam(admin, admin.orgId, 'Red');
    const join = async (role: string, more = {}) =>
      (await newUser(app, admin, { org_id: admin.orgId, role, ...more })).client;
    const key = (await admin.client.post('v1/users/createApiKey', { name: 'k', role: 'viewer' })).body.data.key;
    clients.set('nobody', app.client);
    clients.set('stranger', (await otherOrganization(app, root, 'Theirs')).client);
    clients.set('narrowed', await join('member', { team_ids: [red] }));
    clients.set('viewer', await join('viewer'));
    clients.set('viewer key', app.client.as(key));
    clients.set('member', await join('member'));
    clients.set('admin', admin.client);
    clients.set('sys_admin', root.client);
  });
  afterAll(() => app.close());

  let count = 0;
  const fresh = (name: string) => `${name}-${(count += 1)}`;
  const user = async (): Promise<string> =>
    (await root.client.post('v1/users/createUser', { username: fresh('user') })).body.data.id;
  const member = async (): Promise<string> => {
    const id = await user();
    const body = { org_id: admin.orgId, user_id: id, role: 'viewer' };
    expect((await admin.client.post('v1/organizations/addMember', body)).status).toBe(200);
    return id;
  };
  const teamUser = async () => {
    const body = { team_id: admin.teamId, user_id: await member() };
    return (await admin.client.post('v1/teamUsers/createTeamUser', body)).body.data as Record<string, string>;
  };

  interface Case {
    readonly statuses: readonly number[];
    /** Sends a request that is right in itself, each time to a fresh object. */
    readonly send: (client: ApiClient) => Promise<{ status: number }>;
  }

  const cases: Record<string, Case> = {
    'POST /v1/sessions/login': {
      statuses: everybody,
      send: (client) => client.post('v1/sessions/login', { username: admin.username, password: admin.password }),
    },
    'GET /v1/users/getSelf': { statuses: knownCallers, send: (client) => client.get('v1/users/getSelf') },
    'GET /v1/users/getUsers': { statuses: sysAdmins, send: (client) => client.get('v1/users/getUsers') },
    'POST /v1/users/createUser': {
      statuses: organizationAdmins,
      send: (client) => client.post('v1/users/createUser', { username: fresh('made'), org_id: admin.orgId }),
    },
    'POST /v1/users/updateUser': {
      statuses: sysAdmins,
      send: async (client) => client.post('v1/users/updateUser', { id: await user(), disabled: true }),
    },
    'POST /v1/users/deleteUser': {
      statuses: sysAdmins,
      send: async (client) => client.post('v1/users/deleteUser', { id: await user() }),
    },
    'POST /v1/users/changePassword': {
      statuses: [401, 400, 400, 400, 403, 400, 400, 400],
      send: (client) =>
        client.post('v1/users/changePassword', { current_password: 'not mine', new_password: 'long enough' }),
    },
    'POST /v1/users/createApiKey': {
      statuses: unlimitedCallers,
      send: (client) => client.post('v1/users/createApiKey', { name: 'k' }),
    },
    'GET /v1/users/getApiKeys': { statuses: unlimitedCallers, send: (client) => client.get('v1/users/getApiKeys') },
    'POST /v1/users/revokeApiKey': {
      statuses: [401, 404, 404, 404, 403, 404, 200, 404],
      send: async (client) => {
        const key = await admin.client.post('v1/users/createApiKey', { name: 'k' });
        return client.post('v1/users/revokeApiKey', { id: key.body.data.id });
      },
    },
    'GET /v1/organizations/getOwnOrganizations': {
      statuses: knownCallers,
      send: (client) => client.get('v1/organizations/getOwnOrganizations'),
    },
    'POST /v1/organizations/createOrganization': {
      statuses: sysAdmins,
      send: (client) =>
        client.post('v1/organizations/createOrganization', { name: 'New', admin_user_id: admin.userId }),
    },
    'POST /v1/organizations/addMember': {
      statuses: organizationAdmins,
      send: async (client) =>
        client.post('v1/organizations/addMember', { org_id: admin.orgId, user_id: await user(), role: 'viewer' }),
    },
    'POST /v1/organizations/updateMember': {
      statuses: organizationAdmins,
      send: async (client) =>
        client.post('v1/organizations/updateMember', { org_id: admin.orgId, user_id: await member(), role: 'member' }),
    },
    'POST /v1/organizations/removeMember': {
      statuses: organizationAdmins,
      send: async (client) =>
        client.post('v1/organizations/removeMember', { org_id: admin.orgId, user_id: await member() }),
    },
    'POST /v1/teams/createTeam': {
      statuses: organizationAdmins,
      send: (client) => client.post('v1/teams/createTeam', { name: 'T', org_id: admin.orgId }),
    },
    'GET /v1/teams/getTeam': {
      statuses: teamReaders,
      send: (client) => client.get('v1/teams/getTeam', { id: admin.teamId }),
    },
    'GET /v1/teams/getTeams': { statuses: knownCallers, send: (client) => client.get('v1/teams/getTeams') },
    'POST /v1/teamUsers/createTeamUser': {
      statuses: teamAdmins,
      send: async (client) =>
        client.post('v1/teamUsers/createTeamUser', { team_id: admin.teamId, user_id: await member() }),
    },
    'GET /v1/teamUsers/getTeamUser': {
      statuses: teamReaders,
      send: async (client) => {
        const { team_id, user_id } = await teamUser();
        return client.get('v1/teamUsers/getTeamUser', { team_id: team_id!, user_id: user_id! });
      },
    },
    'PUT /v1/teamUsers/updateTeamUser': {
      statuses: teamAdmins,
      send: async (client) =>
        client.put('v1/teamUsers/updateTeamUser', { id: (await teamUser()).id, status: 'inactive' }),
    },
    'DELETE /v1/teamUsers/deleteTeamUser': {
      statuses: teamAdmins,
      send: async (client) =>
        client.send('DELETE', 'v1/teamUsers/deleteTeamUser', { query: { id: (await teamUser()).id! } }),
    },
    'GET /.well-known/jwks.json': { statuses: everybody, send: (client) => client.get('.well-known/jwks.json') },
    // The last one, because it ends the callers' sessions.
    'POST /v1/sessions/logout': {
      statuses: [401, 200, 200, 200, 400, 200, 200, 200],
      send: (client) => client.post('v1/sessions/logout'),
    },
  };

  it('is among them', () => {
    const ours = /\/(\.well-known|v1\/(sessions|users|organizations|teams|teamusers))\//;
    const live = app.routes.all().map(([method, path]) => `${method} ${path}`);
    expect(live.filter((route) => ours.test(route)).sort()).toEqual(
      Object.keys(cases)
        .map((route) => route.replace(/ .*/, (path) => path.toLowerCase()))
        .sort(),
    );
  });

  it.each(Object.entries(cases))('%s', async (_route, { statuses, send }) => {
    const answered: Record<string, number> = {};
    for (const name of who) answered[name] = (await send(clients.get(name)!)).status;
    expect(answered).toEqual(Object.fromEntries(who.map((name, index) => [name, statuses[index]])));
  });
});

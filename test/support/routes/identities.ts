import type { TestApp } from '../app.js';
import { newUser, otherOrganization, type Person } from '../people.js';
import type { ApiClient } from '../api-client.js';
import type { RouteFixtures, Tenant } from './route-fixtures.js';

export type RoleName = 'viewer' | 'member' | 'admin';

/** Somebody who asks, and what he may do where: told again here, on purpose not by the service's own code. */
export interface Identity {
  readonly name: string;
  readonly client: ApiClient;
  readonly nobody?: boolean;
  readonly sysAdmin?: boolean;
  readonly apiKey?: boolean;
  /** An API key that may do less than its user. */
  readonly limited?: boolean;
  /** An API key that is bound to a project. */
  readonly ofProject?: boolean;
  /** Role at things of a team; missing: it is invisible. */
  readonly teams: Partial<Record<Tenant['name'], RoleName>>;
  /** Role at things of the organization, by the name of a tenant in it. */
  readonly organizations: Partial<Record<'red' | 'abroad', RoleName>>;
}

const everywhere = (role: RoleName): Pick<Identity, 'teams' | 'organizations'> => ({
  teams: { red: role, blue: role },
  organizations: { red: role },
});

/** One of each kind of caller there is, seen from the tenants of the fixtures. */
export async function identities(app: TestApp, fixtures: RouteFixtures): Promise<Identity[]> {
  const { red, blue, abroad } = fixtures;
  const join = async (role: RoleName, more = {}): Promise<Person> =>
    newUser(app, red.admin, { org_id: red.orgId, role, ...more });
  // Rights count as they are at each request: two have come in with more than they are left with.
  const viewer = await join('admin');
  const ofBlue = await join('member', { team_ids: [red.teamId, blue.teamId] });
  for (const [{ userId: user_id, client }, rights] of [
    [viewer, { role: 'viewer' }],
    [ofBlue, { role: 'member', team_ids: [blue.teamId] }],
  ] as const) {
    await client.get('v1/teams/getTeam', { id: red.teamId });
    await red.admin.client.post('v1/organizations/updateMember', { org_id: red.orgId, user_id, ...rights });
  }
  const lowered = await join('member');
  await red.admin.client.post('v1/teamUsers/createTeamUser', {
    team_id: red.teamId,
    user_id: lowered.userId,
    role: 'viewer',
  });
  const both = await otherOrganization(app, fixtures.root, 'Third');
  for (const { orgId, admin } of [red, abroad])
    await admin.client.post('v1/organizations/addMember', { org_id: orgId, user_id: both.userId, role: 'admin' });
  const key = async (owner: Person, limits: object = {}): Promise<ApiClient> =>
    app.client.as((await owner.client.post('v1/users/createApiKey', { name: 'k', ...limits })).body.data.key);
  return [
    { name: 'nobody', client: app.client, nobody: true, teams: {}, organizations: {} },
    { name: 'viewer', client: viewer.client, ...everywhere('viewer') },
    { name: 'member', client: (await join('member')).client, ...everywhere('member') },
    { name: 'admin', client: (await join('admin')).client, ...everywhere('admin') },
    {
      name: 'member of the team blue only',
      client: ofBlue.client,
      teams: { blue: 'member' },
      organizations: { red: 'member' },
    },
    {
      name: 'member, viewer in the team red',
      client: lowered.client,
      teams: { red: 'viewer', blue: 'member' },
      organizations: { red: 'member' },
    },
    {
      name: 'admin of the other organization',
      client: abroad.admin.client,
      teams: { abroad: 'admin' },
      organizations: { abroad: 'admin' },
    },
    {
      name: 'admin of both organizations',
      client: both.client,
      teams: { red: 'admin', blue: 'admin', abroad: 'admin' },
      organizations: { red: 'admin', abroad: 'admin' },
    },
    { name: 'admin’s key', client: await key(red.admin), apiKey: true, ...everywhere('admin') },
    {
      name: 'admin’s viewer key',
      client: await key(red.admin, { role: 'viewer' }),
      apiKey: true,
      limited: true,
      ...everywhere('viewer'),
    },
    {
      name: 'admin’s member key',
      client: await key(red.admin, { role: 'member' }),
      apiKey: true,
      limited: true,
      ...everywhere('member'),
    },
    {
      name: 'key for the other organization of an admin of both',
      client: await key(both, { org_id: abroad.orgId }),
      apiKey: true,
      limited: true,
      teams: { abroad: 'admin' },
      organizations: { abroad: 'admin' },
    },
    {
      name: 'admin’s key for one project',
      client: await key(red.admin, { project_id: await fixtures.create('project', red) }),
      apiKey: true,
      limited: true,
      ofProject: true,
      teams: { red: 'member' },
      organizations: { red: 'member' },
    },
    {
      name: 'sys_admin’s key that expires',
      client: await key(fixtures.root, { expires_at: new Date(Date.now() + 3_600_000).toISOString() }),
      apiKey: true,
      limited: true,
      teams: {},
      organizations: {},
    },
    { name: 'sys_admin', client: fixtures.root.client, sysAdmin: true, teams: {}, organizations: {} },
  ];
}

import type { RouteCases } from './route-case.js';

const wrongPassword = { current_password: 'not mine', new_password: 'long enough' };

export const organizationCases: RouteCases = {
  'POST /v1/sessions/login': {
    about: 'caller',
    request: (_ground, { admin }) => ({ body: { username: admin.username, password: admin.password } }),
  },
  'GET /v1/users/getSelf': {
    about: 'caller',
    request: () => ({}),
    isCorrect: ({ teams }, who, { plots }) => plots.every(({ name, teamId }) => teams[teamId] === who.teams[name]),
  },
  'GET /v1/users/getUsers': { about: 'platform', request: () => ({}) },
  'POST /v1/users/createUser': {
    about: 'organization',
    needs: 'admin',
    request: (ground, { orgId, teamId }) => ({
      body: { username: ground.fresh('made'), org_id: orgId, team_ids: [teamId] },
    }),
  },
  'POST /v1/users/updateUser': {
    about: 'platform',
    request: async (ground, plot) => ({ body: { id: await ground.create('user', plot), disabled: true } }),
  },
  'POST /v1/users/deleteUser': {
    about: 'platform',
    request: async (ground, plot) => ({ body: { id: await ground.create('user', plot) } }),
  },
  'POST /v1/users/changePassword': { about: 'account', success: 400, request: () => ({ body: wrongPassword }) },
  'POST /v1/users/createApiKey': {
    about: 'account',
    request: (ground) => ({ body: { name: ground.fresh('key') } }),
    also: [(ground, { orgId }) => ({ body: { name: ground.fresh('key'), org_id: orgId } })],
  },
  'GET /v1/users/getApiKeys': {
    about: 'account',
    request: () => ({}),
    also: [(_ground, { orgId }) => ({ query: { org_id: orgId } })],
  },
  'POST /v1/users/revokeApiKey': {
    about: 'organization',
    needs: 'admin',
    unprivileged: 404,
    limitedKeys: 403,
    request: async (ground, plot) => ({ body: { id: await ground.create('API key', plot) } }),
  },
  'GET /v1/organizations/getOwnOrganizations': { about: 'caller', request: () => ({}) },
  'POST /v1/organizations/createOrganization': {
    about: 'platform',
    request: (ground, { admin }) => ({ body: { name: ground.fresh('New'), admin_user_id: admin.userId } }),
  },
  'POST /v1/organizations/addMember': {
    about: 'organization',
    request: async (ground, plot) => ({
      body: {
        org_id: plot.orgId,
        user_id: await ground.create('user', plot),
        role: 'viewer',
        team_ids: [plot.teamId],
      },
    }),
  },
  'POST /v1/organizations/updateMember': {
    about: 'organization',
    request: async (ground, plot) => ({
      body: { org_id: plot.orgId, user_id: await ground.member(plot), role: 'member', team_ids: [plot.teamId] },
    }),
  },
  'POST /v1/organizations/removeMember': {
    about: 'organization',
    request: async (ground, plot) => ({ body: { org_id: plot.orgId, user_id: await ground.member(plot) } }),
  },
  'POST /v1/teams/createTeam': {
    about: 'organization',
    request: (ground, { orgId }) => ({ body: { name: ground.fresh('Team'), org_id: orgId } }),
  },
  'GET /v1/teams/getTeam': {
    about: 'team',
    request: (_ground, { teamId }) => ({ query: { id: teamId } }),
    also: [(_ground, { teamId }) => ({ query: { someid: teamId } })],
  },
  'GET /v1/teams/getTeams': { about: 'caller', request: () => ({}) },
  'POST /v1/teamUsers/createTeamUser': {
    about: 'team',
    request: async (ground, plot) => ({ body: { team_id: plot.teamId, user_id: await ground.member(plot) } }),
  },
  'GET /v1/teamUsers/getTeamUser': {
    about: 'team',
    request: async (ground, plot) => {
      const { userId } = await ground.teamUser(plot);
      return { query: { team_id: plot.teamId, user_id: userId } };
    },
  },
  'PUT /v1/teamUsers/updateTeamUser': {
    about: 'team',
    request: async (ground, plot) => ({ body: { id: (await ground.teamUser(plot)).id, status: 'inactive' } }),
    also: ['id', 'someid'].map((name) => async (ground, plot) => ({
      query: { [name]: (await ground.teamUser(plot)).id },
      body: { status: 'inactive' },
    })),
  },
  'DELETE /v1/teamUsers/deleteTeamUser': {
    about: 'team',
    request: async (ground, plot) => ({ query: { id: (await ground.teamUser(plot)).id } }),
    also: [async (ground, plot) => ({ query: { someid: (await ground.teamUser(plot)).id } })],
  },
  'POST /v1/webhooks/createWebhook': {
    about: 'organization',
    request: (ground, { orgId, organizationCanary }) => ({
      body: { org_id: orgId, url: `https://hooks.example.org/${ground.fresh(organizationCanary)}` },
    }),
  },
  'POST /v1/webhooks/updateWebhook': {
    about: 'organization',
    request: async (ground, plot) => ({ body: { id: await ground.create('webhook', plot), description: 'Changed' } }),
  },
  'GET /v1/webhooks/getWebhook': {
    about: 'organization',
    request: async (ground, plot) => ({ query: { id: await ground.create('webhook', plot) } }),
  },
  'GET /v1/webhooks/getWebhooks': {
    about: 'organization',
    request: (_ground, { orgId }) => ({ query: { org_id: orgId } }),
  },
  'POST /v1/webhooks/deleteWebhook': {
    about: 'organization',
    request: async (ground, plot) => ({ body: { id: await ground.create('webhook', plot) } }),
  },
  'GET /v1/webhooks/getDeliveries': {
    about: 'organization',
    request: async (ground, plot) => ({ query: { webhook_id: await ground.create('webhook', plot) } }),
  },
  'POST /v1/webhooks/testWebhook': {
    about: 'organization',
    request: async (ground, plot) => ({ body: { id: await ground.create('webhook', plot) } }),
  },
  'GET /v1/audit/getEvents': {
    about: 'organization',
    // What was refused was perhaps about something foreign: its id is what the caller had said.
    request: (_ground, { orgId }) => ({ query: { org_id: orgId, outcome: 'done' } }),
    also: [
      async (ground, plot) => ({
        query: { org_id: plot.orgId, actor_id: plot.admin.userId, object_id: await ground.create('ruleset', plot) },
      }),
    ],
  },
  'GET /v1/audit/getServiceEvents': {
    about: 'platform',
    request: async (ground, plot) => ({
      query: { actor_id: plot.admin.userId, object_id: await ground.create('user', plot) },
    }),
  },
  'POST /v1/sessions/logout': { about: 'caller', apiKeys: 400, endsSession: true, request: () => ({}) },
};

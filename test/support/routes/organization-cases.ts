import { edKey, pemOf } from '../signed-documents.js';
import { randomUUID } from 'node:crypto';
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
    isCorrect: ({ teams }, who, { tenants }) => tenants.every(({ name, teamId }) => teams[teamId] === who.teams[name]),
  },
  'GET /v1/users/getUsers': { about: 'platform', request: () => ({}) },
  'GET /v1/users/getUser': {
    about: 'organization',
    sysAdmin: true,
    request: (_ground, { admin }) => ({ query: { id: admin.userId } }),
  },
  'POST /v1/users/getUserNames': {
    about: 'team',
    request: (_ground, { admin, teamId }) => ({ query: { team_id: teamId }, body: { ids: [admin.userId] } }),
  },
  'GET /v1/users/getUserNames': {
    about: 'team',
    request: (_ground, { admin, teamId }) => ({ query: { team_id: teamId, ids: admin.userId } }),
  },
  'POST /v1/users/createUser': {
    about: 'organization',
    needs: 'admin',
    limitedKeys: 403,
    request: (fixtures, { orgId, teamId }) => ({
      body: { username: fixtures.fresh('made'), org_id: orgId, team_ids: [teamId] },
    }),
  },
  'POST /v1/users/updateUser': {
    about: 'platform',
    request: async (fixtures, tenant) => ({ body: { id: await fixtures.create('user', tenant), disabled: true } }),
  },
  'POST /v1/users/deleteUser': {
    about: 'platform',
    request: async (fixtures, tenant) => ({ body: { id: await fixtures.create('user', tenant) } }),
  },
  'POST /v1/users/changePassword': { about: 'account', success: 400, request: () => ({ body: wrongPassword }) },
  'POST /v1/users/createApiKey': {
    about: 'account',
    request: (fixtures) => ({ body: { name: fixtures.fresh('key') } }),
    also: [
      (fixtures, { orgId }) => ({ body: { name: fixtures.fresh('key'), org_id: orgId } }),
      async (fixtures, tenant) => ({
        body: { name: fixtures.fresh('key'), project_id: await fixtures.create('project', tenant) },
      }),
    ],
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
    request: async (fixtures, tenant) => ({ body: { id: await fixtures.create('API key', tenant) } }),
  },
  'GET /v1/organizations/getOwnOrganizations': { about: 'caller', request: () => ({}) },
  'POST /v1/organizations/createOrganization': {
    about: 'platform',
    request: (fixtures, { admin }) => ({ body: { name: fixtures.fresh('New'), admin_user_id: admin.userId } }),
  },
  'POST /v1/organizations/updateOrganization': {
    about: 'organization',
    request: (fixtures, { orgId, organizationCanary }) => ({
      body: { id: orgId, name: fixtures.fresh(organizationCanary) },
    }),
  },
  'GET /v1/organizations/getOrganizationContents': {
    about: 'organization',
    request: (_ground, { orgId }) => ({ query: { id: orgId } }),
  },
  'POST /v1/organizations/deleteOrganization': {
    about: 'platform',
    request: async (fixtures) => ({ body: { id: await fixtures.emptyOrganization() } }),
  },
  'POST /v1/organizations/addMember': {
    about: 'organization',
    limitedKeys: 403,
    request: async (fixtures, tenant) => ({
      body: {
        org_id: tenant.orgId,
        user_id: await fixtures.create('user', tenant),
        role: 'viewer',
        team_ids: [tenant.teamId],
      },
    }),
  },
  'POST /v1/organizations/updateMember': {
    about: 'organization',
    limitedKeys: 403,
    request: async (fixtures, tenant) => ({
      body: { org_id: tenant.orgId, user_id: await fixtures.member(tenant), role: 'member', team_ids: [tenant.teamId] },
    }),
  },
  'POST /v1/organizations/removeMember': {
    about: 'organization',
    // The caller himself may leave; this is about others.
    needs: 'admin',
    request: async (fixtures, tenant) => ({ body: { org_id: tenant.orgId, user_id: await fixtures.member(tenant) } }),
  },
  'POST /v1/organizations/createGroupMapping': {
    about: 'organization',
    limitedKeys: 403,
    request: (fixtures, { orgId, organizationCanary }) => ({
      body: { org_id: orgId, group: fixtures.fresh(organizationCanary), role: 'member' },
    }),
    also: [
      (fixtures, { orgId, teamId }) => ({
        body: { org_id: orgId, group: fixtures.fresh('group'), role: 'viewer', team_id: teamId },
      }),
    ],
  },
  'GET /v1/organizations/getGroupMappings': {
    about: 'organization',
    request: (_ground, { orgId }) => ({ query: { org_id: orgId } }),
  },
  'POST /v1/organizations/deleteGroupMapping': {
    about: 'organization',
    limitedKeys: 403,
    request: async (fixtures, tenant) => ({ body: { id: await fixtures.create('group mapping', tenant) } }),
  },
  'POST /v1/serviceAccounts/createServiceAccount': {
    about: 'organization',
    limitedKeys: 403,
    request: (fixtures, { orgId, organizationCanary }) => ({
      body: { org_id: orgId, name: fixtures.fresh(organizationCanary), role: 'member' },
    }),
    also: [
      (fixtures, { orgId, teamId }) => ({
        body: { org_id: orgId, name: fixtures.fresh('bot'), role: 'viewer', team_ids: [teamId] },
      }),
    ],
  },
  'POST /v1/serviceAccounts/updateServiceAccount': {
    about: 'organization',
    limitedKeys: 403,
    request: async (fixtures, tenant) => ({
      body: { id: await fixtures.create('service account', tenant), role: 'member', disabled: true },
    }),
    also: [
      async (fixtures, tenant) => ({
        body: { id: await fixtures.create('service account', tenant), team_ids: [tenant.teamId] },
      }),
    ],
  },
  'GET /v1/serviceAccounts/getServiceAccounts': {
    about: 'organization',
    request: (_ground, { orgId }) => ({ query: { org_id: orgId } }),
  },
  'POST /v1/serviceAccounts/deleteServiceAccount': {
    about: 'organization',
    limitedKeys: 403,
    request: async (fixtures, tenant) => ({ body: { id: await fixtures.create('service account', tenant) } }),
  },
  'POST /v1/serviceAccounts/createServiceAccountKey': {
    about: 'organization',
    limitedKeys: 403,
    request: async (fixtures, tenant) => ({
      body: { id: await fixtures.create('service account', tenant), name: fixtures.fresh('key') },
    }),
    also: [
      async (fixtures, tenant) => ({
        body: {
          id: await fixtures.create('service account', tenant),
          name: fixtures.fresh('key'),
          project_id: await fixtures.create('project', tenant),
        },
      }),
    ],
  },
  'POST /v1/scim/createToken': {
    about: 'organization',
    limitedKeys: 403,
    request: (fixtures, { orgId }) => ({ body: { org_id: orgId, name: fixtures.fresh('token') } }),
  },
  'GET /v1/scim/getTokens': {
    about: 'organization',
    request: (_ground, { orgId }) => ({ query: { org_id: orgId } }),
  },
  'POST /v1/scim/revokeToken': {
    about: 'organization',
    limitedKeys: 403,
    request: async (fixtures, tenant) => ({ body: { id: await fixtures.create('SCIM token', tenant) } }),
  },
  'POST /v1/keyless/createTrustRule': {
    about: 'organization',
    limitedKeys: 403,
    request: async (fixtures, tenant) => ({ body: await fixtures.trust(tenant) }),
    also: [
      async (fixtures, tenant) => ({
        body: { ...(await fixtures.trust(tenant)), project_id: await fixtures.create('project', tenant) },
      }),
    ],
  },
  'GET /v1/keyless/getTrustRules': {
    about: 'organization',
    request: (_ground, { orgId }) => ({ query: { org_id: orgId } }),
  },
  'POST /v1/keyless/deleteTrustRule': {
    about: 'organization',
    limitedKeys: 403,
    request: async (fixtures, tenant) => ({ body: { id: await fixtures.create('trust rule', tenant) } }),
  },
  // Its issuer signs no tokens; `keyless.test.ts` has those.
  'POST /v1/keyless/exchangeToken': {
    about: 'caller',
    success: 401,
    request: async (fixtures, tenant) => ({
      body: {
        grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
        subject_token: 'a.b.c',
        subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
        rule_id: await fixtures.create('trust rule', tenant),
      },
    }),
  },
  'GET /v1/organizations/getMembers': {
    about: 'organization',
    request: (_ground, { orgId }) => ({ query: { org_id: orgId } }),
  },
  'POST /v1/teams/createTeam': {
    about: 'organization',
    request: (fixtures, { orgId }) => ({ body: { name: fixtures.fresh('Team'), org_id: orgId } }),
  },
  'POST /v1/teams/updateTeam': {
    about: 'team',
    request: (fixtures, { teamId, canary }) => ({ body: { id: teamId, name: fixtures.fresh(canary) } }),
  },
  'GET /v1/teams/getTeamContents': {
    about: 'team',
    request: (_ground, { teamId }) => ({ query: { id: teamId } }),
    also: [(_ground, { teamId }) => ({ query: { someid: teamId } })],
  },
  'POST /v1/teams/deleteTeam': {
    about: 'team',
    success: 409,
    request: async (fixtures, tenant) => {
      await fixtures.create('sbom', tenant);
      return { body: { id: tenant.teamId } };
    },
  },
  'GET /v1/teams/getTeam': {
    about: 'team',
    request: (_ground, { teamId }) => ({ query: { id: teamId } }),
    also: [(_ground, { teamId }) => ({ query: { someid: teamId } })],
  },
  'GET /v1/teams/getTeams': {
    about: 'caller',
    request: () => ({}),
    also: [(_ground, { orgId }) => ({ query: { org_id: orgId } })],
  },
  'POST /v1/teamUsers/createTeamUser': {
    about: 'team',
    limitedKeys: 403,
    request: async (fixtures, tenant) => ({ body: { team_id: tenant.teamId, user_id: await fixtures.member(tenant) } }),
  },
  'GET /v1/teamUsers/getTeamUser': {
    about: 'team',
    request: async (fixtures, tenant) => {
      const { userId } = await fixtures.teamUser(tenant);
      return { query: { team_id: tenant.teamId, user_id: userId } };
    },
  },
  'PUT /v1/teamUsers/updateTeamUser': {
    about: 'team',
    request: async (fixtures, tenant) => ({ body: { id: (await fixtures.teamUser(tenant)).id, status: 'inactive' } }),
    also: ['id', 'someid'].map((name) => async (fixtures, tenant) => ({
      query: { [name]: (await fixtures.teamUser(tenant)).id },
      body: { status: 'inactive' },
    })),
  },
  'DELETE /v1/teamUsers/deleteTeamUser': {
    about: 'team',
    request: async (fixtures, tenant) => ({ query: { id: (await fixtures.teamUser(tenant)).id } }),
    also: [async (fixtures, tenant) => ({ query: { someid: (await fixtures.teamUser(tenant)).id } })],
  },
  'POST /v1/webhooks/createWebhook': {
    about: 'organization',
    request: (fixtures, { orgId, organizationCanary }) => ({
      body: { org_id: orgId, url: `https://hooks.example.org/${fixtures.fresh(organizationCanary)}` },
    }),
  },
  'POST /v1/webhooks/updateWebhook': {
    about: 'organization',
    request: async (fixtures, tenant) => ({
      body: { id: await fixtures.create('webhook', tenant), description: 'Changed' },
    }),
  },
  'GET /v1/webhooks/getWebhook': {
    about: 'organization',
    request: async (fixtures, tenant) => ({ query: { id: await fixtures.create('webhook', tenant) } }),
  },
  'GET /v1/webhooks/getWebhooks': {
    about: 'organization',
    request: (_ground, { orgId }) => ({ query: { org_id: orgId } }),
  },
  'POST /v1/webhooks/deleteWebhook': {
    about: 'organization',
    request: async (fixtures, tenant) => ({ body: { id: await fixtures.create('webhook', tenant) } }),
  },
  'GET /v1/webhooks/getDeliveries': {
    about: 'organization',
    request: async (fixtures, tenant) => ({ query: { webhook_id: await fixtures.create('webhook', tenant) } }),
  },
  'POST /v1/webhooks/testWebhook': {
    about: 'organization',
    request: async (fixtures, tenant) => ({ body: { id: await fixtures.create('webhook', tenant) } }),
  },
  'POST /v1/alarms/createChannel': {
    about: 'organization',
    request: (fixtures, { orgId, organizationCanary }) => ({
      body: {
        org_id: orgId,
        kind: 'slack',
        name: fixtures.fresh(organizationCanary),
        url: 'https://hooks.example.org/services/x',
      },
    }),
    also: [
      (fixtures, { orgId, organizationCanary }) => ({
        body: {
          org_id: orgId,
          kind: 'github',
          name: fixtures.fresh(organizationCanary),
          project: 'acme/shop',
          token: 'github_pat_x',
        },
      }),
      (fixtures, { orgId, teamId }) => ({
        body: {
          org_id: orgId,
          kind: 'slack',
          name: fixtures.fresh('teams'),
          team_ids: [teamId],
          url: 'https://hooks.example.org/services/x',
        },
      }),
    ],
  },
  'POST /v1/alarms/updateChannel': {
    about: 'organization',
    request: async (fixtures, tenant) => ({
      body: { id: await fixtures.create('channel', tenant), digest: 'daily' },
    }),
    also: [
      async (fixtures, tenant) => ({
        body: { id: await fixtures.create('channel', tenant), team_ids: [tenant.teamId] },
      }),
    ],
  },
  'GET /v1/alarms/getChannel': {
    about: 'organization',
    request: async (fixtures, tenant) => ({ query: { id: await fixtures.create('channel', tenant) } }),
  },
  'GET /v1/alarms/getChannels': {
    about: 'organization',
    request: (_ground, { orgId }) => ({ query: { org_id: orgId } }),
  },
  'POST /v1/alarms/deleteChannel': {
    about: 'organization',
    request: async (fixtures, tenant) => ({ body: { id: await fixtures.create('channel', tenant) } }),
  },
  'GET /v1/alarms/getMessages': {
    about: 'organization',
    request: async (fixtures, tenant) => ({ query: { channel_id: await fixtures.create('channel', tenant) } }),
  },
  'GET /v1/alarms/getIssues': {
    about: 'organization',
    request: async (fixtures, tenant) => ({ query: { channel_id: await fixtures.create('channel', tenant) } }),
    also: [
      async (fixtures, tenant) => ({
        query: {
          channel_id: await fixtures.create('channel', tenant),
          sbom_id: await fixtures.create('sbom', tenant),
        },
      }),
    ],
  },
  'POST /v1/alarms/testChannel': {
    about: 'organization',
    request: async (fixtures, tenant) => ({ body: { id: await fixtures.create('channel', tenant) } }),
  },
  'GET /v1/signature/getTrustedKeys': {
    about: 'organization',
    request: (_ground, { orgId }) => ({ query: { org_id: orgId } }),
  },
  'POST /v1/signature/addTrustedKey': {
    about: 'organization',
    request: (fixtures, { orgId, organizationCanary }) => ({
      body: { org_id: orgId, name: fixtures.fresh(organizationCanary), public_key: pemOf(edKey()) },
    }),
  },
  'POST /v1/signature/removeTrustedKey': {
    about: 'organization',
    request: async (fixtures, tenant) => ({ body: { id: await fixtures.create('trusted key', tenant) } }),
  },
  'GET /v1/signature/getSigningKeys': {
    about: 'organization',
    request: (_ground, { orgId }) => ({ query: { org_id: orgId } }),
  },
  'POST /v1/signature/createSigningKey': {
    about: 'organization',
    request: (_ground, { orgId }) => ({ body: { org_id: orgId } }),
  },
  'GET /v1/audit/getEvents': {
    about: 'organization',
    // What was refused was perhaps about something foreign: its id is what the caller had said.
    request: (_ground, { orgId }) => ({ query: { org_id: orgId, outcome: 'done' } }),
    also: [
      async (fixtures, tenant) => ({
        query: {
          org_id: tenant.orgId,
          actor_id: tenant.admin.userId,
          object_id: await fixtures.create('ruleset', tenant),
        },
      }),
    ],
  },
  'GET /v1/audit/getServiceEvents': {
    about: 'platform',
    request: async (fixtures, tenant) => ({
      query: { actor_id: tenant.admin.userId, object_id: await fixtures.create('user', tenant) },
    }),
  },
  // A bearer token is not renewed; `session-cookies.test.ts` has the cookie.
  'POST /v1/sessions/renew': { about: 'caller', success: 400, request: () => ({}) },
  'GET /v1/sessions/getSessions': { about: 'account', request: () => ({}) },
  'POST /v1/sessions/endSession': { about: 'account', success: 404, request: () => ({ body: { id: randomUUID() } }) },
  'POST /v1/sessions/endOtherSessions': { about: 'account', endsSession: true, request: () => ({}) },
  // Only with the header that other sites cannot send; `sign-in.test.ts` has it.
  'POST /v1/sessions/startSignIn': { about: 'caller', success: 403, request: () => ({}) },
  'POST /v1/sessions/finishSignIn': {
    about: 'caller',
    success: 403,
    request: () => ({ body: { code: 'code', state: 'state' } }),
  },
  'POST /v1/sessions/logout': { about: 'caller', apiKeys: 400, endsSession: true, request: () => ({}) },
};

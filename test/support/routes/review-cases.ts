import { reviewGroupId } from '../review-groups.js';
import type { RouteFixtures, Tenant } from './route-fixtures.js';
import type { RouteCases } from './route-case.js';

/** A name that waits, in an SBOM of the tenant. */
const waiting = async (fixtures: RouteFixtures, tenant: Tenant): Promise<{ org_id: string; group: string }> => {
  const { name } = await fixtures.waitingEntry(tenant);
  return { org_id: tenant.orgId, group: reviewGroupId(name) };
};

export const reviewCases: RouteCases = {
  'GET /v1/review/getQueue': {
    about: 'organization',
    request: (_fixtures, { orgId }) => ({ query: { org_id: orgId } }),
    also: [
      async (fixtures, tenant) => ({
        query: { org_id: tenant.orgId, sbom_id: (await fixtures.waitingEntry(tenant)).sbomId },
      }),
      (_fixtures, { orgId, teamId }) => ({ query: { org_id: orgId, team_id: teamId } }),
    ],
  },
  'GET /v1/review/getGroups': {
    about: 'organization',
    request: async (fixtures, tenant) => {
      const { org_id, group } = await waiting(fixtures, tenant);
      return { query: { org_id, ids: group } };
    },
  },
  'GET /v1/review/getNearNames': {
    about: 'organization',
    request: async (fixtures, tenant) => {
      const { org_id, group } = await waiting(fixtures, tenant);
      return { query: { org_id, ids: group } };
    },
  },
  'GET /v1/review/getVersions': {
    about: 'team',
    request: async (fixtures, tenant) => ({ query: await waiting(fixtures, tenant) }),
  },
  'GET /v1/review/events': {
    about: 'organization',
    request: (_fixtures, { orgId }) => ({ query: { org_id: orgId } }),
  },
  'GET /v1/review/preview': {
    about: 'team',
    request: async (fixtures, tenant) => ({ query: await waiting(fixtures, tenant) }),
  },
  'GET /v1/review/getDecisions': {
    about: 'organization',
    request: (_fixtures, { orgId }) => ({ query: { org_id: orgId } }),
    also: [
      async (fixtures, tenant) => {
        await fixtures.create('review decision', tenant);
        return { query: { org_id: tenant.orgId, user_id: tenant.admin.userId } };
      },
    ],
  },
  'POST /v1/review/decide': {
    about: 'team',
    request: async (fixtures, tenant) => ({
      body: { ...(await waiting(fixtures, tenant)), revision: 0, choice: { disposition: 'internal' } },
    }),
    also: [
      async (fixtures, tenant) => {
        const { name, sbomId } = await fixtures.waitingEntry(tenant);
        const choice = { purl: 'pkg:npm/lodash' };
        return {
          body: { org_id: tenant.orgId, group: reviewGroupId(name), revision: 0, choice, sbom_id: sbomId },
        };
      },
    ],
  },
  'POST /v1/review/undo': {
    about: 'team',
    request: async (fixtures, tenant) => ({ body: { decision_id: await fixtures.create('review decision', tenant) } }),
  },
  'POST /v1/review/claim': {
    about: 'team',
    request: async (fixtures, tenant) => ({ body: await waiting(fixtures, tenant) }),
  },
};

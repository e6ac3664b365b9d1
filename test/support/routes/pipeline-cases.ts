import type { RouteCase, RouteCases } from './route-case.js';

/** An SBOM of one component. */
export const sbomFile = JSON.stringify({
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  version: 1,
  components: [{ type: 'library', name: 'lodash', version: '4.17.21', purl: 'pkg:npm/lodash@4.17.21' }],
});

const shareOf: RouteCase['request'] = async (fixtures, tenant) => ({
  body: { sbom_ids: [await fixtures.create('sbom', tenant)], contents: ['cyclonedx', 'vex'] },
});

/** What pipelines and pages of others ask for. */
export const pipelineCases: RouteCases = {
  'POST /v1/project/uploadSBOM': {
    about: 'team',
    success: 202,
    projectKeys: 202,
    request: (ground, { orgId, teamId }) => ({
      query: { name: ground.fresh('Uploaded'), version: '1', org_id: orgId, team_id: teamId, async: 'true' },
      file: sbomFile,
    }),
    also: [
      async (ground, plot) => ({
        query: {
          name: ground.fresh('Uploaded'),
          team_id: plot.teamId,
          async: 'true',
          ruleset_id: await ground.create('ruleset', plot),
        },
        file: sbomFile,
      }),
    ],
  },
  'GET /v1/project/checkSBOM': {
    about: 'team',
    request: async (fixtures, tenant) => ({ query: { id: await fixtures.create('sbom', tenant) } }),
    also: [(_fixtures, { orgId, teamId }) => ({ query: { name: 'none', org_id: orgId, team_id: teamId } })],
  },
  'POST /v1/badge/createBadgeLink': {
    about: 'team',
    request: async (fixtures, tenant) => ({ body: { id: await fixtures.create('sbom', tenant) } }),
  },
  'POST /v1/badge/revokeBadgeLinks': {
    about: 'team',
    request: async (fixtures, tenant) => ({ body: { id: await fixtures.create('sbom', tenant) } }),
  },
  'POST /v1/share/previewShare': { about: 'team', request: shareOf },
  'POST /v1/share/createShare': { about: 'team', request: shareOf },
  'POST /v1/share/revokeShare': {
    about: 'team',
    request: async (fixtures, tenant) => ({ body: { id: await fixtures.create('share', tenant) } }),
  },
  'GET /v1/share/getShareAccesses': {
    about: 'team',
    request: async (fixtures, tenant) => ({ query: { id: await fixtures.create('share', tenant) } }),
  },
  // Lists of what the caller sees; a filter that names something else leaves nothing.
  'GET /v1/share/getShares': {
    about: 'caller',
    request: () => ({}),
    also: [async (fixtures, tenant) => ({ query: { sbom_id: await fixtures.create('sbom', tenant) } })],
  },
  // Whoever has a right link sees what it holds: shares.test.ts has such links.
  'GET /v1/share/getShare': {
    about: 'caller',
    success: 404,
    request: async (fixtures, tenant) => ({
      query: { id: await fixtures.create('share', tenant), signature: 'wrong' },
    }),
  },
  'GET /v1/share/getSharedFile': {
    about: 'caller',
    success: 404,
    request: async (fixtures, tenant) => ({
      query: {
        id: await fixtures.create('share', tenant),
        signature: 'wrong',
        file: 'spdx.json',
        sbom_id: await fixtures.create('sbom', tenant),
      },
    }),
  },
  'GET /v1/badge/getBadge': {
    about: 'caller',
    // Whoever has a right link sees the name: badges.test.ts has such links.
    success: 404,
    request: async (fixtures, tenant) => ({ query: { id: await fixtures.create('sbom', tenant), signature: 'wrong' } }),
  },
};

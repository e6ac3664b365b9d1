import type { RouteCases } from './route-case.js';

/** An SBOM of one component. */
export const sbomFile = JSON.stringify({
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  version: 1,
  components: [{ type: 'library', name: 'lodash', version: '4.17.21', purl: 'pkg:npm/lodash@4.17.21' }],
});

/** What pipelines and pages of others ask for. */
export const pipelineCases: RouteCases = {
  'POST /v1/project/uploadSBOM': {
    about: 'team',
    success: 202,
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
  'GET /v1/badge/getBadge': {
    about: 'caller',
    // Whoever has a right link sees the name: badges.test.ts has such links.
    success: 404,
    request: async (fixtures, tenant) => ({ query: { id: await fixtures.create('sbom', tenant), signature: 'wrong' } }),
  },
};

import type { RouteFixtures, Tenant } from './route-fixtures.js';
import type { RouteCases } from './route-case.js';

const file = JSON.stringify({
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  version: 1,
  components: [{ type: 'library', name: 'lodash', version: '4.17.21', purl: 'pkg:npm/lodash@4.17.21' }],
});
const contact = { contact_name: 'Ann', contact_email: 'ann@acme.example' };
const describedAs = { name: 'Shop', version: '2', supplier: 'Acme', ...contact };
const results = { package: [{ purl: 'pkg:npm/lodash@4.17.21', selected: true }] };

export const sbomCases: RouteCases = {
  'POST /v1/project/createSBOM': {
    about: 'team',
    // The organization is seen, the team is not: the field is wrong.
    unseen: 400,
    unseenOrganization: 404,
    // Abroad no team is named: it is to go into the one that there is.
    request: (_ground, { name, orgId, teamId }) => ({
      body: { ...describedAs, org_id: orgId, ...(name !== 'abroad' && { team_id: teamId }) },
    }),
    also: [
      async (ground, plot) => ({
        body: {
          ...describedAs,
          org_id: plot.orgId,
          team_id: plot.teamId,
          ruleset_id: await ground.create('ruleset', plot),
        },
      }),
    ],
  },
  'GET /v1/project/getSBOMs': {
    about: 'organization',
    request: (_ground, { orgId }) => ({ query: { org_id: orgId } }),
  },
  'GET /v1/project/getSBOM': {
    about: 'team',
    request: async (ground, plot) => ({ query: { id: await ground.create('sbom', plot) } }),
  },
  'POST /v1/project/updateSBOM': {
    about: 'team',
    request: async (ground, plot) => ({ body: { id: await ground.create('sbom', plot), ...describedAs } }),
    also: [
      async (ground, plot) => ({ body: { id: await ground.create('sbom', plot), team_id: plot.teamId } }),
      async (ground, plot) => ({
        body: { id: await ground.create('sbom', plot), ruleset_id: await ground.create('ruleset', plot) },
      }),
    ],
  },
  'POST /v1/project/deleteSBOM': {
    about: 'team',
    request: async (ground, plot) => ({ body: { id: await ground.create('sbom', plot) } }),
  },
  'POST /v1/project/saveConfirmSBOM': {
    about: 'team',
    request: async (ground, plot) => ({ query: { id: await ground.create('sbom', plot) } }),
  },
  'POST /v1/project/importSBOM': {
    about: 'team',
    success: 202,
    request: async (ground, plot) => ({ query: { sbom_id: await ground.create('sbom', plot), async: 'true' }, file }),
  },
  'GET /v1/project/getOriginal': {
    about: 'team',
    // Nothing was imported; who may see the SBOM is told so.
    success: 404,
    request: async (ground, plot) => ({ query: { id: await ground.create('sbom', plot) } }),
  },
  'POST /v1/project/addComponent': {
    about: 'team',
    request: async (ground, plot) => ({
      body: { sbom_id: await ground.create('sbom', plot), name: 'lodash', search_results: results },
    }),
    also: [
      async (ground, plot) => ({
        body: {
          sbom_id: await ground.create('sbom', plot),
          name: 'own',
          project_id: await ground.create('project', plot),
        },
      }),
    ],
  },
  'POST /v1/project/updateComponents': {
    about: 'team',
    request: async (ground, plot) => {
      const { id, sbomId } = await ground.component(plot);
      return { body: [{ id, sbom_id: sbomId, name: 'lodash', search_results: results }] };
    },
    also: [
      async (ground, plot) => {
        const { id, sbomId } = await ground.component(plot);
        return { body: [{ id, sbom_id: sbomId, project_id: await ground.create('project', plot) }] };
      },
    ],
  },
  'POST /v1/project/deleteComponents': {
    about: 'team',
    request: async (ground, plot) => {
      const { id, sbomId } = await ground.component(plot);
      return { body: { sbom_id: sbomId, ids: [id] } };
    },
  },
  'POST /v1/project/resolveComponents': {
    about: 'team',
    success: 202,
    request: async (ground, plot) => {
      const { id, sbomId } = await ground.component(plot);
      return { body: { sbom_id: sbomId, ids: [id] } };
    },
  },
  'GET /v1/project/explainComponent': {
    about: 'team',
    request: (ground, plot) => ({ query: { id: ground.commonEntry.get(plot)! } }),
  },
  'GET /v1/project/findComponents': {
    about: 'organization',
    request: (_ground, { orgId }) => ({ query: { org_id: orgId, name: 'lodash' } }),
    also: [(_ground, { canary }) => ({ query: { name: canary } })],
  },
  'POST /v1/report/getSBOM': {
    about: 'team',
    request: async (ground, plot) => ({
      query: { sbom_type: 'CycloneDX', download: 'true' },
      body: { sbom_id: await ground.create('sbom', plot) },
    }),
    also: [
      async (ground, plot) => ({
        query: { sbom_type: 'SPDX', team_top_level: 'true' },
        body: {
          sbom_ids: [await ground.create('sbom', plot), await ground.create('sbom', plot)],
          team_id: plot.teamId,
        },
      }),
      ...['project_ids', 'ids'].map((name) => async (ground: RouteFixtures, plot: Tenant) => ({
        query: { sbom_type: 'CycloneDX', team_top_level: 'true' },
        body: { [name]: [await ground.create('project', plot)] },
      })),
    ],
  },
  'GET /v1/report/getSBOMReport': {
    about: 'team',
    request: async (ground, plot) => ({ query: { id: await ground.create('sbom', plot) } }),
  },
  'GET /v1/vulnerability/getVulnerabilitiesForSBOM': {
    about: 'team',
    request: async (ground, plot) => ({ query: { id: await ground.create('sbom', plot) } }),
  },
  'GET /v1/vulnerability/getVulnerabilitiesForComponent': {
    about: 'team',
    request: async (ground, plot) => ({ query: { id: await ground.create('component', plot) } }),
  },
  'POST /v1/vulnerability/setStatement': {
    about: 'team',
    request: async (ground, plot) => ({
      body: {
        component_id: await ground.create('component', plot),
        vulnerability: 'CVE-2024-1',
        status: 'not_affected',
        justification: 'It is never called',
      },
    }),
  },
  'POST /v1/vulnerability/importStatements': {
    about: 'team',
    request: async (ground, plot) => {
      const statement = { vulnerability: { name: 'CVE-2024-1' }, products: [{ '@id': 'pkg:npm/a' }], status: 'fixed' };
      const document = { '@context': 'https://openvex.dev/ns/v0.2.0', statements: [statement] };
      return { body: { sbom_id: await ground.create('sbom', plot), document } };
    },
  },
  'GET /v1/ruleset/getAppliedRulesets': {
    about: 'team',
    request: async (ground, plot) => ({ query: { sbom_id: await ground.create('sbom', plot) } }),
    // No analysis has made a bill for it yet.
    also: [async (ground, plot) => ({ query: { project_id: await ground.create('project', plot) } })],
  },
  'POST /v1/ruleset/evaluateRuleset': {
    about: 'team',
    request: async (ground, plot) => ({
      body: { sbom_id: await ground.create('sbom', plot), rule_ids: ['identity.resolved'] },
    }),
    also: [
      async (ground, plot) => ({
        body: { sbom_id: await ground.create('sbom', plot), ruleset_id: await ground.create('ruleset', plot) },
      }),
    ],
  },
};

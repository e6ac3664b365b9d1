import type { RouteFixtures, Tenant } from './route-fixtures.js';
import { sbomFile as file } from './pipeline-cases.js';
import type { RouteCases } from './route-case.js';

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
      async (fixtures, tenant) => ({
        body: {
          ...describedAs,
          org_id: tenant.orgId,
          team_id: tenant.teamId,
          ruleset_id: await fixtures.create('ruleset', tenant),
        },
      }),
    ],
  },
  'GET /v1/project/getSBOMs': {
    about: 'organization',
    request: (_ground, { orgId }) => ({ query: { org_id: orgId } }),
    also: [
      async (ground, plot) => {
        await ground.create('sbom', plot);
        return { query: { org_id: plot.orgId, team_id: plot.teamId } };
      },
    ],
  },
  'GET /v1/project/getSBOM': {
    about: 'team',
    request: async (fixtures, tenant) => ({ query: { id: await fixtures.create('sbom', tenant) } }),
  },
  'GET /v1/project/events': {
    about: 'team',
    request: async (fixtures, tenant) => ({ query: { ids: await fixtures.create('sbom', tenant) } }),
  },
  'POST /v1/project/updateSBOM': {
    about: 'team',
    request: async (fixtures, tenant) => ({ body: { id: await fixtures.create('sbom', tenant), ...describedAs } }),
    also: [
      async (fixtures, tenant) => ({ body: { id: await fixtures.create('sbom', tenant), team_id: tenant.teamId } }),
      async (fixtures, tenant) => ({
        body: { id: await fixtures.create('sbom', tenant), ruleset_id: await fixtures.create('ruleset', tenant) },
      }),
    ],
  },
  'POST /v1/project/deleteSBOM': {
    about: 'team',
    request: async (fixtures, tenant) => ({ body: { id: await fixtures.create('sbom', tenant) } }),
  },
  'POST /v1/project/saveConfirmSBOM': {
    about: 'team',
    request: async (fixtures, tenant) => ({ query: { id: await fixtures.create('sbom', tenant) } }),
  },
  'GET /v1/project/getGaps': {
    about: 'team',
    request: async (fixtures, tenant) => ({ query: { sbom_id: await fixtures.create('sbom', tenant) } }),
  },
  'POST /v1/project/acceptGaps': {
    about: 'team',
    request: async (fixtures, tenant) => ({
      body: { sbom_id: await fixtures.create('sbom', tenant), note: 'Only the tests use it' },
    }),
  },
  'POST /v1/project/importSBOM': {
    about: 'team',
    success: 202,
    request: async (fixtures, tenant) => ({
      query: { sbom_id: await fixtures.create('sbom', tenant), async: 'true' },
      file,
    }),
    also: [
      (_fixtures, tenant) => Promise.resolve({ query: { org_id: tenant.orgId, dry_run: 'true', async: 'true' }, file }),
    ],
  },
  'GET /v1/project/getOriginal': {
    about: 'team',
    // Nothing was imported; who may see the SBOM is told so.
    success: 404,
    request: async (fixtures, tenant) => ({ query: { id: await fixtures.create('sbom', tenant) } }),
  },
  'POST /v1/project/addComponent': {
    about: 'team',
    request: async (fixtures, tenant) => ({
      body: { sbom_id: await fixtures.create('sbom', tenant), name: 'lodash', search_results: results },
    }),
    also: [
      async (fixtures, tenant) => ({
        body: {
          sbom_id: await fixtures.create('sbom', tenant),
          name: 'own',
          project_id: await fixtures.create('project', tenant),
        },
      }),
    ],
  },
  'POST /v1/project/updateComponents': {
    about: 'team',
    request: async (fixtures, tenant) => {
      const { id, sbomId } = await fixtures.component(tenant);
      return { body: [{ id, sbom_id: sbomId, name: 'lodash', search_results: results }] };
    },
    also: [
      async (fixtures, tenant) => {
        const { id, sbomId } = await fixtures.component(tenant);
        return { body: [{ id, sbom_id: sbomId, project_id: await fixtures.create('project', tenant) }] };
      },
    ],
  },
  'POST /v1/project/deleteComponents': {
    about: 'team',
    request: async (fixtures, tenant) => {
      const { id, sbomId } = await fixtures.component(tenant);
      return { body: { sbom_id: sbomId, ids: [id] } };
    },
  },
  'POST /v1/project/resolveComponents': {
    about: 'team',
    success: 202,
    request: async (fixtures, tenant) => {
      const { id, sbomId } = await fixtures.component(tenant);
      return { body: { sbom_id: sbomId, ids: [id] } };
    },
  },
  'GET /v1/project/explainComponent': {
    about: 'team',
    request: (fixtures, tenant) => ({ query: { id: fixtures.commonEntry.get(tenant)! } }),
  },
  'GET /v1/project/findComponents': {
    about: 'organization',
    request: (_ground, { orgId }) => ({ query: { org_id: orgId, name: 'lodash' } }),
    also: [(_ground, { canary }) => ({ query: { name: canary } })],
  },
  'POST /v1/report/getSBOM': {
    about: 'team',
    request: async (fixtures, tenant) => ({
      query: { sbom_type: 'CycloneDX', download: 'true' },
      body: { sbom_id: await fixtures.create('sbom', tenant) },
    }),
    also: [
      async (fixtures, tenant) => ({
        query: { sbom_type: 'SPDX', team_top_level: 'true' },
        body: {
          sbom_ids: [await fixtures.create('sbom', tenant), await fixtures.create('sbom', tenant)],
          team_id: tenant.teamId,
        },
      }),
      ...['project_ids', 'ids'].map((name) => async (fixtures: RouteFixtures, tenant: Tenant) => ({
        query: { sbom_type: 'CycloneDX', team_top_level: 'true' },
        body: { [name]: [await fixtures.create('project', tenant)] },
      })),
    ],
  },
  'GET /v1/report/getSBOMReport': {
    about: 'team',
    request: async (fixtures, tenant) => ({ query: { id: await fixtures.create('sbom', tenant) } }),
  },
  'GET /v1/report/getSBOMTrend': {
    about: 'team',
    request: async (fixtures, tenant) => ({ query: { id: await fixtures.create('sbom', tenant) } }),
  },
  'GET /v1/report/getOrganizationTrend': {
    about: 'organization',
    request: (_fixtures, { orgId }) => ({ query: { org_id: orgId } }),
    also: [
      async (fixtures, tenant) => {
        await fixtures.create('sbom', tenant);
        return { query: { org_id: tenant.orgId, team_id: tenant.teamId } };
      },
    ],
  },
  'GET /v1/report/getOrganizationChanges': {
    about: 'organization',
    request: (_fixtures, { orgId }) => ({ query: { org_id: orgId, since: '2026-01-01T00:00:00Z' } }),
  },
  'GET /v1/report/getOrganizationReport': {
    about: 'organization',
    request: (_fixtures, { orgId }) => ({ query: { org_id: orgId, format: 'json' } }),
  },
  'GET /v1/license/getLicenses': {
    about: 'team',
    request: async (fixtures, tenant) => ({ query: { sbom_id: await fixtures.create('sbom', tenant) } }),
  },
  'GET /v1/license/getConflicts': {
    about: 'team',
    request: async (fixtures, tenant) => ({ query: { sbom_id: await fixtures.create('sbom', tenant) } }),
  },
  'GET /v1/license/getPolicy': {
    about: 'organization',
    request: (_fixtures, { orgId }) => ({ query: { org_id: orgId } }),
  },
  'POST /v1/license/setPolicy': {
    about: 'organization',
    request: (_fixtures, { orgId }) => ({
      body: { org_id: orgId, usage: 'distributed', allowed: ['class:permissive'], denied: ['AGPL-3.0-only'] },
    }),
  },
  'GET /v1/report/getNotice': {
    about: 'team',
    request: async (fixtures, tenant) => ({ query: { id: await fixtures.create('sbom', tenant), format: 'json' } }),
  },
  'GET /v1/report/getQuality': {
    about: 'team',
    request: async (fixtures, tenant) => ({ query: { id: await fixtures.create('sbom', tenant) } }),
  },
  'GET /v1/vulnerability/getVulnerabilitiesForSBOM': {
    about: 'team',
    request: async (fixtures, tenant) => ({ query: { id: await fixtures.create('sbom', tenant) } }),
  },
  'GET /v1/vulnerability/getVulnerabilitiesForComponent': {
    about: 'team',
    request: async (fixtures, tenant) => ({ query: { id: await fixtures.create('component', tenant) } }),
  },
  'GET /v1/vulnerability/getVulnerabilities': {
    about: 'organization',
    request: (_fixtures, { orgId }) => ({ query: { org_id: orgId } }),
  },
  'GET /v1/vulnerability/getAffectedComponents': {
    about: 'organization',
    request: (_fixtures, { orgId }) => ({ query: { org_id: orgId, id: 'CVE-2024-1' } }),
  },
  'GET /v1/vulnerability/exportVulnerabilities': {
    about: 'organization',
    request: (_fixtures, { orgId }) => ({ query: { org_id: orgId } }),
  },
  'GET /v1/project/getDependencies': {
    about: 'team',
    request: async (fixtures, tenant) => ({ query: { id: await fixtures.create('sbom', tenant) } }),
  },
  'GET /v1/project/getPaths': {
    about: 'team',
    request: async (fixtures, tenant) => ({ query: { id: await fixtures.create('component', tenant) } }),
  },
  'GET /v1/project/getUpdateImpact': {
    about: 'team',
    request: async (fixtures, tenant) => ({
      query: { id: await fixtures.create('component', tenant), version: '2.0.0' },
    }),
  },
  'GET /v1/project/getImports': {
    about: 'team',
    request: async (fixtures, tenant) => ({ query: { id: await fixtures.create('sbom', tenant) } }),
  },
  'GET /v1/project/compareSBOMs': {
    about: 'team',
    request: async (fixtures, tenant) => {
      const id = await fixtures.create('sbom', tenant);
      return { query: { from: id, to: id } };
    },
  },
  'POST /v1/vulnerability/setStatements': {
    about: 'team',
    request: async (fixtures, tenant) => ({
      body: {
        component_ids: [await fixtures.create('component', tenant)],
        vulnerability: 'CVE-2024-1',
        status: 'not_affected',
        justification: 'It is never called',
      },
    }),
  },
  'POST /v1/vulnerability/setStatement': {
    about: 'team',
    request: async (fixtures, tenant) => ({
      body: {
        component_id: await fixtures.create('component', tenant),
        vulnerability: 'CVE-2024-1',
        status: 'not_affected',
        justification: 'It is never called',
      },
    }),
  },
  'POST /v1/vulnerability/importStatements': {
    about: 'team',
    request: async (fixtures, tenant) => {
      const statement = { vulnerability: { name: 'CVE-2024-1' }, products: [{ '@id': 'pkg:npm/a' }], status: 'fixed' };
      const document = { '@context': 'https://openvex.dev/ns/v0.2.0', statements: [statement] };
      return { body: { sbom_id: await fixtures.create('sbom', tenant), document } };
    },
  },
  'POST /v1/vulnerability/setStatementsForPackages': {
    about: 'team',
    // SBOMs that are not named are those that the caller may change, which may be none.
    request: async (fixtures, tenant) => ({
      body: {
        org_id: tenant.orgId,
        sbom_ids: [await fixtures.create('sbom', tenant)],
        vulnerabilities: ['CVE-2024-1'],
        purls: ['pkg:npm/lodash'],
        status: 'not_affected',
        justification: 'It is never called',
      },
    }),
  },
  'POST /v1/vulnerability/setStatementsForVulnerabilities': {
    about: 'team',
    request: async (fixtures, tenant) => ({
      body: {
        org_id: tenant.orgId,
        sbom_ids: [await fixtures.create('sbom', tenant)],
        vulnerabilities: ['CVE-2024-1'],
        status: 'not_affected',
        justification: 'It is never called',
      },
    }),
  },
  'GET /v1/vulnerability/getStatements': {
    about: 'team',
    request: async (fixtures, tenant) => ({ query: { sbom_id: await fixtures.create('sbom', tenant) } }),
    also: [
      async (fixtures, tenant) => {
        const { id, sbomId } = await fixtures.component(tenant);
        return { query: { sbom_id: sbomId, component_id: id } };
      },
    ],
  },
  'GET /v1/vulnerability/exportStatements': {
    about: 'team',
    // There is no statement; who may see the SBOM learns that.
    success: 409,
    request: async (fixtures, tenant) => ({ query: { sbom_id: await fixtures.create('sbom', tenant) } }),
  },
  'GET /v1/ruleset/getAppliedRulesets': {
    about: 'team',
    request: async (fixtures, tenant) => ({ query: { sbom_id: await fixtures.create('sbom', tenant) } }),
    // No analysis has made an SBOM for it yet.
    also: [async (fixtures, tenant) => ({ query: { project_id: await fixtures.create('project', tenant) } })],
  },
  'POST /v1/ruleset/evaluateRuleset': {
    about: 'team',
    request: async (fixtures, tenant) => ({
      body: { sbom_id: await fixtures.create('sbom', tenant), rule_ids: ['identity.resolved'] },
    }),
    also: [
      async (fixtures, tenant) => ({
        body: { sbom_id: await fixtures.create('sbom', tenant), ruleset_id: await fixtures.create('ruleset', tenant) },
      }),
    ],
  },
};

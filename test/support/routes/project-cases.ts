import { commonSource } from './route-fixtures.js';
import type { RouteCases } from './route-case.js';

const described = { description: 'The shop', type: 'git', source: 'https://git.example/shop.git', branch: 'main' };

export const projectCases: RouteCases = {
  'POST /v1/project/createProject': {
    about: 'team',
    request: (fixtures, { teamId }) => ({ body: { ...described, name: fixtures.fresh('Project'), team_id: teamId } }),
    also: [
      (fixtures, { teamId }) => ({
        query: { team_id: teamId },
        body: { ...described, name: fixtures.fresh('Project') },
      }),
      async (fixtures, tenant) => ({
        body: {
          ...described,
          name: fixtures.fresh('Project'),
          team_id: tenant.teamId,
          ruleset_id: await fixtures.create('ruleset', tenant),
          tags: [{ id: await fixtures.create('tag', tenant) }],
        },
      }),
    ],
  },
  'GET /v1/project/getProject': {
    about: 'team',
    request: async (fixtures, tenant) => ({
      query: { id: await fixtures.create('project', tenant), team_id: tenant.teamId },
    }),
  },
  'GET /v1/project/getProjectByUrl': {
    about: 'team',
    request: (_ground, { teamId }) => ({ query: { url: commonSource, team_id: teamId } }),
  },
  'GET /v1/project/getProjects': {
    about: 'team',
    request: (_ground, { teamId }) => ({ query: { team_id: teamId } }),
  },
  'PUT /v1/project/updateProject': {
    about: 'team',
    request: async (fixtures, tenant) => ({ body: { id: await fixtures.create('project', tenant), name: 'Renamed' } }),
    also: [
      async (fixtures, tenant) => ({
        query: { id: await fixtures.create('project', tenant) },
        body: { name: 'Renamed' },
      }),
      async (fixtures, tenant) => ({ body: { id: await fixtures.create('project', tenant), team_id: tenant.teamId } }),
      async (fixtures, tenant) => ({
        body: {
          id: await fixtures.create('project', tenant),
          ruleset_id: await fixtures.create('ruleset', tenant),
          tags: [{ id: await fixtures.create('tag', tenant) }],
        },
      }),
    ],
  },
  'PUT /v1/project/updateProjects': {
    about: 'team',
    // Each project by itself: what is not the caller's to change stands in `failed`.
    unseen: 200,
    unprivileged: 200,
    request: async (fixtures, tenant) => ({
      query: { archive: 'true' },
      body: { project_ids: [await fixtures.create('project', tenant)] },
    }),
  },
  'POST /v1/project/addAlias': {
    about: 'team',
    request: async (fixtures, tenant) => ({
      query: { team_id: tenant.teamId, project_id: await fixtures.create('project', tenant) },
      body: { name: fixtures.fresh('alias') },
    }),
    also: [
      async (ground, plot) => ({
        body: {
          name: ground.fresh('alias'),
          team_id: plot.teamId,
          project_id: await ground.create('project', plot),
        },
      }),
    ],
  },
  'POST /v1/project/getProjectsNames': {
    about: 'team',
    request: async (ground, plot) => ({ body: { ids: [await ground.create('project', plot)], team_id: plot.teamId } }),
  },
  'GET /v1/project/getProjectsNames': {
    about: 'team',
    request: async (ground, plot) => ({ query: { ids: await ground.create('project', plot), team_id: plot.teamId } }),
  },
  'GET /v1/project/getUsedRulesetIds': {
    about: 'team',
    request: (_ground, { teamId }) => ({ query: { team_id: teamId } }),
  },
  'POST /v1/project/updateAlias': {
    about: 'team',
    request: async (fixtures, tenant) => ({
      body: { ...(await fixtures.alias(tenant)), name: fixtures.fresh('alias') },
    }),
  },
  'POST /v1/project/deleteAlias': {
    about: 'team',
    request: async (fixtures, tenant) => ({ body: await fixtures.alias(tenant) }),
  },
  'POST /v1/project/deleteProject': {
    about: 'team',
    request: async (fixtures, tenant) => ({
      body: { id: await fixtures.create('project', tenant), team_id: tenant.teamId },
    }),
  },
  'POST /v1/scanner/analyzeProject': {
    about: 'team',
    request: async (fixtures, tenant) => ({
      body: { project_id: await fixtures.create('project', tenant), team_id: tenant.teamId },
    }),
  },
  'POST /v1/scanner/analyzeProjects': {
    about: 'team',
    request: (_ground, { teamId }) => ({ body: { team_id: teamId } }),
  },
  'GET /v1/scanner/getLatestAnalysisStatus': {
    about: 'team',
    request: async (ground, plot) => {
      const { projectId } = await ground.analysis(plot);
      return { query: { project_id: projectId, team_id: plot.teamId } };
    },
  },
  'GET /v1/scanner/getLatestAnalysisStatuses': {
    about: 'team',
    request: (_ground, { teamId }) => ({ query: { team_id: teamId } }),
    also: [
      async (fixtures, tenant) => ({
        query: { team_id: tenant.teamId, project_ids: (await fixtures.analysis(tenant)).projectId },
      }),
    ],
  },
  'GET /v1/scanner/getAnalysisStatus': {
    about: 'team',
    request: async (fixtures, tenant) => {
      const { id, projectId } = await fixtures.analysis(tenant);
      return { query: { id, project_id: projectId, team_id: tenant.teamId } };
    },
  },
  'GET /v1/scanner/getAnalyses': {
    about: 'team',
    request: async (fixtures, tenant) => ({
      query: { project_id: await fixtures.create('project', tenant), team_id: tenant.teamId },
    }),
  },
  'GET /v1/scanner/getAnalysisDifferences': {
    about: 'team',
    request: async (fixtures, tenant) => ({ query: { id: await fixtures.create('analysis', tenant) } }),
  },
  'POST /v1/ruleset/createRuleset': {
    about: 'team',
    request: (fixtures, { teamId }) => ({ body: { name: fixtures.fresh('Rules'), team_id: teamId } }),
  },
  'POST /v1/ruleset/updateRuleset': {
    about: 'team',
    request: async (fixtures, tenant) => ({
      body: { id: await fixtures.create('ruleset', tenant), rule_ids: ['identity.resolved'] },
    }),
  },
  'GET /v1/ruleset/getRulesetUsage': {
    about: 'team',
    request: async (fixtures, tenant) => ({ query: { id: await fixtures.create('ruleset', tenant) } }),
  },
  'POST /v1/ruleset/deleteRuleset': {
    about: 'team',
    request: async (fixtures, tenant) => ({ body: { id: await fixtures.create('ruleset', tenant) } }),
  },
  'GET /v1/ruleset/getRuleset': {
    about: 'team',
    request: async (fixtures, tenant) => ({
      query: { id: await fixtures.create('ruleset', tenant), team_id: tenant.teamId },
    }),
  },
  'GET /v1/ruleset/getRulesets': {
    about: 'team',
    request: (_ground, { teamId }) => ({ query: { team_id: teamId } }),
  },
  'POST /v1/ruleset/getRulesetNames': {
    about: 'team',
    unseen: 200,
    request: async (ground, plot) => ({ body: { ids: [await ground.create('ruleset', plot)] } }),
  },
  'GET /v1/ruleset/getRulesetNames': {
    about: 'team',
    unseen: 200,
    request: async (ground, plot) => ({ query: { ids: await ground.create('ruleset', plot) } }),
  },
  // No analysis has finished here; whoever sees the project is told no more than that.
  'GET /v1/ruleset/getAppliedRulesetForProject': {
    about: 'team',
    success: 404,
    request: async (ground, plot) => {
      const { id, projectId } = await ground.analysis(plot);
      return { query: { project_id: projectId, team_id: plot.teamId, analysis_id: id } };
    },
  },
  'POST /v1/ruleset/getAppliedRuleset': {
    about: 'team',
    success: 404,
    request: async (ground, plot) => {
      const { id, projectId } = await ground.analysis(plot);
      return { body: { project_id: projectId, team_id: plot.teamId, analysis_id: id } };
    },
  },
  'POST /v1/ruleset/getAppliedRulesets': {
    about: 'team',
    unseen: 200,
    request: async (ground, plot) => {
      const { id, projectId } = await ground.analysis(plot);
      return { body: [{ project_id: projectId, team_id: plot.teamId, analysis_id: id }] };
    },
  },
  'GET /v1/ruleset/getRules': { about: 'caller', request: () => ({}) },
  'GET /v1/jobs/getJob': {
    about: 'team',
    request: async (fixtures, tenant) => ({ query: { id: await fixtures.create('job', tenant) } }),
  },
  'GET /v1/jobs/events': {
    about: 'team',
    request: async (fixtures, tenant) => ({ query: { id: await fixtures.finishedJob(tenant) } }),
  },
  'POST /v1/jobs/cancelJob': {
    about: 'team',
    request: async (fixtures, tenant) => ({ body: { id: await fixtures.create('job', tenant) } }),
  },
  'GET /v1/resolution/getDecisions': {
    about: 'organization',
    request: (_ground, { orgId }) => ({ query: { org_id: orgId } }),
    also: [() => ({})],
  },
  'POST /v1/resolution/deleteDecision': {
    about: 'team',
    request: async (fixtures, tenant) => ({ body: { id: await fixtures.create('decision', tenant) } }),
  },
  'GET /v1/resolution/getInternalPatterns': {
    about: 'organization',
    request: (_ground, { orgId }) => ({ query: { org_id: orgId } }),
    also: [() => ({})],
  },
  'POST /v1/resolution/createInternalPattern': {
    about: 'organization',
    request: (fixtures, { orgId }) => ({
      body: { org_id: orgId, kind: 'name_prefix', pattern: `${fixtures.fresh('prefix')}-` },
    }),
  },
  'POST /v1/resolution/deleteInternalPattern': {
    about: 'organization',
    request: async (fixtures, tenant) => ({ body: { id: await fixtures.create('pattern', tenant) } }),
  },
  // Lists of what the caller sees; a filter that names something else leaves nothing.
  'GET /v1/monitoring/getRuns': {
    about: 'caller',
    request: () => ({}),
    also: [
      async (fixtures, tenant) => ({ query: { org_id: tenant.orgId, sbom_id: await fixtures.create('sbom', tenant) } }),
      async (fixtures, tenant) => ({ query: { project_id: await fixtures.create('project', tenant) } }),
    ],
  },
  'GET /v1/monitoring/getChanges': {
    about: 'caller',
    request: () => ({}),
    also: [
      async (fixtures, tenant) => ({
        query: {
          org_id: tenant.orgId,
          sbom_id: await fixtures.create('sbom', tenant),
          run_id: await fixtures.create('job', tenant),
        },
      }),
    ],
  },
  'GET /v1/vulnerability/getVulnerability': {
    about: 'caller',
    success: 404,
    request: () => ({ query: { id: 'CVE-2024-1' } }),
  },
  'GET /v1/catalog/getSources': { about: 'caller', request: () => ({}) },
  'POST /v1/catalog/syncSources': { about: 'platform', success: 202, request: () => ({ body: { sources: [] } }) },
  'GET /v1/search': { about: 'caller', request: () => ({ query: { q: 'lodash' } }) },
  ...entityQuestion('getEntityOverviewForEntity'),
  ...entityQuestion('getMetricsForEntity'),
  ...entityQuestion('getHistoryForEntity'),
};

/** Asked of the catalogue, which belongs to nobody, and is empty here. */
function entityQuestion(name: string): RouteCases {
  const question = { package_id: 'pkg:npm/lodash@4.17.21' };
  return {
    [`GET /v1/score/${name}`]: { about: 'caller', success: 404, request: () => ({ query: question }) },
    [`POST /v1/score/${name}`]: { about: 'caller', success: 404, request: () => ({ body: question }) },
  };
}

import { commonSource } from './route-fixtures.js';
import type { RouteCases } from './route-case.js';

const described = { description: 'The shop', type: 'git', source: 'https://git.example/shop.git', branch: 'main' };

export const projectCases: RouteCases = {
  'POST /v1/project/createProject': {
    about: 'team',
    request: (ground, { teamId }) => ({ body: { ...described, name: ground.fresh('Project'), team_id: teamId } }),
    also: [
      (ground, { teamId }) => ({ query: { team_id: teamId }, body: { ...described, name: ground.fresh('Project') } }),
      async (ground, plot) => ({
        body: {
          ...described,
          name: ground.fresh('Project'),
          team_id: plot.teamId,
          ruleset_id: await ground.create('ruleset', plot),
          tags: [{ id: await ground.create('tag', plot) }],
        },
      }),
    ],
  },
  'GET /v1/project/getProject': {
    about: 'team',
    request: async (ground, plot) => ({ query: { id: await ground.create('project', plot), team_id: plot.teamId } }),
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
    request: async (ground, plot) => ({ body: { id: await ground.create('project', plot), name: 'Renamed' } }),
    also: [
      async (ground, plot) => ({ query: { id: await ground.create('project', plot) }, body: { name: 'Renamed' } }),
      async (ground, plot) => ({ body: { id: await ground.create('project', plot), team_id: plot.teamId } }),
      async (ground, plot) => ({
        body: {
          id: await ground.create('project', plot),
          ruleset_id: await ground.create('ruleset', plot),
          tags: [{ id: await ground.create('tag', plot) }],
        },
      }),
    ],
  },
  'PUT /v1/project/updateProjects': {
    about: 'team',
    // Each project by itself: what is not the caller's to change stands in `failed`.
    unseen: 200,
    unprivileged: 200,
    request: async (ground, plot) => ({
      query: { archive: 'true' },
      body: { project_ids: [await ground.create('project', plot)] },
    }),
  },
  'POST /v1/project/addAlias': {
    about: 'team',
    request: async (ground, plot) => ({
      query: { team_id: plot.teamId, project_id: await ground.create('project', plot) },
      body: { name: ground.fresh('alias') },
    }),
  },
  'POST /v1/project/deleteProject': {
    about: 'team',
    request: async (ground, plot) => ({ body: { id: await ground.create('project', plot), team_id: plot.teamId } }),
  },
  'POST /v1/scanner/analyzeProject': {
    about: 'team',
    request: async (ground, plot) => ({
      body: { project_id: await ground.create('project', plot), team_id: plot.teamId },
    }),
  },
  'GET /v1/scanner/getAnalysisStatus': {
    about: 'team',
    request: async (ground, plot) => {
      const { id, projectId } = await ground.analysis(plot);
      return { query: { id, project_id: projectId, team_id: plot.teamId } };
    },
  },
  'GET /v1/scanner/getAnalyses': {
    about: 'team',
    request: async (ground, plot) => ({
      query: { project_id: await ground.create('project', plot), team_id: plot.teamId },
    }),
  },
  'GET /v1/scanner/getAnalysisDifferences': {
    about: 'team',
    request: async (ground, plot) => ({ query: { id: await ground.create('analysis', plot) } }),
  },
  'POST /v1/ruleset/createRuleset': {
    about: 'team',
    request: (ground, { teamId }) => ({ body: { name: ground.fresh('Rules'), team_id: teamId } }),
  },
  'POST /v1/ruleset/updateRuleset': {
    about: 'team',
    request: async (ground, plot) => ({
      body: { id: await ground.create('ruleset', plot), rule_ids: ['identity.resolved'] },
    }),
  },
  'GET /v1/ruleset/getRuleset': {
    about: 'team',
    request: async (ground, plot) => ({ query: { id: await ground.create('ruleset', plot), team_id: plot.teamId } }),
  },
  'GET /v1/ruleset/getRulesets': {
    about: 'team',
    request: (_ground, { teamId }) => ({ query: { team_id: teamId } }),
  },
  'GET /v1/ruleset/getRules': { about: 'caller', request: () => ({}) },
  'GET /v1/jobs/getJob': {
    about: 'team',
    request: async (ground, plot) => ({ query: { id: await ground.create('job', plot) } }),
  },
  'GET /v1/jobs/events': {
    about: 'team',
    request: async (ground, plot) => ({ query: { id: await ground.finishedJob(plot) } }),
  },
  'POST /v1/jobs/cancelJob': {
    about: 'team',
    request: async (ground, plot) => ({ body: { id: await ground.create('job', plot) } }),
  },
  'GET /v1/resolution/getDecisions': {
    about: 'organization',
    request: (_ground, { orgId }) => ({ query: { org_id: orgId } }),
    also: [() => ({})],
  },
  'POST /v1/resolution/deleteDecision': {
    about: 'organization',
    request: async (ground, plot) => ({ body: { id: await ground.create('decision', plot) } }),
  },
  'GET /v1/resolution/getInternalPatterns': {
    about: 'organization',
    request: (_ground, { orgId }) => ({ query: { org_id: orgId } }),
    also: [() => ({})],
  },
  'POST /v1/resolution/createInternalPattern': {
    about: 'organization',
    request: (ground, { orgId }) => ({
      body: { org_id: orgId, kind: 'name_prefix', pattern: `${ground.fresh('prefix')}-` },
    }),
  },
  'POST /v1/resolution/deleteInternalPattern': {
    about: 'organization',
    request: async (ground, plot) => ({ body: { id: await ground.create('pattern', plot) } }),
  },
  // Lists of what the caller sees; a filter that names something else leaves nothing.
  'GET /v1/monitoring/getRuns': {
    about: 'caller',
    request: () => ({}),
    also: [
      async (ground, plot) => ({ query: { org_id: plot.orgId, sbom_id: await ground.create('sbom', plot) } }),
      async (ground, plot) => ({ query: { project_id: await ground.create('project', plot) } }),
    ],
  },
  'GET /v1/monitoring/getChanges': {
    about: 'caller',
    request: () => ({}),
    also: [
      async (ground, plot) => ({
        query: {
          org_id: plot.orgId,
          sbom_id: await ground.create('sbom', plot),
          run_id: await ground.create('job', plot),
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

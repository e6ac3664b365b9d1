import type { RouteCases } from './route-case.js';

export const tagCases: RouteCases = {
  'POST /v1/tag/createTag': {
    about: 'team',
    request: (ground, { teamId }) => ({ body: { team_id: teamId, name: ground.fresh('tag') } }),
  },
  'PUT /v1/tag/updateTag': {
    about: 'team',
    request: async (ground, plot) => ({
      body: { id: await ground.create('tag', plot), team_id: plot.teamId, name: ground.fresh('tag') },
    }),
    also: [
      async (ground, plot) => ({ query: { id: await ground.create('tag', plot) }, body: { description: 'Changed' } }),
    ],
  },
  'GET /v1/tag/getTag': {
    about: 'team',
    request: async (ground, plot) => ({ query: { id: await ground.create('tag', plot), team_id: plot.teamId } }),
  },
  'GET /v1/tag/getTags': {
    about: 'team',
    request: (_ground, { teamId }) => ({ query: { team_id: teamId } }),
  },
  'POST /v1/tag/deleteTag': {
    about: 'team',
    request: async (ground, plot) => ({
      body: { id: await ground.create('tag', plot), team_id: plot.teamId, confirm: true },
    }),
  },
};

import { Id, QueryIdList, Sort, Text } from '../../platform/http/fields.js';
import { PagingQuery } from '../../platform/http/paging.dto.js';

/** `partial`: finished, but files that named components before could not be read. */
export const analysisStates = ['queued', 'analyzing', 'finished', 'partial', 'errored'] as const;
export type AnalysisState = (typeof analysisStates)[number];

export const differenceKinds = ['added', 'removed', 'changed'] as const;

export const analysisOrders = ['created_at', 'started_at', 'finished_at'] as const;

export const differenceOrders = ['name', 'kind'] as const;

export class AnalyzeProjectBody {
  @Id({ optional: true, description: 'Team of the project.' })
  team_id?: string | null;

  @Id({
    optional: true,
    description: 'Left out, with a team: every active project of the team, as in analyzeProjects.',
  })
  project_id?: string | null;

  @Text({
    optional: true,
    max: 255,
    description:
      'Only for git: another branch, tag, ref or commit than that of the project. It gets an SBOM of its own; that of the project stays.',
  })
  branch?: string | null;
}

export class GetAnalysisStatusQuery {
  @Id()
  id!: string;

  @Id({ optional: true })
  team_id?: string | null;

  @Id({ optional: true })
  project_id?: string | null;
}

/** Order and filter of lists of analyses. */
class AnalysesQuery extends PagingQuery {
  @Text({ optional: true, oneOf: analysisStates, description: 'Only analyses in this state.' })
  status?: string | null;

  @Sort(analysisOrders, '-created_at')
  sort?: string | null;
}

export class GetAnalysesQuery extends AnalysesQuery {
  @Id()
  project_id!: string;

  @Id({ optional: true })
  team_id?: string | null;
}

export class AnalyzeProjectsBody {
  @Id({ description: 'Team whose active projects to analyse.' })
  team_id!: string;
}

export class GetLatestAnalysisQuery {
  @Id({ description: 'The project.' })
  project_id!: string;

  @Id({ optional: true, description: 'Team of the project.' })
  team_id?: string | null;
}

export class GetLatestAnalysesQuery extends AnalysesQuery {
  @Id({ description: 'Team of the projects.' })
  team_id!: string;

  @QueryIdList({
    optional: true,
    description: 'Only of these projects. Those that the team does not have are left out. Left out or empty: of all.',
  })
  project_ids?: string[] | null;
}

export class GetAnalysisDifferencesQuery extends PagingQuery {
  @Id()
  id!: string;

  @Text({ optional: true, oneOf: differenceKinds, description: 'Only differences of this kind.' })
  kind?: string | null;

  @Sort(differenceOrders, 'name')
  sort?: string | null;
}

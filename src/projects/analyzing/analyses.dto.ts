import { Id, Text } from '../../platform/http/fields.js';
import { PagingQuery } from '../../platform/http/paging.dto.js';

export const analysisStates = ['queued', 'analyzing', 'finished', 'errored'] as const;
export type AnalysisState = (typeof analysisStates)[number];

export const differenceKinds = ['added', 'removed', 'changed'] as const;

export class AnalyzeProjectBody {
  @Id({ optional: true })
  team_id?: string | null;

  @Id()
  project_id!: string;

  @Text({ optional: true, max: 255, description: 'Only for git: a branch other than that of the project.' })
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

export class GetAnalysesQuery extends PagingQuery {
  @Id()
  project_id!: string;

  @Id({ optional: true })
  team_id?: string | null;
}

export class GetAnalysisDifferencesQuery extends PagingQuery {
  @Id()
  id!: string;
}

import { Id, QueryFlag, QueryNumber, Text } from '../../platform/http/fields.js';

export class AppliedRulesetBody {
  @Id({ description: 'The project.' })
  project_id!: string;

  @Id({ optional: true, description: 'Team of the project.' })
  team_id?: string | null;

  @Id({ optional: true, description: 'The latest finished analysis of the project, which is the default.' })
  analysis_id?: string | null;

  @Text({ optional: true, max: 255, description: 'Sent by the legacy client; not used.' })
  summary_id?: string | null;
}

const waits = 'true: answer when every component is assessed, or as it is then if that takes too long.';

export class WaitOption {
  @QueryFlag({ optional: true, description: waits })
  wait?: boolean | null;
}

/** The legacy client pages through one thing. */
export class AppliedRulesetQuery extends AppliedRulesetBody {
  @QueryNumber({ optional: true, min: 0, description: 'Not used: there is one.' })
  offset?: number | null;

  @QueryNumber({ optional: true, min: 1, max: 1000, description: 'Not used: there is one.' })
  limit?: number | null;

  @QueryFlag({ optional: true, description: waits })
  wait?: boolean | null;
}

export class AppliedRulesetsOptions extends WaitOption {
  @QueryFlag({ optional: true, description: 'true: without the results of the single rules.' })
  summarized?: boolean | null;
}

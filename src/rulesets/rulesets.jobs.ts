import { defineJob } from '../jobs/job.js';
import { IsId } from '../platform/identifiers/is-id.js';

export class RulesetChangedPayload {
  @IsId()
  ruleset_id!: string;
}

/** A ruleset asks something else than before: what it is applied to is to be judged anew. */
export const RulesetChanged = defineJob({ name: 'ruleset.changed', payload: RulesetChangedPayload });

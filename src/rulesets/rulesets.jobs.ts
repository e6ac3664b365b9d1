import { defineJob } from '../jobs/job.js';
import { IsId } from '../platform/identifiers/is-id.js';

export class RulesetChangedPayload {
  @IsId()
  ruleset_id!: string;
}

/** A ruleset has changed: everything that uses it must be evaluated again. */
export const RulesetChanged = defineJob({ name: 'ruleset.changed', payload: RulesetChangedPayload });

import { ArrayMaxSize, IsArray, IsIn, IsOptional } from 'class-validator';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Id, WholeNumber } from '../../platform/http/fields.js';
import { PagingQuery } from '../../platform/http/paging.dto.js';
import { ruleById } from '../../rulesets/rules/rules.js';

export class AppliedRulesetsQuery extends PagingQuery {
  @Id({ optional: true, description: 'The SBOM; or give a project.' })
  sbom_id?: string | null;

  @Id({ optional: true, description: 'The SBOM of this project.' })
  project_id?: string | null;
}

export class EvaluateRulesetBody {
  @Id()
  sbom_id!: string;

  @Id({ optional: true, description: 'A stored ruleset; other fields override its own.' })
  ruleset_id?: string | null;

  @WholeNumber({
    optional: true,
    min: 1,
    description: 'Version of the ruleset; default: the current one.',
  })
  ruleset_version?: number | null;

  @ApiProperty({ type: [String], required: false, description: 'Ids from getRules.' })
  @IsOptional()
  @IsArray({ message: 'must be a list' })
  @ArrayMaxSize(1_000)
  @IsIn([...ruleById.keys()], { each: true, message: 'must hold ids of getRules' })
  rule_ids?: string[] | null;

  @ApiPropertyOptional({ type: 'object', additionalProperties: true, description: 'As in createRuleset.' })
  @IsOptional()
  parameters?: unknown;
}

export class FailureView {
  rule_id!: string;
  /** One sentence. */
  reason!: string;
}

/** A component that breaks rules. */
export class FailingComponentView {
  @ApiProperty({ format: 'uuid' })
  id!: string;

  name!: string;
  org!: string;
  version!: string;

  @ApiProperty({ type: [FailureView] })
  failures!: FailureView[];
}

export class RuleCountView {
  rule_id!: string;
  name!: string;
  /** Components that break the rule. */
  failing!: number;
}

/** The result of evaluating a ruleset against an SBOM. */
export class EvaluationView {
  @ApiProperty({ format: 'uuid' })
  sbom_id!: string;

  /** Null: the SBOM belongs to no project. */
  project_id!: string | null;

  /** Empty for a draft. */
  ruleset_id!: string;
  ruleset_name!: string;
  /** Version of the ruleset; 0 for a draft. */
  ruleset_version!: number;

  /** True where no component breaks a rule. */
  passed!: boolean;
  passing!: number;
  failing!: number;

  @ApiProperty({ type: [RuleCountView] })
  rules!: RuleCountView[];

  /** One page of the components that break a rule, in the order of the SBOM. */
  @ApiProperty({ type: [FailingComponentView] })
  components!: FailingComponentView[];
}

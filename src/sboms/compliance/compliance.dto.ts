import { ArrayMaxSize, IsArray, IsIn, IsOptional } from 'class-validator';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Id, WholeNumber } from '../../platform/http/fields.js';
import { PagingQuery } from '../../platform/http/paging.dto.js';
import { ruleById } from '../../rulesets/rules/rules.js';

export class AppliedRulesetsQuery extends PagingQuery {
  @Id({ optional: true, description: 'This SBOM; or a project.' })
  sbom_id?: string | null;

  @Id({ optional: true, description: 'The SBOM that the analysis of this project keeps.' })
  project_id?: string | null;
}

export class EvaluateRulesetBody {
  @Id()
  sbom_id!: string;

  @Id({ optional: true, description: 'A ruleset as it is; what else is given replaces its own.' })
  ruleset_id?: string | null;

  @WholeNumber({
    optional: true,
    min: 1,
    description: 'As the ruleset was at this version; left out: the present one.',
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
  /** Components that break it. */
  failing!: number;
}

/** What a ruleset says of an SBOM. */
export class EvaluationView {
  @ApiProperty({ format: 'uuid' })
  sbom_id!: string;

  /** Null: the SBOM is no project's. */
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

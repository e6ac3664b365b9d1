import { ArrayMaxSize, IsArray, IsIn, IsOptional } from 'class-validator';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Id, QueryFlag, WholeNumber } from '../../platform/http/fields.js';
import { PagingQuery } from '../../platform/http/paging.dto.js';
import type { FieldErrors } from '../../model/errors.js';
import type { CrossFieldChecks } from '../../platform/http/validation.js';
import { ruleParameterErrors } from '../../rulesets/rules/rule-parameters.js';
import { ruleById } from '../../rulesets/rules/rules.js';

export class AppliedRulesetsQuery extends PagingQuery implements CrossFieldChecks {
  @Id({ optional: true, description: 'The SBOM; or give a project.' })
  sbom_id?: string | null;

  @Id({ optional: true, description: 'The SBOM of this project.' })
  project_id?: string | null;

  @QueryFlag({
    optional: true,
    description: 'true: answer when every component is assessed; `verdict` is pending if that takes too long.',
  })
  wait?: boolean | null;

  crossFieldErrors(): FieldErrors {
    const isOne = Boolean(this.sbom_id) !== Boolean(this.project_id);
    return isOne ? {} : { sbom_id: 'or project_id is required, not both' };
  }
}

export class EvaluateRulesetQuery extends PagingQuery {
  @QueryFlag({ optional: true, description: 'true: answer when every component is assessed, as getAppliedRulesets.' })
  wait?: boolean | null;
}

export class EvaluateRulesetBody implements CrossFieldChecks {
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

  crossFieldErrors(): FieldErrors {
    const isWithout = !this.ruleset_id && (this.ruleset_version || !this.rule_ids);
    const missing = this.ruleset_version ? 'is required with ruleset_version' : 'or rule_ids is required';
    return { ...ruleParameterErrors(this.parameters), ...(isWithout && { ruleset_id: missing }) };
  }
}

import { ArrayMaxSize, IsArray, IsIn, IsOptional } from 'class-validator';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Flag, Id, Moment, QueryNumber, Sort, Text, WholeNumber } from '../platform/http/fields.js';
import { PagingQuery } from '../platform/http/paging.dto.js';
import type { FieldErrors } from '../model/errors.js';
import type { CrossFieldChecks } from '../platform/http/validation.js';
import { ruleParameterErrors } from './rules/rule-parameters.js';
import { ruleById } from './rules/rules.js';

export class CreateRulesetBody implements CrossFieldChecks {
  @Text({ max: 255 })
  name!: string;

  @Text({ optional: true })
  description?: string | null;

  @Id()
  team_id!: string;

  @ApiProperty({ type: [String], required: false, description: 'Ids from getRules.' })
  @IsOptional()
  @IsArray({ message: 'must be a list' })
  @ArrayMaxSize(1_000)
  @IsIn([...ruleById.keys()], { each: true, message: 'must hold ids of getRules' })
  rule_ids?: string[] | null;

  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: true,
    description: 'Parameters that override the defaults: {"vulnerability.fixed-in-time": {"days": 30}}.',
  })
  @IsOptional()
  parameters?: unknown;

  crossFieldErrors(): FieldErrors {
    return ruleParameterErrors(this.parameters);
  }
}

/** Omitted members stay unchanged. */
export class UpdateRulesetBody implements CrossFieldChecks {
  @Moment({
    optional: true,
    description: 'As you read it: the update is refused (409) if the object has changed since.',
  })
  updated_at?: string | null;

  @Id()
  id!: string;

  @Text({ optional: true, max: 255, notEmpty: true })
  name?: string | null;

  @Text({ optional: true })
  description?: string | null;

  @ApiProperty({ type: [String], required: false, description: 'Ids from getRules.' })
  @IsOptional()
  @IsArray({ message: 'must be a list' })
  @ArrayMaxSize(1_000)
  @IsIn([...ruleById.keys()], { each: true, message: 'must hold ids of getRules' })
  rule_ids?: string[] | null;

  @ApiPropertyOptional({ type: 'object', additionalProperties: true, description: 'As in createRuleset.' })
  @IsOptional()
  parameters?: unknown;

  @WholeNumber({ optional: true, min: 1, description: 'The version to change; 409 where a newer one exists.' })
  version?: number | null;

  crossFieldErrors(): FieldErrors {
    return ruleParameterErrors(this.parameters);
  }
}

export class RulesetQuery {
  @Id()
  id!: string;

  @QueryNumber({ optional: true, min: 1, description: 'An earlier version; default: the current one.' })
  version?: number;

  @Id({ optional: true })
  team_id?: string | null;
}

export const rulesetOrders = ['name', 'created_at', 'updated_at'] as const;

export class RulesetsQuery extends PagingQuery {
  @Id()
  team_id!: string;

  @Text({ optional: true, description: 'Part of name or description.' })
  q?: string | null;

  @Text({ optional: true, description: 'Only rulesets with this name.' })
  name?: string | null;

  @Text({ optional: true, max: 255, description: 'Only rulesets with this rule.' })
  rule_id?: string | null;

  @Sort(rulesetOrders, 'the default ruleset, then by created_at')
  sort?: string | null;
}

export class RulesetIdQuery {
  @Id({ description: 'The ruleset.' })
  id!: string;
}

export class DeleteRulesetBody extends RulesetIdQuery {
  @Flag({ optional: true, description: 'true: SBOMs and projects that name it get the default ruleset.' })
  confirm?: boolean | null;
}

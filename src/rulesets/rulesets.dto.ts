import { ArrayMaxSize, IsArray, IsIn, IsOptional } from 'class-validator';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Id, QueryNumber, Text, WholeNumber } from '../platform/http/fields.js';
import { PagingQuery } from '../platform/http/paging.dto.js';
import type { RulesetDefinition } from './rules/evaluate.js';
import type { RuleParameter } from './rules/rule.js';
import { ruleById } from './rules/rules.js';

export class CreateRulesetBody {
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
    description: 'Thresholds that are not the rules’ own: {"vulnerability.fixed-in-time": {"days": 30}}.',
  })
  @IsOptional()
  parameters?: unknown;
}

/** Members that are left out stay as they are. */
export class UpdateRulesetBody {
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

  @WholeNumber({ optional: true, min: 1, description: 'The version that is changed: 409 where there is a newer one.' })
  version?: number | null;
}

export class RulesetQuery {
  @Id()
  id!: string;

  @QueryNumber({ optional: true, min: 1, description: 'An earlier version; left out: the present one.' })
  version?: number;

  @Id({ optional: true })
  team_id?: string | null;
}

export class RulesetsQuery extends PagingQuery {
  @Id()
  team_id!: string;
}

/** A rule, in the shape that the ancestor's SDK reads. */
export class RuleView {
  id!: string;
  scan_type!: string;
  name!: string;
  description!: string;
  category!: string;
  created_at!: string;
  updated_at!: string;
  deprecated!: boolean;

  /** Thresholds that a ruleset may set: type, default and limits of each. */
  @ApiProperty({ type: 'object', additionalProperties: true })
  parameters!: Readonly<Record<string, RuleParameter>>;
}

export class RulesetView {
  @ApiProperty({ format: 'uuid' })
  id!: string;

  /** Empty: the ruleset is the whole organization's. */
  team_id!: string;

  name!: string;
  description!: string;
  rule_ids!: string[];
  rules!: RuleView[];

  /** Thresholds that are set, by rule. */
  @ApiProperty({ type: 'object', additionalProperties: true })
  parameters!: RulesetDefinition['parameters'];

  /** Grows with every change; 1 at first. */
  version!: number;

  /** True for the one that applies where no other is named. */
  is_default!: boolean;

  has_deprecated_rules!: boolean;
  created_at!: Date;
  updated_at!: Date;
  deleted_at!: null;
}

import { ArrayMaxSize, IsArray, IsIn, IsOptional } from 'class-validator';
import { ApiProperty } from '@nestjs/swagger';
import { Id, Text } from '../platform/http/fields.js';
import { PagingQuery } from '../platform/http/paging.dto.js';
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
}

export class RulesetQuery {
  @Id()
  id!: string;

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

  /** True for the one that applies where no other is named. */
  is_default!: boolean;

  has_deprecated_rules!: boolean;
  created_at!: Date;
  updated_at!: Date;
  deleted_at!: null;
}

import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import type { Actor } from '../organizations/access/actor.js';
import { Allow } from '../organizations/access/allow.decorator.js';
import { CurrentActor } from '../organizations/access/current-actor.decorator.js';
import { envelope, listEnvelope, type Envelope } from '../platform/http/envelope.js';
import { IfMatch } from '../platform/http/precondition.js';
import { IdsBody, IdsQuery } from '../platform/http/fields.js';
import {
  CreateRulesetBody,
  DeleteRulesetBody,
  RulesetIdQuery,
  RulesetQuery,
  RulesetsQuery,
  UpdateRulesetBody,
} from './rulesets.dto.js';
import { RulesetsService } from './rulesets.service.js';
import type { RulesetNameView, RulesetUsageView, RulesetView, RuleView } from './rulesets.view.js';

@ApiTags('Rulesets')
@ApiBearerAuth()
@Controller('v1/ruleset')
export class RulesetsController {
  constructor(private readonly rulesets: RulesetsService) {}

  /** Creates a ruleset of a team from rules. */
  @Post('createRuleset')
  @HttpCode(200)
  @Allow('admin')
  async create(@CurrentActor() actor: Actor, @Body() body: CreateRulesetBody): Promise<Envelope<RulesetView>> {
    return envelope(await this.rulesets.create(actor, body));
  }

  /** Changes a ruleset, which creates a new version; SBOMs and projects that use it are evaluated again. */
  @Post('updateRuleset')
  @HttpCode(200)
  @Allow('admin')
  async update(
    @CurrentActor() actor: Actor,
    @Body() body: UpdateRulesetBody,
    @IfMatch() ifMatch: string | null,
  ): Promise<Envelope<RulesetView>> {
    return envelope(await this.rulesets.update(actor, body, ifMatch));
  }

  /** How many SBOMs and projects name a ruleset. */
  @Get('getRulesetUsage')
  @Allow('viewer')
  async usage(@CurrentActor() actor: Actor, @Query() { id }: RulesetIdQuery): Promise<Envelope<RulesetUsageView>> {
    return envelope(await this.rulesets.usage(actor, id));
  }

  /**
   * Deletes a ruleset. One that SBOMs or projects name is refused (409, which counts them) unless `confirm` says that
   * they are to get the default ruleset of the organization, which cannot be deleted itself.
   */
  @Post('deleteRuleset')
  @HttpCode(200)
  @Allow('admin')
  async delete(
    @CurrentActor() actor: Actor,
    @Body() body: DeleteRulesetBody,
    @IfMatch() ifMatch: string | null,
  ): Promise<Envelope<RulesetUsageView>> {
    return envelope(await this.rulesets.delete(actor, body, ifMatch));
  }

  /** One ruleset; by HEAD, only whether it exists. */
  @Get('getRuleset')
  @Allow('viewer')
  async get(@CurrentActor() actor: Actor, @Query() query: RulesetQuery): Promise<Envelope<RulesetView>> {
    return envelope(await this.rulesets.get(actor, query));
  }

  /** Rulesets that a team can use, the organization's default first. */
  @Get('getRulesets')
  @Allow('viewer')
  async list(@CurrentActor() actor: Actor, @Query() query: RulesetsQuery): Promise<Envelope<RulesetView[]>> {
    return listEnvelope(await this.rulesets.page(actor, query), query);
  }

  /** Names of rulesets that you see. */
  @Post('getRulesetNames')
  @HttpCode(200)
  @Allow('viewer')
  async names(@CurrentActor() actor: Actor, @Body() { ids }: IdsBody): Promise<Envelope<RulesetNameView[]>> {
    const rows = await this.rulesets.names(actor, ids);
    return envelope(rows, { total_count: rows.length });
  }

  /** Names of rulesets that you see. */
  @Get('getRulesetNames')
  @Allow('viewer')
  async readNames(@CurrentActor() actor: Actor, @Query() { ids }: IdsQuery): Promise<Envelope<RulesetNameView[]>> {
    const rows = await this.rulesets.names(actor, ids);
    return envelope(rows, { total_count: rows.length });
  }

  /** Rules that rulesets can select. */
  @Get('getRules')
  @Allow('viewer')
  rules(): Envelope<RuleView[]> {
    const rows = this.rulesets.rules();
    return envelope(rows, { total_count: rows.length });
  }
}

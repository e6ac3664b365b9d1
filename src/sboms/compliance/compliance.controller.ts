import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import type { Actor } from '../../organizations/access/actor.js';
import { Allow } from '../../organizations/access/allow.decorator.js';
import { CurrentActor } from '../../organizations/access/current-actor.decorator.js';
import { envelope, type Envelope } from '../../platform/http/envelope.js';
import { AppliedRulesetsQuery, EvaluateRulesetBody, EvaluateRulesetQuery } from './compliance.dto.js';
import type { EvaluationView } from './compliance.view.js';
import { ComplianceService } from './compliance.service.js';

@ApiTags('Rulesets')
@ApiBearerAuth()
@Controller('v1/ruleset')
export class ComplianceController {
  constructor(private readonly compliance: ComplianceService) {}

  /** How an SBOM, or the SBOM of a project, fares under its ruleset, with reasons. Paging applies to `components`. */
  @Get('getAppliedRulesets')
  @Allow('viewer')
  async applied(
    @CurrentActor() actor: Actor,
    @Query() query: AppliedRulesetsQuery,
  ): Promise<Envelope<EvaluationView[]>> {
    const found = await this.compliance.applied(actor, query);
    return envelope([found], { total_count: found.failing, offset: query.offset, limit: query.limit });
  }

  /** Evaluates a ruleset or a draft against an SBOM. Nothing is stored. */
  @Post('evaluateRuleset')
  @HttpCode(200)
  @Allow('viewer')
  async evaluate(
    @CurrentActor() actor: Actor,
    @Body() body: EvaluateRulesetBody,
    @Query() paging: EvaluateRulesetQuery,
  ): Promise<Envelope<EvaluationView>> {
    const found = await this.compliance.evaluate(actor, body, paging);
    return envelope(found, { total_count: found.failing, offset: paging.offset, limit: paging.limit });
  }
}

import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiBody, ApiTags } from '@nestjs/swagger';
import type { Actor } from '../../organizations/access/actor.js';
import { Allow } from '../../organizations/access/allow.decorator.js';
import { CurrentActor } from '../../organizations/access/current-actor.decorator.js';
import { envelope, type Envelope } from '../../platform/http/envelope.js';
import { ListBody } from '../../platform/http/validation.js';
import { AppliedRulesetBody, AppliedRulesetQuery, AppliedRulesetsOptions, WaitOption } from './applied-rulesets.dto.js';
import { AppliedRulesetsService } from './applied-rulesets.service.js';
import type { AppliedRulesetView } from './applied-rulesets.view.js';

const maxProjects = 1_000;

/** Routes of the legacy client; GET getAppliedRulesets says more. */
interface UnanalyzedMeta {
  /** Projects without a finished analysis. */
  readonly unanalyzed_project_ids: readonly string[];
}

@ApiTags('Rulesets')
@ApiBearerAuth()
@Controller('v1/ruleset')
export class AppliedRulesetsController {
  constructor(private readonly applied: AppliedRulesetsService) {}

  /** How the SBOM of a project fares under its ruleset, for legacy clients. */
  @Get('getAppliedRulesetForProject')
  @Allow('viewer')
  async ofProject(
    @CurrentActor() actor: Actor,
    @Query() query: AppliedRulesetQuery,
  ): Promise<Envelope<AppliedRulesetView>> {
    return envelope(await this.applied.one(actor, query, query));
  }

  /** How the SBOM of a project fares under its ruleset, for legacy clients. */
  @Post('getAppliedRuleset')
  @HttpCode(200)
  @Allow('viewer')
  async one(
    @CurrentActor() actor: Actor,
    @Query() options: WaitOption,
    @Body() body: AppliedRulesetBody,
  ): Promise<Envelope<AppliedRulesetView>> {
    return envelope(await this.applied.one(actor, body, options));
  }

  /**
   * The same for several projects. `meta.unanalyzed_project_ids` names those without a finished analysis; projects that
   * you do not see are left out.
   */
  @Post('getAppliedRulesets')
  @HttpCode(200)
  @Allow('viewer')
  @ApiBody({ type: [AppliedRulesetBody] })
  async several(
    @CurrentActor() actor: Actor,
    @Query() { summarized, wait }: AppliedRulesetsOptions,
    @Body(new ListBody(AppliedRulesetBody, maxProjects)) requests: AppliedRulesetBody[],
  ): Promise<Envelope<AppliedRulesetView[], UnanalyzedMeta>> {
    const { found, unanalyzed } = await this.applied.several(actor, requests, { wait });
    const shown = summarized ? found.map(withoutRules) : found;
    return envelope(shown, { total_count: shown.length, unanalyzed_project_ids: unanalyzed });
  }
}

const withoutRules = (view: AppliedRulesetView): AppliedRulesetView => ({
  ...view,
  rule_evaluation_summary: { ...view.rule_evaluation_summary, ruleresults: [] },
});

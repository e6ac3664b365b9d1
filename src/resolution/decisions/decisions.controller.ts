import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import { Allow } from '../../organizations/access/allow.decorator.js';
import type { Actor } from '../../organizations/access/actor.js';
import { CurrentActor } from '../../organizations/access/current-actor.decorator.js';
import { envelope, listEnvelope, type Envelope } from '../../platform/http/envelope.js';
import { DeleteDecisionBody, GetDecisionsQuery } from './decisions.dto.js';
import type { DecisionRow } from './decisions.repository.js';
import { DecisionsService } from './decisions.service.js';
import { IfMatch } from '../../platform/http/precondition.js';

@ApiTags('Resolution')
@ApiBearerAuth()
@Controller('v1/resolution')
export class DecisionsController {
  constructor(private readonly decisions: DecisionsService) {}

  /**
   * Decisions of the organization's people, the newest first: later components of the same name follow them. A caller who
   * sees only some teams gets those made in SBOMs of these teams, and the own ones.
   */
  @Get('getDecisions')
  @Allow('viewer')
  async list(@CurrentActor() actor: Actor, @Query() query: GetDecisionsQuery): Promise<Envelope<DecisionRow[]>> {
    const filter = { kind: query.kind ?? undefined, q: query.q ?? undefined };
    return listEnvelope(await this.decisions.list(actor, query.org_id ?? null, filter, query), query);
  }

  /** Withdraws a decision: later resolutions do not follow it. */
  @Post('deleteDecision')
  @HttpCode(200)
  @Allow('member')
  async delete(
    @CurrentActor() actor: Actor,
    @Body() { id }: DeleteDecisionBody,
    @IfMatch() ifMatch: string | null,
  ): Promise<Envelope<{ id: string }>> {
    await this.decisions.withdraw(actor, id, ifMatch);
    return envelope({ id });
  }
}

import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import type { Actor } from '../../organizations/access/actor.js';
import { ForProjectKeys } from '../../organizations/project-keys/for-project-keys.decorator.js';
import { Allow } from '../../organizations/access/allow.decorator.js';
import { CurrentActor } from '../../organizations/access/current-actor.decorator.js';
import { envelope, listEnvelope, type Envelope } from '../../platform/http/envelope.js';
import { AcceptGapsBody, GetGapsQuery } from './gaps.dto.js';
import { GapsService } from './gaps.service.js';
import type { AcceptedGapsView, GapView } from './gaps.view.js';

@ApiTags('SBOMs')
@ApiBearerAuth()
@Controller('v1/project')
export class GapsController {
  constructor(private readonly gaps: GapsService) {}

  /**
   * Files of the project's source that may name components and were not read, those that nobody accepted first. While
   * one is open, the SBOM is not `allconfirmed`.
   */
  @Get('getGaps')
  @Allow('viewer')
  @ForProjectKeys({ ids: { sbom: ['sbom_id'] } })
  async list(@CurrentActor() actor: Actor, @Query() query: GetGapsQuery): Promise<Envelope<GapView[]>> {
    return listEnvelope(await this.gaps.list(actor, query), query);
  }

  /** Accepts that files were not read. The next analysis keeps that while kind and reason are the same. */
  @Post('acceptGaps')
  @HttpCode(200)
  @Allow('member')
  async accept(@CurrentActor() actor: Actor, @Body() body: AcceptGapsBody): Promise<Envelope<AcceptedGapsView>> {
    const paths = await this.gaps.accept(actor, body);
    return envelope({ paths }, { total_count: paths.length });
  }
}

import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import { Allow } from '../../organizations/access/allow.decorator.js';
import type { Actor } from '../../organizations/access/actor.js';
import { CurrentActor } from '../../organizations/access/current-actor.decorator.js';
import { envelope, listEnvelope, type Envelope } from '../../platform/http/envelope.js';
import { CreateInternalPatternBody, DeleteInternalPatternBody, GetInternalPatternsQuery } from './patterns.dto.js';
import type { PatternRow } from './patterns.repository.js';
import { PatternsService } from './patterns.service.js';
import { IfMatch } from '../../platform/http/precondition.js';

@ApiTags('Resolution')
@ApiBearerAuth()
@Controller('v1/resolution')
export class PatternsController {
  constructor(private readonly patterns: PatternsService) {}

  /** The patterns of the organization's own components, for callers who see all teams of the organization. */
  @Get('getInternalPatterns')
  @Allow('viewer')
  async list(@CurrentActor() actor: Actor, @Query() query: GetInternalPatternsQuery): Promise<Envelope<PatternRow[]>> {
    return listEnvelope(await this.patterns.list(actor, query), query);
  }

  /** Adds a pattern; entries that it matches are resolved again, and are internal from then on. */
  @Post('createInternalPattern')
  @HttpCode(200)
  @Allow('admin')
  async create(
    @CurrentActor() actor: Actor,
    @Body() { org_id, kind, pattern }: CreateInternalPatternBody,
  ): Promise<Envelope<PatternRow>> {
    return envelope(await this.patterns.add(actor, org_id, { kind, pattern }));
  }

  /** Removes a pattern; entries that no other pattern matches are resolved again. */
  @Post('deleteInternalPattern')
  @HttpCode(200)
  @Allow('admin')
  async delete(
    @CurrentActor() actor: Actor,
    @Body() { id }: DeleteInternalPatternBody,
    @IfMatch() ifMatch: string | null,
  ): Promise<Envelope<{ id: string }>> {
    await this.patterns.delete(actor, id, ifMatch);
    return envelope({ id });
  }
}

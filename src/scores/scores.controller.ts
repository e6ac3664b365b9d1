import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import type { Actor } from '../organizations/access/actor.js';
import { Allow } from '../organizations/access/allow.decorator.js';
import { CurrentActor } from '../organizations/access/current-actor.decorator.js';
import { envelope, type Envelope } from '../platform/http/envelope.js';
import { EntityQuestion, HistoryQuery, HistoryQuestion } from './scores.dto.js';
import { ScoresService } from './scores.service.js';
import type { EntityHistory, EntityMetrics, EntityOverview } from './scores.view.js';

@ApiTags('Scores')
@ApiBearerAuth()
@Controller('v1/score')
export class ScoresController {
  constructor(private readonly scores: ScoresService) {}

  /** Score, reasons and sources of an entity, by any of its identifiers. */
  @Post('getEntityOverviewForEntity')
  @HttpCode(200)
  @Allow('viewer')
  async overview(@CurrentActor() actor: Actor, @Body() question: EntityQuestion): Promise<Envelope<EntityOverview>> {
    return envelope(await this.scores.overview(actor, question));
  }

  /** The same by GET. */
  @Get('getEntityOverviewForEntity')
  @Allow('viewer')
  async readOverview(
    @CurrentActor() actor: Actor,
    @Query() question: EntityQuestion,
  ): Promise<Envelope<EntityOverview>> {
    return envelope(await this.scores.overview(actor, question));
  }

  /** All metrics of an entity, including those without data. */
  @Post('getMetricsForEntity')
  @HttpCode(200)
  @Allow('viewer')
  async metrics(@CurrentActor() actor: Actor, @Body() question: EntityQuestion): Promise<Envelope<EntityMetrics>> {
    const found = await this.scores.metrics(actor, question);
    return envelope(found, { total_count: found.metrics.length });
  }

  /** The same by GET. */
  @Get('getMetricsForEntity')
  @Allow('viewer')
  async readMetrics(@CurrentActor() actor: Actor, @Query() question: EntityQuestion): Promise<Envelope<EntityMetrics>> {
    const found = await this.scores.metrics(actor, question);
    return envelope(found, { total_count: found.metrics.length });
  }

  /** Changes of an entity's score, newest first; empty where the entity was never part of an SBOM. */
  @Get('getHistoryForEntity')
  @Allow('viewer')
  async readHistory(@CurrentActor() actor: Actor, @Query() question: HistoryQuery): Promise<Envelope<EntityHistory>> {
    return this.answerHistory(actor, question);
  }

  /** The same by POST. */
  @Post('getHistoryForEntity')
  @HttpCode(200)
  @Allow('viewer')
  async history(@CurrentActor() actor: Actor, @Body() question: HistoryQuestion): Promise<Envelope<EntityHistory>> {
    return this.answerHistory(actor, question);
  }

  private async answerHistory(actor: Actor, question: HistoryQuestion): Promise<Envelope<EntityHistory>> {
    const { history, total } = await this.scores.history(actor, question);
    return envelope(history, { total_count: total, offset: question.offset, limit: question.limit });
  }
}

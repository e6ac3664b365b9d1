import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import type { Actor } from '../../organizations/access/actor.js';
import { Allow } from '../../organizations/access/allow.decorator.js';
import { CurrentActor } from '../../organizations/access/current-actor.decorator.js';
import { envelope, listEnvelope, type Envelope } from '../../platform/http/envelope.js';
import {
  AnalyzeProjectBody,
  GetAnalysesQuery,
  GetAnalysisDifferencesQuery,
  GetAnalysisStatusQuery,
} from './analyses.dto.js';
import type { AnalysisView, DifferenceView } from './analyses.view.js';
import { AnalysesService } from './analyses.service.js';

@ApiTags('Analyses')
@ApiBearerAuth()
@Controller('v1/scanner')
export class AnalysesController {
  constructor(private readonly analyses: AnalysesService) {}

  /** Fetches the source of a project and updates the SBOM of the project. Answers at once. */
  @Post('analyzeProject')
  @HttpCode(200)
  @Allow('member')
  async analyze(@CurrentActor() actor: Actor, @Body() body: AnalyzeProjectBody): Promise<Envelope<AnalysisView>> {
    return envelope(await this.analyses.request(actor, body));
  }

  @Get('getAnalysisStatus')
  @Allow('viewer')
  async status(@CurrentActor() actor: Actor, @Query() query: GetAnalysisStatusQuery): Promise<Envelope<AnalysisView>> {
    return envelope(await this.analyses.get(actor, query.id, query));
  }

  /** The project's analyses, newest first. */
  @Get('getAnalyses')
  @Allow('viewer')
  async list(@CurrentActor() actor: Actor, @Query() query: GetAnalysesQuery): Promise<Envelope<AnalysisView[]>> {
    return listEnvelope(await this.analyses.list(actor, query, query), query);
  }

  /** Packages that were added, removed or changed since the previous analysis. */
  @Get('getAnalysisDifferences')
  @Allow('viewer')
  async differences(
    @CurrentActor() actor: Actor,
    @Query() query: GetAnalysisDifferencesQuery,
  ): Promise<Envelope<DifferenceView[]>> {
    return listEnvelope(await this.analyses.listDifferences(actor, query.id, query), query);
  }
}

import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import type { Actor } from '../../organizations/access/actor.js';
import { ForProjectKeys } from '../../organizations/project-keys/for-project-keys.decorator.js';
import { Allow } from '../../organizations/access/allow.decorator.js';
import { CurrentActor } from '../../organizations/access/current-actor.decorator.js';
import { envelope, listEnvelope, type Envelope } from '../../platform/http/envelope.js';
import {
  AnalyzeProjectBody,
  AnalyzeProjectsBody,
  GetAnalysesQuery,
  GetAnalysisDifferencesQuery,
  GetAnalysisStatusQuery,
  GetLatestAnalysesQuery,
  GetLatestAnalysisQuery,
} from './analyses.dto.js';
import { requiredId } from '../projects.service.js';
import type { AnalysisView, DifferenceView } from './analyses.view.js';
import { AnalysesService } from './analyses.service.js';

@ApiTags('Analyses')
@ApiBearerAuth()
@Controller('v1/scanner')
export class AnalysesController {
  constructor(private readonly analyses: AnalysesService) {}

  /**
   * Fetches the source of a project and updates the SBOM of the project. Answers at once. Given a team and no project,
   * it analyses every active project of the team and answers the ids of the analyses.
   */
  @Post('analyzeProject')
  @HttpCode(200)
  @Allow('member')
  @ForProjectKeys({ ids: { project: ['project_id'] } })
  async analyze(
    @CurrentActor() actor: Actor,
    @Body() body: AnalyzeProjectBody,
  ): Promise<Envelope<AnalysisView> | Envelope<string[]>> {
    const { project_id, team_id } = body;
    if (!project_id && team_id) return listOf(await this.analyses.requestAll(actor, team_id));
    return envelope(await this.analyses.request(actor, { ...body, project_id: requiredId('project_id', project_id) }));
  }

  /** Analyses every active project of a team. Answers the ids of the analyses at once. */
  @Post('analyzeProjects')
  @HttpCode(200)
  @Allow('member')
  async analyzeAll(
    @CurrentActor() actor: Actor,
    @Body() { team_id }: AnalyzeProjectsBody,
  ): Promise<Envelope<string[]>> {
    return listOf(await this.analyses.requestAll(actor, team_id));
  }

  /** The latest analysis of a project; those of other branches than its own do not count. */
  @Get('getLatestAnalysisStatus')
  @Allow('viewer')
  @ForProjectKeys({ ids: { project: ['project_id'] } })
  async latest(@CurrentActor() actor: Actor, @Query() query: GetLatestAnalysisQuery): Promise<Envelope<AnalysisView>> {
    return envelope(await this.analyses.latest(actor, query));
  }

  /** The latest analysis of each project of a team, of its own branch, the latest first. */
  @Get('getLatestAnalysisStatuses')
  @Allow('viewer')
  async latestOfTeam(
    @CurrentActor() actor: Actor,
    @Query() query: GetLatestAnalysesQuery,
  ): Promise<Envelope<AnalysisView[]>> {
    return listEnvelope(await this.analyses.latestOfTeam(actor, query), query);
  }

  /** One analysis. */
  @Get('getAnalysisStatus')
  @Allow('viewer')
  @ForProjectKeys({ ids: { analysis: ['id'] } })
  async status(@CurrentActor() actor: Actor, @Query() query: GetAnalysisStatusQuery): Promise<Envelope<AnalysisView>> {
    return envelope(await this.analyses.get(actor, query.id, query));
  }

  /** The project's analyses, newest first. */
  @Get('getAnalyses')
  @Allow('viewer')
  @ForProjectKeys({ ids: { project: ['project_id'] } })
  async list(@CurrentActor() actor: Actor, @Query() query: GetAnalysesQuery): Promise<Envelope<AnalysisView[]>> {
    return listEnvelope(await this.analyses.list(actor, query), query);
  }

  /** Packages that were added, removed or changed since the previous analysis. */
  @Get('getAnalysisDifferences')
  @Allow('viewer')
  @ForProjectKeys({ ids: { analysis: ['id'] } })
  async differences(
    @CurrentActor() actor: Actor,
    @Query() query: GetAnalysisDifferencesQuery,
  ): Promise<Envelope<DifferenceView[]>> {
    return listEnvelope(await this.analyses.listDifferences(actor, query), query);
  }
}

const listOf = (ids: string[]): Envelope<string[]> => envelope(ids, { total_count: ids.length });

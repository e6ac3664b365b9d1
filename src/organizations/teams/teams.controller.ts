import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import { invalid } from '../../model/errors.js';
import { envelope, listEnvelope, type Envelope } from '../../platform/http/envelope.js';
import { PagingQuery } from '../../platform/http/paging.dto.js';
import { Allow } from '../access/allow.decorator.js';
import type { Actor } from '../access/actor.js';
import { CurrentActor } from '../access/current-actor.decorator.js';
import { CreateTeamBody, TeamQuery } from './teams.dto.js';
import { TeamsService, type TeamView } from './teams.service.js';

@ApiTags('teams')
@ApiBearerAuth()
@Controller('v1/teams')
export class TeamsController {
  constructor(private readonly teams: TeamsService) {}

  @Post('createTeam')
  @HttpCode(200)
  @Allow('admin')
  async createTeam(@CurrentActor() actor: Actor, @Body() body: CreateTeamBody): Promise<Envelope<TeamView>> {
    return envelope(await this.teams.create(actor, body));
  }

  @Get('getTeam')
  @Allow('viewer')
  async getTeam(@CurrentActor() actor: Actor, @Query() query: TeamQuery): Promise<Envelope<TeamView>> {
    const id = query.id ?? query.someid;
    if (!id) throw invalid('Invalid request: id is required', { id: 'is required' });
    return envelope(await this.teams.get(actor, id));
  }

  /** Every team that the caller sees, of all organizations. */
  @Get('getTeams')
  @Allow('viewer')
  async getTeams(@CurrentActor() actor: Actor, @Query() paging: PagingQuery): Promise<Envelope<TeamView[]>> {
    return listEnvelope(await this.teams.page(actor, paging), paging);
  }
}

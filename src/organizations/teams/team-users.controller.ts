import { Body, Controller, Delete, Get, HttpCode, Post, Put, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import { invalid } from '../../model/errors.js';
import { envelope, type Envelope } from '../../platform/http/envelope.js';
import { Allow } from '../access/allow.decorator.js';
import type { Actor } from '../access/actor.js';
import { CurrentActor } from '../access/current-actor.decorator.js';
import { CreateTeamUserBody, TeamUserIdQuery, TeamUserQuery, UpdateTeamUserBody } from './team-users.dto.js';
import { TeamUsersService, type TeamUserView } from './team-users.service.js';

@ApiTags('teams')
@ApiBearerAuth()
@Controller('v1/teamUsers')
export class TeamUsersController {
  constructor(private readonly teamUsers: TeamUsersService) {}

  /** Puts a user into a team; a user from outside the organization then sees this team only. */
  @Post('createTeamUser')
  @HttpCode(200)
  @Allow('admin')
  async createTeamUser(
    @CurrentActor() actor: Actor,
    @Body() body: CreateTeamUserBody,
  ): Promise<Envelope<TeamUserView>> {
    return envelope(await this.teamUsers.create(actor, body));
  }

  @Get('getTeamUser')
  @Allow('viewer')
  async getTeamUser(@CurrentActor() actor: Actor, @Query() query: TeamUserQuery): Promise<Envelope<TeamUserView>> {
    return envelope(await this.teamUsers.get(actor, query.team_id, query.user_id));
  }

  @Put('updateTeamUser')
  @Allow('admin')
  async updateTeamUser(
    @CurrentActor() actor: Actor,
    @Query() query: TeamUserIdQuery,
    @Body() body: UpdateTeamUserBody,
  ): Promise<Envelope<TeamUserView>> {
    const id = requireId(query.id ?? query.someid ?? body.id);
    return envelope(await this.teamUsers.update(actor, id, { role: body.role || null, status: body.status || null }));
  }

  @Delete('deleteTeamUser')
  @Allow('admin')
  async deleteTeamUser(
    @CurrentActor() actor: Actor,
    @Query() query: TeamUserIdQuery,
  ): Promise<Envelope<{ id: string }>> {
    const id = requireId(query.id ?? query.someid);
    await this.teamUsers.remove(actor, id);
    return envelope({ id });
  }
}

function requireId(id: string | null | undefined): string {
  if (!id) throw invalid('Invalid request: id is required', { id: 'is required' });
  return id;
}

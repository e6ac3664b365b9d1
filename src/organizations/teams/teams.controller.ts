import { Body, Controller, Delete, Get, HttpCode, Post, Put, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import { invalid } from '../../model/errors.js';
import { envelope, listEnvelope, type Envelope } from '../../platform/http/envelope.js';
import { IfMatch } from '../../platform/http/precondition.js';
import { Allow } from '../access/allow.decorator.js';
import type { Actor } from '../access/actor.js';
import { CurrentActor } from '../access/current-actor.decorator.js';
import { TeamUsersService } from './team-users.service.js';
import {
  CreateTeamBody,
  CreateTeamUserBody,
  DeleteTeamBody,
  TeamQuery,
  TeamsQuery,
  TeamUserIdQuery,
  TeamUserQuery,
  UpdateTeamBody,
  UpdateTeamUserBody,
} from './teams.dto.js';
import { TeamsService } from './teams.service.js';
import type { ContentsView, TeamUserView, TeamView } from './teams.view.js';

@ApiTags('Teams')
@ApiBearerAuth()
@Controller('v1/teams')
export class TeamsController {
  constructor(private readonly teams: TeamsService) {}

  /** Creates a team. */
  @Post('createTeam')
  @HttpCode(200)
  @Allow('admin')
  async createTeam(@CurrentActor() actor: Actor, @Body() body: CreateTeamBody): Promise<Envelope<TeamView>> {
    return envelope(await this.teams.create(actor, body));
  }

  /** Renames a team or changes its contact; missing fields keep their value. */
  @Post('updateTeam')
  @HttpCode(200)
  @Allow('admin')
  async updateTeam(
    @CurrentActor() actor: Actor,
    @Body() body: UpdateTeamBody,
    @IfMatch() ifMatch: string | null,
  ): Promise<Envelope<TeamView>> {
    return envelope(await this.teams.update(actor, body, ifMatch));
  }

  /** What hangs on a team: what its deletion would delete. */
  @Get('getTeamContents')
  @Allow('admin')
  async getTeamContents(@CurrentActor() actor: Actor, @Query() query: TeamQuery): Promise<Envelope<ContentsView>> {
    return envelope(await this.teams.contentsOf(actor, requireId(query.id ?? query.someid)));
  }

  /**
   * Deletes a team with its rulesets and tags. One with SBOMs or projects is refused (409, which counts them) unless
   * `confirm` says that they are to be deleted too. The default team of an organization cannot be deleted.
   */
  @Post('deleteTeam')
  @HttpCode(200)
  @Allow('admin')
  async deleteTeam(
    @CurrentActor() actor: Actor,
    @Body() body: DeleteTeamBody,
    @IfMatch() ifMatch: string | null,
  ): Promise<Envelope<ContentsView>> {
    return envelope(await this.teams.delete(actor, body, ifMatch));
  }

  /** One team. */
  @Get('getTeam')
  @Allow('viewer')
  async getTeam(@CurrentActor() actor: Actor, @Query() query: TeamQuery): Promise<Envelope<TeamView>> {
    return envelope(await this.teams.get(actor, requireId(query.id ?? query.someid)));
  }

  /** All teams that the caller sees, of all organizations. */
  @Get('getTeams')
  @Allow('viewer')
  async getTeams(@CurrentActor() actor: Actor, @Query() query: TeamsQuery): Promise<Envelope<TeamView[]>> {
    return listEnvelope(await this.teams.page(actor, query), query);
  }
}

@ApiTags('Teams')
@ApiBearerAuth()
@Controller('v1/teamUsers')
export class TeamUsersController {
  constructor(private readonly teamUsers: TeamUsersService) {}

  /** Adds a user to a team; a user who is not a member of the organization then sees only this team. */
  @Post('createTeamUser')
  @HttpCode(200)
  @Allow('admin')
  async createTeamUser(
    @CurrentActor() actor: Actor,
    @Body() body: CreateTeamUserBody,
  ): Promise<Envelope<TeamUserView>> {
    return envelope(await this.teamUsers.create(actor, body));
  }

  /** One member of a team. */
  @Get('getTeamUser')
  @Allow('viewer')
  async getTeamUser(@CurrentActor() actor: Actor, @Query() query: TeamUserQuery): Promise<Envelope<TeamUserView>> {
    return envelope(await this.teamUsers.get(actor, query.team_id, query.user_id));
  }

  /** Changes role and status of a member of a team. */
  @Put('updateTeamUser')
  @Allow('admin')
  async updateTeamUser(
    @CurrentActor() actor: Actor,
    @Query() query: TeamUserIdQuery,
    @Body() body: UpdateTeamUserBody,
    @IfMatch() ifMatch: string | null,
  ): Promise<Envelope<TeamUserView>> {
    const id = requireId(query.id ?? query.someid ?? body.id);
    return envelope(
      await this.teamUsers.update(actor, id, { role: body.role || null, status: body.status || null }, ifMatch),
    );
  }

  /** Removes a user from a team. */
  @Delete('deleteTeamUser')
  @Allow('admin')
  async deleteTeamUser(
    @CurrentActor() actor: Actor,
    @Query() query: TeamUserIdQuery,
    @IfMatch() ifMatch: string | null,
  ): Promise<Envelope<{ id: string }>> {
    const id = requireId(query.id ?? query.someid);
    await this.teamUsers.remove(actor, id, ifMatch);
    return envelope({ id });
  }
}

function requireId(id: string | null | undefined): string {
  if (!id) throw invalid('Invalid request: id is required', { id: 'is required' });
  return id;
}

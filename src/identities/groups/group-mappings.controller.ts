import { Body, Controller, Get, HttpCode, Post, Query, Req } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { envelope, listEnvelope, type Envelope } from '../../platform/http/envelope.js';
import type { Actor } from '../../organizations/access/actor.js';
import { Allow } from '../../organizations/access/allow.decorator.js';
import { CurrentActor } from '../../organizations/access/current-actor.decorator.js';
import { requestOrigin } from '../../organizations/audit/audit-trail.js';
import { CreateGroupMappingBody, GroupMappingIdBody, GroupMappingsQuery } from './group-mappings.dto.js';
import { GroupMappingsService } from './group-mappings.service.js';
import type { GroupMappingView } from './group-mappings.view.js';

@ApiTags('Organizations')
@ApiBearerAuth()
@Controller('v1/organizations')
export class GroupMappingsController {
  constructor(private readonly mappings: GroupMappingsService) {}

  /**
   * Gives the members of a group a role in an organization, or in one of its teams: those who have signed in already at
   * once, others when they sign in.
   */
  @Post('createGroupMapping')
  @HttpCode(200)
  @Allow('admin')
  async create(
    @CurrentActor() actor: Actor,
    @Req() request: Request,
    @Body() body: CreateGroupMappingBody,
  ): Promise<Envelope<GroupMappingView>> {
    return envelope(await this.mappings.create(actor, body, requestOrigin(request)));
  }

  /** What groups are given in an organization. */
  @Get('getGroupMappings')
  @Allow('admin')
  async page(@CurrentActor() actor: Actor, @Query() query: GroupMappingsQuery): Promise<Envelope<GroupMappingView[]>> {
    return listEnvelope(await this.mappings.page(actor, query.org_id, query), query);
  }

  /** Takes back what a group was given, and nothing else; the last administrator stays. */
  @Post('deleteGroupMapping')
  @HttpCode(200)
  @Allow('admin')
  async delete(
    @CurrentActor() actor: Actor,
    @Req() request: Request,
    @Body() { id }: GroupMappingIdBody,
  ): Promise<Envelope<{ id: string }>> {
    await this.mappings.delete(actor, id, requestOrigin(request));
    return envelope({ id });
  }
}

import { Body, Controller, Get, HttpCode, Post, Put, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import type { Actor } from '../../organizations/access/actor.js';
import { Allow } from '../../organizations/access/allow.decorator.js';
import { CurrentActor } from '../../organizations/access/current-actor.decorator.js';
import { envelope, listEnvelope, type Envelope } from '../../platform/http/envelope.js';
import { requiredId } from '../projects.service.js';
import type { TagView } from '../projects.view.js';
import { CreateTagBody, TagQuery, TagsQuery, UpdateTagBody, UpdateTagQuery } from './tags.dto.js';
import { TagsService } from './tags.service.js';

@ApiTags('Tags')
@ApiBearerAuth()
@Controller('v1/tag')
export class TagsController {
  constructor(private readonly tags: TagsService) {}

  /** Creates a tag for the projects of a team. */
  @Post('createTag')
  @HttpCode(200)
  @Allow('member')
  async createTag(@CurrentActor() actor: Actor, @Body() body: CreateTagBody): Promise<Envelope<TagView>> {
    return envelope(await this.tags.create(actor, body));
  }

  /** Renames or describes a tag; missing fields keep their value. */
  @Put('updateTag')
  @Allow('member')
  async updateTag(
    @CurrentActor() actor: Actor,
    @Query() query: UpdateTagQuery,
    @Body() body: UpdateTagBody,
  ): Promise<Envelope<TagView>> {
    return envelope(await this.tags.update(actor, requiredId('id', body.id, query.id), body));
  }

  /** One tag. */
  @Get('getTag')
  @Allow('viewer')
  async getTag(@CurrentActor() actor: Actor, @Query() query: TagQuery): Promise<Envelope<TagView>> {
    return envelope(await this.tags.get(actor, query.id, query.team_id));
  }

  /** The tags of a team, by name. */
  @Get('getTags')
  @Allow('viewer')
  async getTags(@CurrentActor() actor: Actor, @Query() query: TagsQuery): Promise<Envelope<TagView[]>> {
    return listEnvelope(await this.tags.page(actor, query.team_id, query), query);
  }
}

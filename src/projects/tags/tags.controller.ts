import { Body, Controller, Get, HttpCode, Post, Put, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import type { Actor } from '../../organizations/access/actor.js';
import { Allow } from '../../organizations/access/allow.decorator.js';
import { CurrentActor } from '../../organizations/access/current-actor.decorator.js';
import { FromQuery } from '../../platform/http/fields.js';
import { envelope, listEnvelope, type Envelope } from '../../platform/http/envelope.js';
import type { TagView } from '../projects.view.js';
import { CreateTagBody, DeleteTagBody, TagQuery, TagsQuery, UpdateTagBody, UpdateTagQuery } from './tags.dto.js';
import { TagsService } from './tags.service.js';
import { IfMatch } from '../../platform/http/precondition.js';

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
  @FromQuery('id')
  async updateTag(
    @CurrentActor() actor: Actor,
    @Query() _query: UpdateTagQuery,
    @Body() body: UpdateTagBody,
    @IfMatch() ifMatch: string | null,
  ): Promise<Envelope<TagView>> {
    return envelope(await this.tags.update(actor, body, ifMatch));
  }

  /** Deletes a tag; 409 tells how many projects have it, unless `confirm` says that they lose it. */
  @Post('deleteTag')
  @HttpCode(200)
  @Allow('member')
  async deleteTag(
    @CurrentActor() actor: Actor,
    @Body() body: DeleteTagBody,
    @IfMatch() ifMatch: string | null,
  ): Promise<Envelope<TagView>> {
    return envelope(await this.tags.delete(actor, body, ifMatch));
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

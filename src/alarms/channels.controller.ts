import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import type { Actor } from '../organizations/access/actor.js';
import { Allow } from '../organizations/access/allow.decorator.js';
import { CurrentActor } from '../organizations/access/current-actor.decorator.js';
import { envelope, listEnvelope, type Envelope } from '../platform/http/envelope.js';
import { IfMatch } from '../platform/http/precondition.js';
import {
  ChannelQuery,
  ChannelsQuery,
  CreateChannelBody,
  MessagesQuery,
  IssuesQuery,
  UpdateChannelBody,
} from './channels.dto.js';
import { ChannelsService } from './channels.service.js';
import type { AlarmIssueView } from './issues/issues.view.js';
import type { AlarmChannelView, DeletedChannelView, MessageView } from './channels.view.js';

@ApiTags('Alarms')
@ApiBearerAuth()
@Controller('v1/alarms')
export class ChannelsController {
  constructor(private readonly channels: ChannelsService) {}

  /** Adds a channel that alarms of the organization are sent to: Slack, Microsoft Teams or e-mail. */
  @Post('createChannel')
  @HttpCode(200)
  @Allow('admin')
  async create(@CurrentActor() actor: Actor, @Body() body: CreateChannelBody): Promise<Envelope<AlarmChannelView>> {
    return envelope(await this.channels.create(actor, body));
  }

  /** Changes a channel; members left out are unchanged. What waits is sent by the new digest, filters and quiet hours. */
  @Post('updateChannel')
  @HttpCode(200)
  @Allow('admin')
  async update(
    @CurrentActor() actor: Actor,
    @Body() body: UpdateChannelBody,
    @IfMatch() ifMatch: string | null,
  ): Promise<Envelope<AlarmChannelView>> {
    return envelope(await this.channels.update(actor, body, ifMatch));
  }

  /** One channel. */
  @Get('getChannel')
  @Allow('admin')
  async get(@CurrentActor() actor: Actor, @Query() query: ChannelQuery): Promise<Envelope<AlarmChannelView>> {
    return envelope(await this.channels.get(actor, query.id));
  }

  /** The organization's channels, newest first. */
  @Get('getChannels')
  @Allow('admin')
  async list(@CurrentActor() actor: Actor, @Query() query: ChannelsQuery): Promise<Envelope<AlarmChannelView[]>> {
    return listEnvelope(await this.channels.list(actor, query), query);
  }

  /** Deletes a channel. What waits for it is dropped; open issues of a tracker stay as they are, and are named. */
  @Post('deleteChannel')
  @HttpCode(200)
  @Allow('admin')
  async delete(
    @CurrentActor() actor: Actor,
    @Body() body: ChannelQuery,
    @IfMatch() ifMatch: string | null,
  ): Promise<Envelope<DeletedChannelView>> {
    return envelope(await this.channels.delete(actor, body.id, ifMatch));
  }

  /** Messages of the last thirty days, newest first. */
  @Get('getMessages')
  @Allow('admin')
  async messages(@CurrentActor() actor: Actor, @Query() query: MessagesQuery): Promise<Envelope<MessageView[]>> {
    return listEnvelope(await this.channels.messages(actor, query, query), query);
  }

  /** Issues that a tracker has, those that failed first. */
  @Get('getIssues')
  @Allow('admin')
  async issues(@CurrentActor() actor: Actor, @Query() query: IssuesQuery): Promise<Envelope<AlarmIssueView[]>> {
    return listEnvelope(await this.channels.issues(actor, query), query);
  }

  /** Sends a test message at once, whatever the digest and the quiet hours; `getMessages` shows the outcome. */
  @Post('testChannel')
  @HttpCode(200)
  @Allow('admin')
  async test(@CurrentActor() actor: Actor, @Body() body: ChannelQuery): Promise<Envelope<MessageView>> {
    return envelope(await this.channels.test(actor, body.id));
  }
}

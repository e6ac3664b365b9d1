import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import type { Actor } from '../../organizations/access/actor.js';
import { Allow } from '../../organizations/access/allow.decorator.js';
import { CurrentActor } from '../../organizations/access/current-actor.decorator.js';
import { envelope, listEnvelope, type Envelope } from '../../platform/http/envelope.js';
import { ShareAccessesQuery, ShareBody, ShareIdBody, SharesQuery } from './shares.dto.js';
import { SharesService } from './shares.service.js';
import type { ShareAccessView, SharePreviewView, ShareView } from './shares.view.js';

@ApiTags('Sharing')
@ApiBearerAuth()
@Controller('v1/share')
export class SharesController {
  constructor(private readonly shares: SharesService) {}

  /** What a link of createShare would show to a visitor, and what not. Makes no link. */
  @Post('previewShare')
  @HttpCode(200)
  @Allow('member')
  async preview(@CurrentActor() actor: Actor, @Body() body: ShareBody): Promise<Envelope<SharePreviewView>> {
    return envelope(await this.shares.preview(actor, body));
  }

  /** A signed link by which people without an account see chosen SBOMs, as they are when they look, until it ends. */
  @Post('createShare')
  @HttpCode(200)
  @Allow('member')
  async create(@CurrentActor() actor: Actor, @Body() body: ShareBody): Promise<Envelope<ShareView>> {
    return envelope(await this.shares.create(actor, body));
  }

  /**
   * Shares of which you see an SBOM, newest first unless `sort` says otherwise, those that have ended included. The link itself is shown to those who
   * could make it.
   */
  @Get('getShares')
  @Allow('viewer')
  async list(@CurrentActor() actor: Actor, @Query() query: SharesQuery): Promise<Envelope<ShareView[]>> {
    return listEnvelope(await this.shares.list(actor, query), query);
  }

  /** Ends a link at once. Whoever may change one of its SBOMs can do it. */
  @Post('revokeShare')
  @HttpCode(200)
  @Allow('member')
  async revoke(@CurrentActor() actor: Actor, @Body() { id }: ShareIdBody): Promise<Envelope<{ id: string }>> {
    await this.shares.revoke(actor, id);
    return envelope({ id });
  }

  /** How often what of a share was asked for, by day, wrong passwords included. */
  @Get('getShareAccesses')
  @Allow('member')
  async accesses(
    @CurrentActor() actor: Actor,
    @Query() query: ShareAccessesQuery,
  ): Promise<Envelope<ShareAccessView[]>> {
    return listEnvelope(await this.shares.accesses(actor, query), query);
  }
}

import { Body, Controller, Get, Header, HttpCode, Post, Query, StreamableFile } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Actor } from '../../organizations/access/actor.js';
import { Allow } from '../../organizations/access/allow.decorator.js';
import { CurrentActor } from '../../organizations/access/current-actor.decorator.js';
import { envelope, type Envelope } from '../../platform/http/envelope.js';
import { SbomIdBody } from '../sboms.dto.js';
import { BadgeLinkBody, BadgeQuery } from './badges.dto.js';
import { BadgesService } from './badges.service.js';
import type { BadgeLinkView } from './badges.view.js';

@ApiTags('SBOMs')
@ApiBearerAuth()
@Controller('v1/badge')
export class BadgesController {
  constructor(private readonly badges: BadgesService) {}

  /** A signed link to the badge of an SBOM: an image with its name, version and verdict, for pages of others. */
  @Post('createBadgeLink')
  @HttpCode(200)
  @Allow('member')
  async createLink(@CurrentActor() actor: Actor, @Body() body: BadgeLinkBody): Promise<Envelope<BadgeLinkView>> {
    return envelope(await this.badges.createLink(actor, body));
  }

  /** Ends all links to the badge of an SBOM. */
  @Post('revokeBadgeLinks')
  @HttpCode(200)
  @Allow('member')
  async revokeLinks(@CurrentActor() actor: Actor, @Body() { id }: SbomIdBody): Promise<Envelope<{ id: string }>> {
    await this.badges.revokeLinks(actor, id);
    return envelope({ id });
  }

  /**
   * The badge of a link from createBadgeLink, without a token. A verdict that is not final is `pending`; where a ruleset
   * passes components whose vulnerabilities were not looked for, the badge says that too.
   */
  @Get('getBadge')
  @Allow('public')
  @ApiOkResponse({ description: 'The image.', content: { 'image/svg+xml': { schema: { type: 'string' } } } })
  // Shown by pages of other sites, and never older than the verdict.
  @Header('Cross-Origin-Resource-Policy', 'cross-origin')
  @Header('Cache-Control', 'no-cache')
  @Header('Content-Security-Policy', "default-src 'none'; sandbox")
  async badge(@Query() query: BadgeQuery): Promise<StreamableFile> {
    return new StreamableFile(Buffer.from(await this.badges.badge(query)), { type: 'image/svg+xml; charset=utf-8' });
  }
}

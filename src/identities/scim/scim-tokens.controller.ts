import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import { envelope, listEnvelope, type Envelope } from '../../platform/http/envelope.js';
import type { Actor } from '../../organizations/access/actor.js';
import { Allow } from '../../organizations/access/allow.decorator.js';
import { CurrentActor } from '../../organizations/access/current-actor.decorator.js';
import { CreateScimTokenBody, ScimTokenIdBody, ScimTokensQuery } from './scim.dto.js';
import { ScimTokensService } from './scim-tokens.service.js';
import type { NewScimToken, ScimTokenView } from './scim.view.js';

@ApiTags('Organizations')
@ApiBearerAuth()
@Controller('v1/scim')
export class ScimTokensController {
  constructor(private readonly tokens: ScimTokensService) {}

  /** Makes a token by which an identity provider keeps the organization's users (SCIM 2.0, `/scim/v2`); shown this once. */
  @Post('createToken')
  @HttpCode(200)
  @Allow('admin')
  async create(@CurrentActor() actor: Actor, @Body() body: CreateScimTokenBody): Promise<Envelope<NewScimToken>> {
    return envelope(await this.tokens.create(actor, body));
  }

  /** The organization's SCIM tokens, newest first. */
  @Get('getTokens')
  @Allow('admin')
  async page(@CurrentActor() actor: Actor, @Query() query: ScimTokensQuery): Promise<Envelope<ScimTokenView[]>> {
    return listEnvelope(await this.tokens.page(actor, query.org_id, query), query);
  }

  /** Ends a SCIM token at once; who was provisioned by it stays. */
  @Post('revokeToken')
  @HttpCode(200)
  @Allow('admin')
  async revoke(@CurrentActor() actor: Actor, @Body() { id }: ScimTokenIdBody): Promise<Envelope<{ id: string }>> {
    await this.tokens.revoke(actor, id);
    return envelope({ id });
  }
}

import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import { envelope, listEnvelope, type Envelope } from '../../platform/http/envelope.js';
import { Allow } from '../access/allow.decorator.js';
import type { Actor } from '../access/actor.js';
import { CurrentActor } from '../access/current-actor.decorator.js';
import { ApiKeyIdBody, ApiKeysQuery, CreateApiKeyBody } from './api-keys.dto.js';
import type { ApiKeyView } from './api-keys.repository.js';
import { ApiKeysService } from './api-keys.service.js';

@ApiTags('users')
@ApiBearerAuth()
@Controller('v1/users')
export class ApiKeysController {
  constructor(private readonly keys: ApiKeysService) {}

  /** Makes an API key for the caller; the answer is the only place that ever shows it. */
  @Post('createApiKey')
  @HttpCode(200)
  @Allow('authenticated')
  async create(
    @CurrentActor() actor: Actor,
    @Body() body: CreateApiKeyBody,
  ): Promise<Envelope<ApiKeyView & { key: string }>> {
    return envelope(await this.keys.create(actor, body));
  }

  /** The caller's keys, newest first; with `org_id`, all keys bound to that organization. */
  @Get('getApiKeys')
  @Allow('authenticated')
  async page(@CurrentActor() actor: Actor, @Query() query: ApiKeysQuery): Promise<Envelope<ApiKeyView[]>> {
    return listEnvelope(await this.keys.page(actor, query.org_id, query), query);
  }

  /** Ends a key; the next request with it is refused. */
  @Post('revokeApiKey')
  @HttpCode(200)
  @Allow('authenticated')
  async revoke(@CurrentActor() actor: Actor, @Body() body: ApiKeyIdBody): Promise<Envelope<ApiKeyView>> {
    return envelope(await this.keys.revoke(actor, body.id));
  }
}

import { Body, Controller, Get, HttpCode, Post, Query, Req } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { envelope, listEnvelope, type Envelope } from '../../platform/http/envelope.js';
import type { Actor } from '../../organizations/access/actor.js';
import { Allow } from '../../organizations/access/allow.decorator.js';
import { CurrentActor } from '../../organizations/access/current-actor.decorator.js';
import { requestOrigin } from '../../organizations/audit/audit-trail.js';
import { CreateTrustRuleBody, ExchangeTokenBody, TrustRuleIdBody, TrustRulesQuery } from './keyless.dto.js';
import type { ExchangedTokenView, TrustRuleView } from './keyless.view.js';
import { TokenExchangeService } from './token-exchange.service.js';
import { TrustRulesService } from './trust-rules.service.js';

@ApiTags('Keyless pipelines')
@Controller('v1/keyless')
export class KeylessController {
  constructor(
    private readonly rules: TrustRulesService,
    private readonly exchange: TokenExchangeService,
  ) {}

  /** Trusts tokens of an outside issuer (GitHub, GitLab, any with OpenID Connect discovery) that say what is asked for. */
  @Post('createTrustRule')
  @HttpCode(200)
  @Allow('admin')
  @ApiBearerAuth()
  async create(@CurrentActor() actor: Actor, @Body() body: CreateTrustRuleBody): Promise<Envelope<TrustRuleView>> {
    return envelope(await this.rules.create(actor, body));
  }

  /** The organization's trust rules, newest first. */
  @Get('getTrustRules')
  @Allow('admin')
  @ApiBearerAuth()
  async page(@CurrentActor() actor: Actor, @Query() query: TrustRulesQuery): Promise<Envelope<TrustRuleView[]>> {
    return listEnvelope(await this.rules.page(actor, query.org_id, query), query);
  }

  /** Deletes a trust rule and revokes the keys that came from it. */
  @Post('deleteTrustRule')
  @HttpCode(200)
  @Allow('admin')
  @ApiBearerAuth()
  async delete(@CurrentActor() actor: Actor, @Body() { id }: TrustRuleIdBody): Promise<Envelope<{ id: string }>> {
    await this.rules.delete(actor, id);
    return envelope({ id });
  }

  /** Exchanges the token of a pipeline for a key that lives for minutes (RFC 8693, as JSON). */
  @Post('exchangeToken')
  @HttpCode(200)
  @Allow('public')
  async exchangeToken(@Req() request: Request, @Body() body: ExchangeTokenBody): Promise<Envelope<ExchangedTokenView>> {
    return envelope(await this.exchange.exchange(body, requestOrigin(request)));
  }
}

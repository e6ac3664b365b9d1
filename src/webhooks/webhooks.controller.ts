import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import type { Actor } from '../organizations/access/actor.js';
import { Allow } from '../organizations/access/allow.decorator.js';
import { CurrentActor } from '../organizations/access/current-actor.decorator.js';
import { envelope, listEnvelope, type Envelope } from '../platform/http/envelope.js';
import { IfMatch } from '../platform/http/precondition.js';
import {
  CreateWebhookBody,
  DeliveriesQuery,
  DeliveryView,
  UpdateWebhookBody,
  WebhookQuery,
  WebhooksQuery,
  WebhookView,
} from './webhooks.dto.js';
import { WebhooksService } from './webhooks.service.js';

@ApiTags('Webhooks')
@ApiBearerAuth()
@Controller('v1/webhooks')
export class WebhooksController {
  constructor(private readonly webhooks: WebhooksService) {}

  /** Registers an address for events of the organization. A generated signing secret is shown only in this response. */
  @Post('createWebhook')
  @HttpCode(200)
  @Allow('admin')
  async create(@CurrentActor() actor: Actor, @Body() body: CreateWebhookBody): Promise<Envelope<WebhookView>> {
    return envelope(await this.webhooks.create(actor, body));
  }

  /**
   * Changes a webhook; members left out are unchanged. After a change of the secret, events are also signed with the
   * previous one for a day. A change of the host generates a new secret.
   */
  @Post('updateWebhook')
  @HttpCode(200)
  @Allow('admin')
  async update(
    @CurrentActor() actor: Actor,
    @Body() body: UpdateWebhookBody,
    @IfMatch() ifMatch: string | null,
  ): Promise<Envelope<WebhookView>> {
    return envelope(await this.webhooks.update(actor, body, ifMatch));
  }

  /** One webhook. */
  @Get('getWebhook')
  @Allow('admin')
  async get(@CurrentActor() actor: Actor, @Query() query: WebhookQuery): Promise<Envelope<WebhookView>> {
    return envelope(await this.webhooks.get(actor, query.id));
  }

  /** The organization's webhooks, newest first. */
  @Get('getWebhooks')
  @Allow('admin')
  async list(@CurrentActor() actor: Actor, @Query() query: WebhooksQuery): Promise<Envelope<WebhookView[]>> {
    return listEnvelope(await this.webhooks.list(actor, query), query);
  }

  /** Deletes a webhook. Pending deliveries are dropped. */
  @Post('deleteWebhook')
  @HttpCode(200)
  @Allow('admin')
  async delete(
    @CurrentActor() actor: Actor,
    @Body() body: WebhookQuery,
    @IfMatch() ifMatch: string | null,
  ): Promise<Envelope<{ id: string }>> {
    await this.webhooks.delete(actor, body.id, ifMatch);
    return envelope({ id: body.id });
  }

  /** Deliveries of the last thirty days, newest first. */
  @Get('getDeliveries')
  @Allow('admin')
  async deliveries(@CurrentActor() actor: Actor, @Query() query: DeliveriesQuery): Promise<Envelope<DeliveryView[]>> {
    return listEnvelope(await this.webhooks.deliveries(actor, query), query);
  }

  /** Sends a `webhook.test` event; `getDeliveries` shows the outcome. */
  @Post('testWebhook')
  @HttpCode(200)
  @Allow('admin')
  async test(@CurrentActor() actor: Actor, @Body() body: WebhookQuery): Promise<Envelope<DeliveryView>> {
    return envelope(await this.webhooks.test(actor, body.id));
  }
}

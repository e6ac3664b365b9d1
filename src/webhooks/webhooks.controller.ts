import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import type { Actor } from '../organizations/access/actor.js';
import { Allow } from '../organizations/access/allow.decorator.js';
import { CurrentActor } from '../organizations/access/current-actor.decorator.js';
import { envelope, listEnvelope, type Envelope } from '../platform/http/envelope.js';
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

  /** Has an address told of the organization's events. Shows the secret that signs them, where it makes one, this once. */
  @Post('createWebhook')
  @HttpCode(200)
  @Allow('admin')
  async create(@CurrentActor() actor: Actor, @Body() body: CreateWebhookBody): Promise<Envelope<WebhookView>> {
    return envelope(await this.webhooks.create(actor, body));
  }

  /**
   * Changes a webhook; members left out stay. A secret that is replaced signs for another day beside the new one; another
   * host gets a new secret.
   */
  @Post('updateWebhook')
  @HttpCode(200)
  @Allow('admin')
  async update(@CurrentActor() actor: Actor, @Body() body: UpdateWebhookBody): Promise<Envelope<WebhookView>> {
    return envelope(await this.webhooks.update(actor, body));
  }

  @Get('getWebhook')
  @Allow('admin')
  async get(@CurrentActor() actor: Actor, @Query() query: WebhookQuery): Promise<Envelope<WebhookView>> {
    return envelope(await this.webhooks.get(actor, query.id));
  }

  /** The organization's webhooks, newest first. */
  @Get('getWebhooks')
  @Allow('admin')
  async list(@CurrentActor() actor: Actor, @Query() query: WebhooksQuery): Promise<Envelope<WebhookView[]>> {
    return listEnvelope(await this.webhooks.list(actor, query.org_id, query), query);
  }

  /** Deletes a webhook; what still waits for it is not sent any more. */
  @Post('deleteWebhook')
  @HttpCode(200)
  @Allow('admin')
  async delete(@CurrentActor() actor: Actor, @Body() body: WebhookQuery): Promise<Envelope<{ id: string }>> {
    await this.webhooks.delete(actor, body.id);
    return envelope({ id: body.id });
  }

  /** What was sent, or is to be, newest first, for thirty days. */
  @Get('getDeliveries')
  @Allow('admin')
  async deliveries(@CurrentActor() actor: Actor, @Query() query: DeliveriesQuery): Promise<Envelope<DeliveryView[]>> {
    return listEnvelope(await this.webhooks.deliveries(actor, query, query), query);
  }

  /** Sends a `webhook.test` event; `getDeliveries` tells how it went. */
  @Post('testWebhook')
  @HttpCode(200)
  @Allow('admin')
  async test(@CurrentActor() actor: Actor, @Body() body: WebhookQuery): Promise<Envelope<DeliveryView>> {
    return envelope(await this.webhooks.test(actor, body.id));
  }
}

import { Module } from '@nestjs/common';
import { DeliverHandler } from './deliver.handler.js';
import { WebhookSecrets } from './webhook-secrets.js';
import { WebhooksController } from './webhooks.controller.js';
import { WebhooksRepository } from './webhooks.repository.js';
import { WebhooksService } from './webhooks.service.js';

/** Tells addresses outside what happened (docs/adr/0011-webhooks.md). Rooms to the right announce events. */
@Module({
  controllers: [WebhooksController],
  providers: [WebhooksRepository, WebhookSecrets, WebhooksService, DeliverHandler],
})
export class WebhooksModule {}

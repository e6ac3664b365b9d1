import { Module } from '@nestjs/common';
import { Configuration } from '../platform/configuration/configuration.js';
import { RetentionRegistry } from '../platform/retention/retention-registry.js';
import { DeliverWebhookHandler } from './deliver-webhook.handler.js';
import { WebhookSecrets } from './webhook-secrets.js';
import { WebhooksController } from './webhooks.controller.js';
import { WebhooksService } from './webhooks.service.js';

/** Sends events to registered addresses (docs/adr/0011-webhooks.md). Later modules publish events. */
@Module({
  controllers: [WebhooksController],
  providers: [WebhookSecrets, WebhooksService, DeliverWebhookHandler],
})
export class WebhooksModule {
  constructor(retention: RetentionRegistry, { jobRetentionDays: days }: Configuration) {
    const expired = `t.status <> 'pending' AND t.created_at < $before`;
    retention.register({ name: 'webhook deliveries', table: 'webhook_deliveries', days, expired });
  }
}

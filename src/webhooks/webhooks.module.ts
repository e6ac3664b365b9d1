import { Module } from '@nestjs/common';
import { Configuration } from '../platform/configuration/configuration.js';
import { ContentsRegistry, countRows } from '../organizations/contents/contents-registry.js';
import { RetentionRegistry } from '../platform/retention/retention-registry.js';
import { dropPendingDeliveries } from './deliveries.repository.js';
import { DeliverWebhookHandler } from './deliver-webhook.handler.js';
import { WebhookSecrets } from './webhook-secrets.js';
import { WebhooksController } from './webhooks.controller.js';
import { deleteWebhooksOf } from './webhooks.repository.js';
import { WebhooksService } from './webhooks.service.js';

const liveWebhooks = 'webhooks WHERE org_id = $orgId AND $teamId::uuid IS NULL AND deleted_at IS NULL';

/** Sends events to registered addresses (docs/adr/0011-webhooks.md). Later modules publish events. */
@Module({
  controllers: [WebhooksController],
  providers: [WebhookSecrets, WebhooksService, DeliverWebhookHandler],
})
export class WebhooksModule {
  constructor(retention: RetentionRegistry, { jobRetentionDays: days }: Configuration, contents: ContentsRegistry) {
    contents.register({
      name: 'webhooks',
      count: (sql, owner) => countRows(sql, owner, liveWebhooks),
      remove: async (sql, { orgId, teamId }) => {
        if (teamId !== null) return;
        // What no job will ever send would stay for good.
        await dropPendingDeliveries(sql, await deleteWebhooksOf(sql, orgId), 'The organization was deleted');
      },
    });
    const expired = `t.status <> 'pending' AND t.created_at < $before`;
    retention.register(
      { name: 'webhook deliveries', table: 'webhook_deliveries', days, expired },
      {
        name: 'deleted webhooks',
        table: 'webhooks',
        days,
        expired: `t.deleted_at < $before AND NOT EXISTS (SELECT FROM webhook_deliveries d WHERE d.webhook_id = t.id)`,
      },
    );
  }
}

import { defineJob } from '../jobs/job.js';
import { IsId } from '../platform/identifiers/is-id.js';

export class DeliverWebhookPayload {
  @IsId()
  webhook_id!: string;
}

/** Sends pending deliveries of one webhook. Each delivery has its own retries; see `DeliverWebhookHandler`. */
export const DeliverWebhook = defineJob({
  name: 'webhook.deliver',
  payload: DeliverWebhookPayload,
  timeoutSeconds: 600,
  retry: { attempts: 20, firstDelaySeconds: 10, maxDelaySeconds: 3_600 },
});

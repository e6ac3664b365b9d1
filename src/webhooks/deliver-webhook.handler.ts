import { CallerError } from '../model/errors.js';
import { enqueue } from '../jobs/enqueue.js';
import { Handles, type JobHandler } from '../jobs/handlers.js';
import type { JobContext } from '../jobs/job-context.js';
import { deliveryRetry, retryDelaySeconds } from '../jobs/retry-policy.js';
import type { Sql } from '../platform/database/sql.js';
import { waitSecondsOf } from '../platform/http/retry-after.js';
import { EgressClient } from '../platform/egress/egress-client.js';
import { EgressUnavailableError } from '../platform/egress/egress-timer.js';
import {
  dropPendingDeliveries,
  secondsToNextDelivery,
  recordDeliveryAttempt,
  claimDueDelivery,
  type DueDelivery,
} from './deliveries.repository.js';
import { signedHeaders } from './signature.js';
import { lostWebhookSecret, WebhookSecrets } from './webhook-secrets.js';
import { DeliverWebhook, type DeliverWebhookPayload } from './webhooks.jobs.js';
import { findWebhook, recordWebhookSuccess, recordWebhookFailure, type WebhookRow } from './webhooks.repository.js';

/** After this many failures in a row the job pauses. */
const maxFailures = 3;
const restSeconds = 60;
const maxRunMs = 120_000;
const requestLimits = { maxBytes: 1024 * 1024, seconds: 15, silenceSeconds: 15 };

interface DeliveryResponse {
  readonly status: number | null;
  readonly error: string;
  /** How long the receiver asks to wait. */
  readonly waitSeconds: number;
}

/**
 * Sends due deliveries of one webhook one by one, oldest first. A failed delivery is retried by itself and delays no
 * other. After a crash a delivery may be sent twice; receivers recognize it by its event id.
 */
@Handles(DeliverWebhook)
export class DeliverWebhookHandler implements JobHandler<DeliverWebhookPayload> {
  constructor(
    private readonly outside: EgressClient,
    private readonly secrets: WebhookSecrets,
  ) {}

  async handle(context: JobContext, { webhook_id }: DeliverWebhookPayload): Promise<void> {
    const end = performance.now() + maxRunMs;
    let failures = 0;
    let sent = 0;
    while (failures < maxFailures && performance.now() < end) {
      const taken = await context.transaction((sql) => this.claim(sql, webhook_id));
      if (!taken) break;
      const answer = await this.send(taken, context.signal);
      context.signal.throwIfAborted();
      const isDelivered = answer.error === '';
      await context.transaction((sql) => this.record(sql, taken, answer));
      failures = isDelivered ? 0 : failures + 1;
      sent += isDelivered ? 1 : 0;
    }
    await context.transaction(async (sql) => {
      await this.enqueueNext(sql, context, webhook_id, failures < maxFailures ? 0 : restSeconds);
      await context.complete(sql, { result: { sent } });
    });
  }

  private async claim(sql: Sql, webhookId: string): Promise<ClaimedDelivery | null> {
    const webhook = await findWebhook(sql, webhookId);
    if (!webhook?.active) {
      await dropPendingDeliveries(sql, [webhookId], 'The webhook is not active');
      return null;
    }
    const delivery = await claimDueDelivery(sql, webhookId);
    return delivery && { webhook, delivery, secrets: await this.secrets.read(sql, webhook) };
  }

  private async send({ webhook, delivery, secrets }: ClaimedDelivery, signal: AbortSignal): Promise<DeliveryResponse> {
    if (secrets === null) return { status: null, error: lostWebhookSecret, waitSeconds: 0 };
    const { event_id: id, body, timestamp } = delivery;
    try {
      const answer = await this.outside.send(webhook.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...signedHeaders(secrets, { id, timestamp, body }) },
        body: Buffer.from(body),
        noRedirects: true,
        withoutBody: true,
        limits: requestLimits,
        signal,
      });
      const isTaken = answer.status >= 200 && answer.status < 300;
      const error = isTaken ? '' : `The receiver answered ${answer.status}`;
      return { status: answer.status, error, waitSeconds: waitSecondsOf(answer.headers) };
    } catch (error) {
      if (!(error instanceof CallerError) && !(error instanceof EgressUnavailableError)) throw error;
      return { status: null, error: error.message, waitSeconds: 0 };
    }
  }

  private async record(
    sql: Sql,
    { webhook, delivery }: ClaimedDelivery,
    { status, error, waitSeconds }: DeliveryResponse,
  ): Promise<void> {
    const again = error !== '' && delivery.attempts < deliveryRetry.attempts;
    await recordDeliveryAttempt(sql, delivery.id, {
      status: error === '' ? 'delivered' : again ? 'pending' : 'failed',
      response_status: status,
      error,
      delaySeconds: again ? Math.max(waitSeconds, retryDelaySeconds(delivery.attempts, deliveryRetry)) : 0,
    });
    if (error === '') return recordWebhookSuccess(sql, webhook.id);
    const isDisabled = await recordWebhookFailure(sql, webhook.id, status === 410);
    if (isDisabled) await dropPendingDeliveries(sql, [webhook.id], 'The webhook was disabled');
  }

  private async enqueueNext(
    sql: Sql,
    { orgId, subject }: JobContext,
    webhook_id: string,
    minSeconds: number,
  ): Promise<void> {
    const seconds = await secondsToNextDelivery(sql, webhook_id);
    if (seconds === null) return;
    await enqueue(
      sql,
      DeliverWebhook,
      { webhook_id },
      {
        orgId,
        delaySeconds: Math.max(seconds, minSeconds),
        ...(subject && { subject }),
        dedupe: { key: webhook_id, until: 'started' },
      },
    );
  }
}

interface ClaimedDelivery {
  readonly webhook: WebhookRow;
  readonly delivery: DueDelivery;
  /** Null: they cannot be read. */
  readonly secrets: readonly string[] | null;
}

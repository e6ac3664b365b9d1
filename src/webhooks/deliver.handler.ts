import { CallerError } from '../model/errors.js';
import { enqueue } from '../jobs/enqueue.js';
import { Handles, type JobHandler } from '../jobs/handler.js';
import type { JobContext } from '../jobs/job-context.js';
import { backOff } from '../jobs/verdict.js';
import type { Sql } from '../platform/database/sql.js';
import { OutsideClient } from '../platform/outside/outside-client.js';
import { OutsideUnavailable } from '../platform/outside/outside-clock.js';
import { dropPending, nextDue, recordAttempt, takeDue, type DueDelivery } from './deliveries.repository.js';
import { signedHeaders } from './signature.js';
import { WebhookSecrets } from './webhook-secrets.js';
import { DeliverWebhook, type DeliverWebhookPayload } from './webhooks.jobs.js';
import { WebhooksRepository, type WebhookRow } from './webhooks.repository.js';

/** Attempts at one event: over some 28 hours. */
const retry = { attempts: 15, firstDelaySeconds: 10, maxDelaySeconds: 6 * 3_600 };
/** A receiver that fails so often in a row is left alone for a while, and the worker does other things. */
const mostFailures = 3;
const restSeconds = 60;
const longestRunMs = 120_000;
const limits = { maxBytes: 1024 * 1024, seconds: 15, silenceSeconds: 15 };

interface Answer {
  readonly status: number | null;
  readonly error: string;
}

/**
 * Sends what is due for one webhook, one event after the other, oldest first. An event that fails is due again later, by
 * itself: it holds up no other. A worker that dies after sending sends again: receivers know an event by its id.
 */
@Handles(DeliverWebhook)
export class DeliverHandler implements JobHandler<DeliverWebhookPayload> {
  constructor(
    private readonly outside: OutsideClient,
    private readonly webhooks: WebhooksRepository,
    private readonly secrets: WebhookSecrets,
  ) {}

  async handle(context: JobContext, { webhook_id }: DeliverWebhookPayload): Promise<void> {
    const end = performance.now() + longestRunMs;
    let failures = 0;
    let sent = 0;
    while (failures < mostFailures && performance.now() < end) {
      const taken = await context.transaction((sql) => this.take(sql, webhook_id));
      if (!taken) break;
      const answer = await this.send(taken, context.signal);
      context.signal.throwIfAborted();
      const isDelivered = answer.error === '';
      await context.transaction((sql) => this.record(sql, taken, answer));
      failures = isDelivered ? 0 : failures + 1;
      sent += isDelivered ? 1 : 0;
    }
    await context.transaction(async (sql) => {
      await this.followUp(sql, context, webhook_id, failures < mostFailures ? 0 : restSeconds);
      await context.complete(sql, { result: { sent } });
    });
  }

  private async take(sql: Sql, webhookId: string): Promise<Taken | null> {
    const webhook = await this.webhooks.find(sql, webhookId);
    if (!webhook?.active) {
      await dropPending(sql, webhookId, 'The webhook is not active');
      return null;
    }
    const delivery = await takeDue(sql, webhookId);
    return delivery && { webhook, delivery, secrets: await this.secrets.read(sql, webhook) };
  }

  private async send({ webhook, delivery, secrets }: Taken, signal: AbortSignal): Promise<Answer> {
    const { event_id: id, body, timestamp } = delivery;
    try {
      const answer = await this.outside.open(webhook.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...signedHeaders(secrets, { id, timestamp, body }) },
        body: Buffer.from(body),
        noRedirects: true,
        limits,
        signal,
      });
      answer.body.destroy();
      const isTaken = answer.status >= 200 && answer.status < 300;
      return { status: answer.status, error: isTaken ? '' : `The receiver answered ${answer.status}` };
    } catch (error) {
      if (!(error instanceof CallerError) && !(error instanceof OutsideUnavailable)) throw error;
      return { status: null, error: error.message };
    }
  }

  private async record(sql: Sql, { webhook, delivery }: Taken, { status, error }: Answer): Promise<void> {
    const again = error !== '' && delivery.attempts < retry.attempts;
    await recordAttempt(sql, delivery.id, {
      ...{ status: error === '' ? 'delivered' : again ? 'pending' : 'failed', response_status: status, error },
      delaySeconds: again ? backOff(delivery.attempts, retry) : 0,
    });
    if (error === '') return this.webhooks.succeeded(sql, webhook.id);
    const isDisabled = await this.webhooks.failed(sql, webhook.id, status === 410);
    if (isDisabled) await dropPending(sql, webhook.id, 'The webhook was disabled');
  }

  private async followUp(
    sql: Sql,
    { orgId, subject }: JobContext,
    webhook_id: string,
    leastSeconds: number,
  ): Promise<void> {
    const seconds = await nextDue(sql, webhook_id);
    if (seconds === null) return;
    await enqueue(
      sql,
      DeliverWebhook,
      { webhook_id },
      {
        ...{ orgId, delaySeconds: Math.max(seconds, leastSeconds), ...(subject && { subject }) },
        dedupe: { key: webhook_id, until: 'started' },
      },
    );
  }
}

interface Taken {
  readonly webhook: WebhookRow;
  readonly delivery: DueDelivery;
  readonly secrets: readonly string[];
}

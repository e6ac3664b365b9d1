import { Handles, type JobHandler } from '../jobs/handlers.js';
import type { JobContext } from '../jobs/job-context.js';
import { deliveryRetry, retryDelaySeconds } from '../jobs/retry-policy.js';
import type { Sql } from '../platform/database/sql.js';
import { newId } from '../platform/identifiers/uuid.js';
import { alarmText, nothingPassed } from './alarm-text.js';
import { SendAlarms, type SendAlarmsPayload } from './alarms.jobs.js';
import { ChannelSecrets, lostChannelSecret } from './channel-secrets.js';
import { findChannel, recordChannelFailure, recordChannelSuccess, type ChannelRow } from './channels.repository.js';
import {
  claimDueMessage,
  dropPendingMessages,
  insertMessage,
  markDelivered,
  recordMessageAttempt,
  takeTurn,
  waitingDigest,
  type DueMessage,
} from './messages.repository.js';
import type { Receipt } from './receivers/receiver.js';
import { Receivers } from './receivers/receivers.js';

/** After this many failures in a row the job ends; the scheduler takes the channel up again. */
const maxFailures = 3;

interface ClaimedMessage {
  readonly channel: ChannelRow;
  readonly message: DueMessage;
  readonly secret: string | null;
}

/**
 * Puts everything that waits for a channel into one message when its time has come, then sends the messages that are
 * due, oldest first. After a crash between sending and recording a message is sent twice.
 */
@Handles(SendAlarms)
export class SendAlarmsHandler implements JobHandler<SendAlarmsPayload> {
  constructor(
    private readonly receivers: Receivers,
    private readonly secrets: ChannelSecrets,
  ) {}

  async handle(context: JobContext, { channel_id }: SendAlarmsPayload): Promise<void> {
    await context.transaction((sql) => this.compose(sql, channel_id));
    let sent = 0;
    for (let failures = 0; failures < maxFailures;) {
      const claimed = await context.transaction((sql) => this.claim(sql, channel_id));
      if (!claimed) break;
      const receipt = await this.send(claimed, context.signal);
      context.signal.throwIfAborted();
      await context.transaction((sql) => record(sql, claimed, receipt));
      failures = receipt.isTaken ? 0 : failures + 1;
      sent += receipt.isTaken ? 1 : 0;
    }
    await context.transaction((sql) => context.complete(sql, { result: { sent } }));
  }

  private async compose(sql: Sql, channelId: string): Promise<void> {
    if (!(await takeTurn(sql, channelId))) return;
    const channel = await findChannel(sql, channelId);
    if (!channel) return;
    const receiver = this.receivers.of(channel.kind);
    const digest = await waitingDigest(sql, channel, receiver.limits.lines);
    const id = newId();
    await markDelivered(sql, channelId, id);
    const text = alarmText(digest, receiver.limits);
    const isEmpty = digest.events.length === 0;
    await insertMessage(sql, channel, {
      id,
      subject: isEmpty ? nothingPassed(digest) : text.title,
      body: isEmpty ? '' : receiver.render(text),
      alarms: digest.events.reduce((sum, { passing }) => sum + passing, 0),
    });
  }

  private async claim(sql: Sql, channelId: string): Promise<ClaimedMessage | null> {
    const channel = await findChannel(sql, channelId);
    if (!channel?.active) {
      await dropPendingMessages(sql, channelId, 'The channel is not active');
      return null;
    }
    const message = await claimDueMessage(sql, channelId);
    return message && { channel, message, secret: await this.secrets.read(sql, channel) };
  }

  private async send({ channel, message, secret }: ClaimedMessage, signal: AbortSignal): Promise<Receipt> {
    if (secret === null)
      return {
        error: lostChannelSecret,
        isTaken: false,
        isFinal: true,
        waitSeconds: 0,
      };
    return this.receivers.of(channel.kind).send({ ...message, target: channel.target, secret, signal });
  }
}

async function record(sql: Sql, { channel, message }: ClaimedMessage, receipt: Receipt): Promise<void> {
  const { error, isTaken, isFinal, waitSeconds } = receipt;
  const again = !isTaken && !isFinal && message.attempts < deliveryRetry.attempts;
  await recordMessageAttempt(sql, message.id, {
    status: isTaken ? 'delivered' : again ? 'pending' : 'failed',
    error,
    delaySeconds: again ? Math.max(waitSeconds, retryDelaySeconds(message.attempts, deliveryRetry)) : 0,
  });
  if (isTaken) return recordChannelSuccess(sql, channel.id);
  const isDisabled = await recordChannelFailure(sql, channel.id);
  if (isDisabled) await dropPendingMessages(sql, channel.id, 'The channel was switched off');
}

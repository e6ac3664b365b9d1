import { defineJob } from '../jobs/job.js';
import { IsId } from '../platform/identifiers/is-id.js';

export class SendAlarmsPayload {
  @IsId()
  channel_id!: string;
}

/** Puts what waits for a channel into a message, and sends its messages. Each has its own retries. */
export const SendAlarms = defineJob({
  name: 'alarm.send',
  payload: SendAlarmsPayload,
  timeoutSeconds: 600,
  retry: { attempts: 20, firstDelaySeconds: 10, maxDelaySeconds: 3_600 },
});

/** A job for each channel, unless one is open. */
export const channelJobs = (channels: readonly { id: string; org_id: string }[]) =>
  channels.map(({ id, org_id }) => ({
    orgId: org_id,
    payload: { channel_id: id },
    subject: { kind: 'alarm channel', id },
    dedupe: { key: id, until: 'finished' } as const,
  }));

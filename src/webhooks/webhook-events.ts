import { enqueueAll } from '../jobs/enqueue.js';
import type { Sql } from '../platform/database/sql.js';
import { newId } from '../platform/identifiers/uuid.js';
import { insertDeliveries, findSubscribedWebhooks } from './deliveries.repository.js';
import type { EventType } from './event-types.js';
import { DeliverWebhook } from './webhooks.jobs.js';

/** Content of one event: ids and names, no secrets. */
export type EventData = Readonly<Record<string, unknown>>;

/** Creates deliveries for the organization's subscribed webhooks, in the caller's transaction. */
export async function publishEvent(
  sql: Sql,
  orgId: string,
  type: EventType,
  data: readonly EventData[],
): Promise<void> {
  if (data.length === 0) return;
  const webhooks = await findSubscribedWebhooks(sql, orgId, type);
  if (webhooks.length > 0) await createDeliveries(sql, { orgId, webhooks, type, data });
}

/** Whether the event needs to be composed at all. */
export const hasSubscribers = async (sql: Sql, orgId: string, type: EventType): Promise<boolean> =>
  (await findSubscribedWebhooks(sql, orgId, type)).length > 0;

/** @returns ids of the deliveries */
export async function createDeliveries(
  sql: Sql,
  to: { orgId: string; webhooks: readonly string[]; type: string; data: readonly EventData[] },
): Promise<string[]> {
  const { orgId, webhooks, type } = to;
  const events = to.data.map((data) => ({ id: newId(), data }));
  const rows = webhooks.flatMap((webhook_id) =>
    events.map(({ id, data }) => ({ id: newId(), webhook_id, event_id: id, type, data })),
  );
  await insertDeliveries(sql, orgId, rows);
  await enqueueAll(
    sql,
    DeliverWebhook,
    webhooks.map((webhook_id) => ({
      orgId,
      payload: { webhook_id },
      subject: { kind: 'webhook', id: webhook_id },
      dedupe: { key: webhook_id, until: 'started' } as const,
    })),
  );
  return rows.map(({ id }) => id);
}

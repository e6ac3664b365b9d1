import { orderBy, type ListPage, type Orders } from '../platform/database/order-by.js';
import type { Sql } from '../platform/database/sql.js';
import type { DeliveryView } from './webhooks.dto.js';

/** Pending deliveries of one webhook; more are recorded as dropped. */
const maxBacklog = 10_000;
/** After this time a claimed delivery is due again, because its worker has died. */
const leaseSeconds = 120;

export interface NewDelivery {
  readonly id: string;
  readonly webhook_id: string;
  readonly event_id: string;
  readonly type: string;
  readonly data: object;
}

export interface DueDelivery {
  readonly id: string;
  readonly event_id: string;
  readonly body: string;
  readonly attempts: number;
  /** Seconds since 1970, by the database's clock. */
  readonly timestamp: number;
}

/** Active webhooks of the organization that subscribe to the event type. */
export async function findSubscribedWebhooks(sql: Sql, orgId: string, type: string): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `SELECT id FROM webhooks WHERE org_id = $orgId AND deleted_at IS NULL AND active
     AND (events = '{}' OR $type = ANY (events)) ORDER BY created_at, id`,
    { orgId, type },
  );
  return rows.map(({ id }) => id);
}

/** Bodies as in Standard Webhooks: type, timestamp, data. Deliveries beyond the backlog are recorded as dropped. */
export async function insertDeliveries(sql: Sql, orgId: string, rows: readonly NewDelivery[]): Promise<void> {
  const moment = await sql.one<{ now: Date }>('SELECT now()');
  const timestamp = moment!.now.toISOString();
  const bodies = rows.map(({ type, data }) => JSON.stringify({ type, timestamp, data }).toWellFormed());
  await sql.run(
    `INSERT INTO webhook_deliveries (id, org_id, webhook_id, event_id, type, body, status, error, finished_at)
     SELECT e.id, $orgId, e.webhook_id, e.event_id, e.type, e.body,
            CASE WHEN waiting.n < $maxBacklog THEN 'pending' ELSE 'dropped' END,
            CASE WHEN waiting.n < $maxBacklog THEN '' ELSE 'Too many events were pending' END,
            CASE WHEN waiting.n < $maxBacklog THEN NULL ELSE now() END
     FROM unnest($ids::uuid[], $webhookIds::uuid[], $eventIds::uuid[], $types::text[], $bodies::text[]) AS e (id, webhook_id, event_id, type, body)
     CROSS JOIN LATERAL (SELECT count(*) AS n FROM (SELECT FROM webhook_deliveries d
       WHERE d.webhook_id = e.webhook_id AND d.status = 'pending' LIMIT $maxBacklog) earlier) waiting`,
    {
      orgId,
      ids: rows.map(({ id }) => id),
      webhookIds: rows.map(({ webhook_id }) => webhook_id),
      eventIds: rows.map(({ event_id }) => event_id),
      types: rows.map(({ type }) => type),
      bodies,
      maxBacklog,
    },
  );
}

/** Claims the oldest due delivery for one attempt; null if none is due. */
export function claimDueDelivery(sql: Sql, webhookId: string): Promise<DueDelivery | null> {
  return sql.one<DueDelivery>(
    `UPDATE webhook_deliveries d SET attempts = attempts + 1, due_at = now() + make_interval(secs => $leaseSeconds)
     WHERE id = (SELECT id FROM webhook_deliveries WHERE webhook_id = $webhookId AND status = 'pending' AND due_at <= now()
                 ORDER BY due_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING id, event_id, body, attempts, extract(epoch FROM now())::int AS timestamp`,
    { webhookId, leaseSeconds },
  );
}

/** Seconds until the next delivery is due; null if none is pending. */
export async function secondsToNextDelivery(sql: Sql, webhookId: string): Promise<number | null> {
  const row = await sql.one<{ seconds: number | null }>(
    `SELECT greatest(0, extract(epoch FROM min(due_at) - now()))::float8 AS seconds
     FROM webhook_deliveries WHERE webhook_id = $webhookId AND status = 'pending'`,
    { webhookId },
  );
  return row?.seconds ?? null;
}

export interface AttemptResult {
  readonly status: 'delivered' | 'failed' | 'pending';
  readonly response_status: number | null;
  readonly error: string;
  /** Of a delivery that stays pending. */
  readonly delaySeconds: number;
}

export async function recordDeliveryAttempt(sql: Sql, id: string, result: AttemptResult): Promise<void> {
  await sql.run(
    `UPDATE webhook_deliveries SET status = $status, response_status = $responseStatus, error = $error,
            due_at = now() + make_interval(secs => $delaySeconds), finished_at = CASE WHEN $status = 'pending' THEN NULL ELSE now() END
     WHERE id = $id AND status = 'pending'`,
    {
      id,
      status: result.status,
      responseStatus: result.response_status,
      error: result.error,
      delaySeconds: result.delaySeconds,
    },
  );
}

/** For webhooks that were deleted or disabled. */
export async function dropPendingDeliveries(sql: Sql, webhookIds: readonly string[], why: string): Promise<void> {
  await sql.run(
    `UPDATE webhook_deliveries SET status = 'dropped', error = $why, finished_at = now()
     WHERE webhook_id = ANY ($webhookIds::uuid[]) AND status = 'pending'`,
    { webhookIds, why },
  );
}

const orders: Orders = {
  created_at: 'created_at',
  finished_at: 'finished_at',
  attempts: 'attempts',
  type: 'type',
};

export interface DeliveryFilter {
  readonly webhookId: string;
  readonly status?: string | null;
  readonly type?: string | null;
  readonly id?: string | null;
}

/** Newest first where `sort` says nothing. */
export async function deliveryPage(
  sql: Sql,
  { webhookId, status, type, id }: DeliveryFilter,
  { offset, limit, sort }: ListPage,
): Promise<{ rows: DeliveryView[]; total: number }> {
  const condition = `webhook_id = $webhookId AND ($status::text IS NULL OR status = $status)
    AND ($type::text IS NULL OR type = $type) AND ($id::uuid IS NULL OR id = $id)`;
  const parameters = { webhookId, status: status || null, type: type || null, id: id ?? null };
  const rows = await sql.query<DeliveryView>(
    `SELECT id, webhook_id, event_id, type, body, status, attempts, response_status, error, created_at, finished_at,
            CASE WHEN status = 'pending' THEN due_at END AS due_at
     FROM webhook_deliveries WHERE ${condition}
     ORDER BY ${orderBy(orders, sort, 'created_at DESC, id DESC')} OFFSET $offset LIMIT $limit`,
    { ...parameters, offset, limit },
  );
  const count = await sql.one<{ total: number }>(
    `SELECT count(*)::int AS total FROM webhook_deliveries WHERE ${condition}`,
    parameters,
  );
  return { rows, total: count?.total ?? 0 };
}

import { containing, orderBy, type ListPage, type Orders } from '../platform/database/order-by.js';
import type { Sql } from '../platform/database/sql.js';
import { newId } from '../platform/identifiers/uuid.js';

/** Editable fields, without the secret. */
export interface WebhookFields {
  readonly url: string;
  readonly description: string;
  readonly events: readonly string[];
  readonly active: boolean;
}

export interface WebhookRow extends WebhookFields {
  readonly id: string;
  readonly org_id: string;
  readonly disabled_reason: string;
  readonly failing_since: Date | null;
  readonly previous_until: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export interface SealedSecrets {
  readonly sealed: Buffer;
  /** While it is still in use. */
  readonly previous_sealed: Buffer | null;
}

/** A replaced secret stays in use for this long. */
const overlapHours = 24;
/** After this many days without a success the webhook is disabled. */
const maxFailingDays = 5;

const columns = `id, org_id, url, description, events, active, disabled_reason, failing_since, created_at, updated_at,
  CASE WHEN previous_until > now() THEN previous_until END AS previous_until`;

export function findWebhook(sql: Sql, id: string): Promise<WebhookRow | null> {
  return sql.one<WebhookRow>(`SELECT ${columns} FROM webhooks WHERE id = $id AND deleted_at IS NULL`, { id });
}

/** Locks the row. */
export async function findWebhookForUpdate(sql: Sql, id: string): Promise<WebhookRow | null> {
  await sql.run('SELECT FROM webhooks WHERE id = $id FOR UPDATE', { id });
  return findWebhook(sql, id);
}

export const webhookOrders: Orders = { url: 'url', created_at: 'created_at', updated_at: 'updated_at' };

export interface WebhookFilter {
  readonly orgId: string;
  readonly q: string | null;
  readonly active: boolean | null;
}

/** Newest first where `sort` says nothing. */
export async function webhookPage(
  sql: Sql,
  { orgId, q, active }: WebhookFilter,
  { offset, limit, sort }: ListPage,
): Promise<{ rows: WebhookRow[]; total: number }> {
  const from = `FROM webhooks WHERE org_id = $orgId AND deleted_at IS NULL
    AND ($pattern::text IS NULL OR concat_ws(' ', url, description) ILIKE $pattern)
    AND ($active::boolean IS NULL OR active = $active)`;
  const parameters = { orgId, pattern: containing(q), active };
  const rows = await sql.query<WebhookRow>(
    `SELECT ${columns} ${from}
     ORDER BY ${orderBy(webhookOrders, sort, 'created_at DESC, id DESC')} OFFSET $offset LIMIT $limit`,
    { ...parameters, offset, limit },
  );
  const counted = await sql.one<{ total: number }>(`SELECT count(*)::int AS total ${from}`, parameters);
  return { rows, total: counted?.total ?? 0 };
}

export async function countWebhooks(sql: Sql, orgId: string): Promise<number> {
  const row = await sql.one<{ n: number }>(
    'SELECT count(*)::int AS n FROM webhooks WHERE org_id = $orgId AND deleted_at IS NULL',
    { orgId },
  );
  return row?.n ?? 0;
}

/** @param seal seals the secret for the id of the new webhook */
export async function insertWebhook(
  sql: Sql,
  orgId: string,
  row: WebhookFields,
  seal: (id: string) => Buffer,
): Promise<WebhookRow> {
  const id = newId();
  await sql.run(
    `INSERT INTO webhooks (id, org_id, url, description, events, active, sealed) VALUES ($id, $orgId, $url, $description, $events, $active, $sealed)`,
    { id, orgId, url: row.url, description: row.description, events: row.events, active: row.active, sealed: seal(id) },
  );
  return (await findWebhook(sql, id))!;
}

/** Clears earlier failures. */
export async function updateWebhook(sql: Sql, id: string, row: WebhookFields): Promise<void> {
  await sql.run(
    `UPDATE webhooks SET url = $url, description = $description, events = $events, active = $active, updated_at = now(),
            disabled_reason = '', failing_since = NULL
     WHERE id = $id`,
    { id, url: row.url, description: row.description, events: row.events, active: row.active },
  );
}

export async function replaceWebhookSecret(sql: Sql, id: string, sealed: Buffer): Promise<void> {
  await sql.run(
    `UPDATE webhooks SET previous_sealed = nullif(sealed, ''), previous_until = now() + make_interval(hours => $overlapHours), sealed = $sealed,
            updated_at = now()
     WHERE id = $id`,
    { id, sealed, overlapHours },
  );
}

/** For a change of the host, which must not receive the previous secret. */
export async function deletePreviousSecret(sql: Sql, id: string): Promise<void> {
  await sql.run('UPDATE webhooks SET previous_sealed = NULL, previous_until = NULL WHERE id = $id', { id });
}

export async function findWebhookSecrets(sql: Sql, id: string): Promise<SealedSecrets> {
  const row = await sql.one<SealedSecrets>(
    `SELECT sealed, CASE WHEN previous_until > now() THEN previous_sealed END AS previous_sealed
     FROM webhooks WHERE id = $id`,
    { id },
  );
  return row!;
}

export async function deleteWebhook(sql: Sql, id: string): Promise<void> {
  await sql.run(`UPDATE webhooks SET deleted_at = now(), active = false, previous_sealed = NULL WHERE id = $id`, {
    id,
  });
}

/** With the organization. @returns their ids */
export async function deleteWebhooksOf(sql: Sql, orgId: string): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `UPDATE webhooks SET deleted_at = now(), active = false, previous_sealed = NULL
     WHERE org_id = $orgId AND deleted_at IS NULL RETURNING id`,
    { orgId },
  );
  return rows.map(({ id }) => id);
}

export async function recordWebhookSuccess(sql: Sql, id: string): Promise<void> {
  await sql.run('UPDATE webhooks SET failing_since = NULL WHERE id = $id AND failing_since IS NOT NULL', { id });
}

/** @returns whether the webhook was disabled */
export async function recordWebhookFailure(sql: Sql, id: string, isGone: boolean): Promise<boolean> {
  await sql.run('UPDATE webhooks SET failing_since = coalesce(failing_since, now()) WHERE id = $id', { id });
  const why = isGone ? 'The receiver answered 410 Gone' : `No event was delivered for ${maxFailingDays} days`;
  const disabled = await sql.run(
    `UPDATE webhooks SET active = false, disabled_reason = $why, updated_at = now()
     WHERE id = $id AND active AND ($isGone OR failing_since < now() - make_interval(days => ${maxFailingDays}))`,
    { id, why, isGone },
  );
  return disabled > 0;
}

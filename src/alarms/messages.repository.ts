import { severityRank } from '../model/severities.js';
import { orderBy, type ListPage, type Orders } from '../platform/database/order-by.js';
import type { Sql } from '../platform/database/sql.js';
import { alarmItemColumns } from './alarm-events.repository.js';
import type { AlarmItem } from './alarm-types.js';
import type { ChannelRow } from './channels.repository.js';
import type { MessageView } from './channels.view.js';

/** After this time a claimed message is due again, because its worker has died. */
const leaseSeconds = 120;

/** An alarm in a digest, with how many of its items pass the channel's filter. */
export interface DigestEvent {
  readonly id: string;
  readonly type: string;
  readonly sbom_id: string | null;
  readonly sbom_name: string;
  readonly sbom_version: string;
  readonly supplier: string;
  readonly is_first: boolean;
  readonly total: number;
  readonly passing: number;
  readonly exploited: number;
  /** Number of the passing ones of which the news is that they are rated worse. */
  readonly worsened: number;
  /** Left out, because it is not known whether they affect the version. */
  readonly undecided: number;
  /** Number of the passing ones by severity. */
  readonly severities: Readonly<Record<string, number>>;
}

export interface DigestItem extends AlarmItem {
  readonly event_id: string;
}

export interface Digest {
  readonly events: readonly DigestEvent[];
  /** The worst first; the others are counted in the events. */
  readonly items: readonly DigestItem[];
  /** Left out as `DigestEvent.undecided`, of further events of which nothing passes. */
  readonly undecided: number;
}

/**
 * SQL: what the filter says of an item; null: it passes. Severity, EPSS and exploitation concern vulnerabilities.
 *
 * @param item name of the table of items @param isVulnerability condition
 */
export const isLeftOut = (
  item: string,
  isVulnerability: string,
): string => `CASE WHEN NOT (${isVulnerability}) THEN NULL
  WHEN ${item}.status = 'unknown' AND NOT $includeUndecided THEN 'undecided'
  WHEN (${item}.severity <> 'unknown'
      AND ${severityRank(`${item}.severity`)} > ${severityRank('$minSeverity')})
    OR ($minEpss::float8 > 0 AND ${item}.epss < $minEpss AND NOT ${item}.exploited)
    OR ($exploitedOnly AND NOT ${item}.exploited) THEN 'filtered' END`;

const leftOut = isLeftOut('i', `e.type LIKE 'vulnerability.%'`);

const waiting = `FROM alarm_deliveries d JOIN alarm_events e ON e.id = d.event_id
  JOIN alarm_items i ON i.event_id = e.id WHERE d.channel_id = $channelId AND d.message_id IS NULL`;

/** What waits for a channel, after its filter. The caller holds the row of the channel. */
export async function waitingDigest(sql: Sql, channel: ChannelRow, maxItems: number): Promise<Digest> {
  const filter = {
    channelId: channel.id,
    includeUndecided: channel.include_undecided,
    minSeverity: channel.min_severity,
    minEpss: channel.min_epss,
    exploitedOnly: channel.exploited_only,
  };
  const counted = await sql.query<DigestEvent>(
    `SELECT id, type, sbom_id, sbom_name, sbom_version, supplier, is_first, total, sum(n)::int AS passing,
       sum(exploited)::int AS exploited, sum(worsened)::int AS worsened, max(undecided)::int AS undecided,
       coalesce(jsonb_object_agg(severity, n) FILTER (WHERE n > 0), '{}') AS severities
     FROM (SELECT e.id, e.type, e.sbom_id, e.sbom_name, e.sbom_version, e.supplier, e.is_first, e.total, e.created_at,
         i.severity, count(*) FILTER (WHERE ${leftOut} IS NULL) AS n,
         count(*) FILTER (WHERE ${leftOut} IS NULL AND i.exploited) AS exploited,
         count(*) FILTER (WHERE ${leftOut} IS NULL AND i.former_severity IS NOT NULL) AS worsened,
         sum(count(*) FILTER (WHERE ${leftOut} = 'undecided')) OVER (PARTITION BY e.id) AS undecided
       ${waiting} GROUP BY e.id, i.severity) counted
     GROUP BY id, type, sbom_id, sbom_name, sbom_version, supplier, is_first, total, created_at
     HAVING sum(n) > 0 OR max(undecided) > 0 ORDER BY created_at, id`,
    filter,
  );
  const events = counted.filter(({ passing }) => passing > 0);
  const others = counted.filter(({ passing }) => passing === 0);
  const items = await sql.query<DigestItem>(
    `SELECT i.event_id, ${alarmItemColumns('i')} ${waiting} AND ${leftOut} IS NULL
     ORDER BY NOT i.exploited, ${severityRank('i.severity')}, i.epss DESC NULLS LAST, i.event_id, i.position
     LIMIT $maxItems`,
    { ...filter, maxItems },
  );
  return { events, items, undecided: others.reduce((sum, one) => sum + one.undecided, 0) };
}

/** A message that is sent now, or, where nothing passed the filter, one that says so of itself. */
export async function insertMessage(
  sql: Sql,
  channel: ChannelRow,
  message: { id: string; subject: string; body: string; alarms: number },
): Promise<void> {
  await sql.run(
    `INSERT INTO alarm_messages (id, org_id, channel_id, subject, body, alarms, status, finished_at)
     VALUES ($id, $orgId, $channelId, $subject, $body, $alarms,
       CASE WHEN $body = '' THEN 'empty' ELSE 'pending' END, CASE WHEN $body = '' THEN now() END)`,
    { ...message, orgId: channel.org_id, channelId: channel.id },
  );
}

export async function markDelivered(sql: Sql, channelId: string, messageId: string): Promise<void> {
  await sql.run(
    'UPDATE alarm_deliveries SET message_id = $messageId WHERE channel_id = $channelId AND message_id IS NULL',
    { channelId, messageId },
  );
}

/** Takes the channel's turn, if it is its time. The row is locked: what is added now waits for the next message. */
export async function takeTurn(sql: Sql, channelId: string): Promise<boolean> {
  const taken = await sql.run(
    'UPDATE alarm_channels SET send_at = NULL WHERE id = $channelId AND active AND send_at <= now()',
    { channelId },
  );
  return taken > 0;
}

/** Channels with something to put together or to send. */
export const dueChannels = (sql: Sql, limit: number): Promise<{ id: string; org_id: string }[]> =>
  sql.query(
    `SELECT id, org_id FROM alarm_channels WHERE active AND send_at <= now()
     UNION SELECT channel_id, org_id FROM alarm_messages WHERE status = 'pending' AND due_at <= now() LIMIT $limit`,
    { limit },
  );

export interface DueMessage {
  readonly id: string;
  readonly subject: string;
  readonly body: string;
  readonly attempts: number;
}

/** Claims the oldest due message for one attempt; null if none is due. */
export const claimDueMessage = (sql: Sql, channelId: string): Promise<DueMessage | null> =>
  sql.one<DueMessage>(
    `UPDATE alarm_messages SET attempts = attempts + 1, due_at = now() + make_interval(secs => $leaseSeconds)
     WHERE id = (SELECT id FROM alarm_messages WHERE channel_id = $channelId AND status = 'pending' AND due_at <= now()
                 ORDER BY due_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING id, subject, body, attempts`,
    { channelId, leaseSeconds },
  );

export async function recordMessageAttempt(
  sql: Sql,
  id: string,
  result: { status: 'delivered' | 'failed' | 'pending'; error: string; delaySeconds: number },
): Promise<void> {
  await sql.run(
    `UPDATE alarm_messages SET status = $status, error = $error, due_at = now() + make_interval(secs => $delaySeconds),
       finished_at = CASE WHEN $status = 'pending' THEN NULL ELSE now() END
     WHERE id = $id AND status = 'pending'`,
    { id, ...result },
  );
}

/** For channels that were deleted or switched off. */
export async function dropPendingMessages(sql: Sql, channelId: string, why: string): Promise<void> {
  await sql.run(
    `UPDATE alarm_messages SET status = 'dropped', error = $why, finished_at = now()
     WHERE channel_id = $channelId AND status = 'pending'`,
    { channelId, why },
  );
}

export const messageOrders: Orders = { created_at: 'created_at', finished_at: 'finished_at', attempts: 'attempts' };

/** Newest first where `sort` says nothing. */
export async function messagePage(
  sql: Sql,
  { channelId, status, id = null }: { channelId: string; status: string | null; id?: string | null },
  { offset, limit, sort }: ListPage,
): Promise<{ rows: MessageView[]; total: number }> {
  const condition = `channel_id = $channelId AND ($status::text IS NULL OR status = $status) AND ($id::uuid IS NULL OR id = $id)`;
  const rows = await sql.query<MessageView>(
    `SELECT id, channel_id, subject, body, alarms, status, attempts, error, created_at, finished_at,
       CASE WHEN status = 'pending' THEN due_at END AS due_at
     FROM alarm_messages WHERE ${condition}
     ORDER BY ${orderBy(messageOrders, sort, 'created_at DESC, id DESC')} OFFSET $offset LIMIT $limit`,
    { channelId, status, id, offset, limit },
  );
  const count = await sql.one<{ total: number }>(
    `SELECT count(*)::int AS total FROM alarm_messages WHERE ${condition}`,
    { channelId, status, id },
  );
  return { rows, total: count?.total ?? 0 };
}

/** What is in no message yet is given up. */
export async function dropWaiting(sql: Sql, channelId: string): Promise<void> {
  await sql.run('DELETE FROM alarm_deliveries WHERE channel_id = $channelId AND message_id IS NULL', { channelId });
}

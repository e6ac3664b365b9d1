import { containing, orderBy, type ListPage, type Orders } from '../platform/database/order-by.js';
import { countOf, pageOf } from '../platform/database/page.js';
import type { Sql } from '../platform/database/sql.js';
import { newId } from '../platform/identifiers/uuid.js';
import type { ChannelKind } from './alarm-types.js';

/** What is not secret of a receiver. */
export type ChannelTarget = Readonly<Record<string, string | number | readonly string[]>>;

/** Editable fields, without the secret. */
export interface ChannelFields {
  readonly name: string;
  readonly target: ChannelTarget;
  readonly events: readonly string[];
  readonly min_severity: string;
  readonly min_epss: number;
  readonly exploited_only: boolean;
  readonly include_undecided: boolean;
  readonly team_ids: readonly string[];
  readonly suppliers: readonly string[];
  readonly digest: string;
  readonly digest_time: string;
  readonly digest_day: number;
  readonly time_zone: string;
  readonly quiet_from: string | null;
  readonly quiet_to: string | null;
  readonly active: boolean;
}

export interface ChannelRow extends ChannelFields {
  readonly id: string;
  readonly org_id: string;
  readonly kind: ChannelKind;
  readonly disabled_reason: string;
  readonly failing_since: Date | null;
  readonly send_at: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** After this many days without a success the channel is switched off. */
const maxFailingDays = 5;

const fieldColumns: readonly (keyof ChannelFields)[] = [
  'name',
  'target',
  'events',
  'min_severity',
  'min_epss',
  'exploited_only',
  'include_undecided',
  'team_ids',
  'suppliers',
  'digest',
  'digest_time',
  'digest_day',
  'time_zone',
  'quiet_from',
  'quiet_to',
  'active',
];
const columns = `id, org_id, kind, ${fieldColumns.join(', ')}, disabled_reason, failing_since, send_at, created_at, updated_at`;

const fieldParameters = (fields: ChannelFields): Record<string, unknown> => ({
  ...Object.fromEntries(fieldColumns.map((column) => [column, fields[column]])),
  target: JSON.stringify(fields.target),
});

export const findChannel = (sql: Sql, id: string): Promise<ChannelRow | null> =>
  sql.one<ChannelRow>(`SELECT ${columns} FROM alarm_channels WHERE id = $id AND deleted_at IS NULL`, { id });

/** Locks the row. */
export const findChannelForUpdate = (sql: Sql, id: string): Promise<ChannelRow | null> =>
  sql.one<ChannelRow>(`SELECT ${columns} FROM alarm_channels WHERE id = $id AND deleted_at IS NULL FOR UPDATE`, { id });

export const channelOrders: Orders = {
  name: 'lower(name)',
  kind: 'kind',
  created_at: 'created_at',
  updated_at: 'updated_at',
};

export interface ChannelFilter {
  readonly orgId: string;
  readonly q: string | null;
  readonly kind: string | null;
  readonly active: boolean | null;
}

/** Newest first where `sort` says nothing. */
export async function channelPage(
  sql: Sql,
  { orgId, q, kind, active }: ChannelFilter,
  page: ListPage,
): Promise<{ rows: ChannelRow[]; total: number }> {
  const from = `alarm_channels WHERE org_id = $orgId AND deleted_at IS NULL
    AND ($pattern::text IS NULL OR name ILIKE $pattern) AND ($kind::text IS NULL OR kind = $kind)
    AND ($active::boolean IS NULL OR active = $active)`;
  const parameters = { orgId, pattern: containing(q), kind, active };
  const order = orderBy(channelOrders, page.sort, 'created_at DESC, id DESC');
  return pageOf(sql, { columns, from, order }, parameters, page);
}

export const countChannels = (sql: Sql, orgId: string): Promise<number> =>
  countOf(sql, 'alarm_channels WHERE org_id = $orgId AND deleted_at IS NULL', { orgId });

/** @param seal seals the secret for the id of the new channel */
export async function insertChannel(
  sql: Sql,
  { orgId, kind, fields }: { orgId: string; kind: ChannelKind; fields: ChannelFields },
  seal: (id: string) => Buffer,
): Promise<ChannelRow> {
  const id = newId();
  await sql.run(
    `INSERT INTO alarm_channels (id, org_id, kind, sealed, ${fieldColumns.join(', ')})
     VALUES ($id, $orgId, $kind, $sealed, ${fieldColumns.map((column) => `$${column}`).join(', ')})`,
    { id, orgId, kind, sealed: seal(id), ...fieldParameters(fields) },
  );
  return (await findChannel(sql, id))!;
}

/** Clears earlier failures; what waits is sent by the new digest and quiet hours. */
export async function updateChannel(sql: Sql, id: string, fields: ChannelFields): Promise<void> {
  await sql.run(
    `UPDATE alarm_channels SET ${fieldColumns.map((column) => `${column} = $${column}`).join(', ')},
       disabled_reason = '', failing_since = NULL, updated_at = now() WHERE id = $id`,
    { id, ...fieldParameters(fields) },
  );
  await sql.run(
    `UPDATE alarm_channels c SET send_at = CASE WHEN c.active AND EXISTS (
       SELECT FROM alarm_deliveries d WHERE d.channel_id = c.id AND d.message_id IS NULL)
       THEN alarm_send_time(c, now()) END WHERE id = $id`,
    { id },
  );
}

/** Whether they are all teams of the organization. */
export async function areTeams(sql: Sql, orgId: string, ids: readonly string[]): Promise<boolean> {
  const row = await sql.one<{ n: number }>(
    `SELECT count(*)::int AS n FROM teams WHERE org_id = $orgId AND deleted_at IS NULL AND id = ANY ($ids::uuid[])`,
    { orgId, ids },
  );
  return row?.n === ids.length;
}

export async function replaceChannelSecret(sql: Sql, id: string, sealed: Buffer): Promise<void> {
  await sql.run('UPDATE alarm_channels SET sealed = $sealed WHERE id = $id', { id, sealed });
}

export async function findSealedSecret(sql: Sql, id: string): Promise<Buffer> {
  const row = await sql.one<{ sealed: Buffer }>('SELECT sealed FROM alarm_channels WHERE id = $id', { id });
  return row!.sealed;
}

/** Of one channel, or of all of an organization that is deleted. */
export async function deleteChannels(sql: Sql, of: { id: string } | { orgId: string }): Promise<void> {
  const condition = 'id' in of ? 'id = $id' : 'org_id = $orgId';
  await sql.run(
    `UPDATE alarm_channels SET deleted_at = now(), active = false, send_at = NULL, sealed = ''
     WHERE ${condition} AND deleted_at IS NULL`,
    { ...of },
  );
}

export async function recordChannelSuccess(sql: Sql, id: string): Promise<void> {
  await sql.run('UPDATE alarm_channels SET failing_since = NULL WHERE id = $id AND failing_since IS NOT NULL', { id });
}

/** @returns whether the channel was switched off */
export async function recordChannelFailure(sql: Sql, id: string): Promise<boolean> {
  await sql.run('UPDATE alarm_channels SET failing_since = coalesce(failing_since, now()) WHERE id = $id', { id });
  const disabled = await sql.run(
    `UPDATE alarm_channels SET active = false, send_at = NULL, updated_at = now(),
       disabled_reason = 'No message was delivered for ${maxFailingDays} days'
     WHERE id = $id AND active AND failing_since < now() - make_interval(days => ${maxFailingDays})`,
    { id },
  );
  return disabled > 0;
}

export const hasTimeZone = async (sql: Sql, name: string): Promise<boolean> =>
  (await sql.one('SELECT FROM pg_timezone_names WHERE name = $name', { name })) !== null;

import type { Sql } from '../platform/database/sql.js';
import { isTrackerChannel } from './issues/issues.repository.js';
import type { AlarmItem, NewAlarm } from './alarm-types.js';

/**
 * Stores alarms, and that the channels that want them get them, in the transaction of the change. The items are stored
 * before, by `insertAlarmItems` or a statement of the caller.
 */
export async function recordAlarms(sql: Sql, alarms: readonly NewAlarm[]): Promise<void> {
  if (alarms.length === 0) return;
  await sql.run(
    `INSERT INTO alarm_events (id, org_id, team_id, sbom_id, type, sbom_name, sbom_version, supplier, is_first, total)
     SELECT * FROM jsonb_to_recordset($alarms::jsonb) AS a (id uuid, org_id uuid, team_id uuid, sbom_id uuid, type text,
       sbom_name text, sbom_version text, supplier text, is_first boolean, total int)`,
    { alarms: JSON.stringify(alarms.map(eventRow)) },
  );
  const waiting = await sql.query<{ channel_id: string }>(
    `INSERT INTO alarm_deliveries (channel_id, event_id, org_id)
     SELECT c.id, e.id, e.org_id FROM alarm_events e JOIN alarm_channels c ON c.org_id = e.org_id
     WHERE e.id = ANY ($ids::uuid[]) AND NOT (${isTrackerChannel}) AND c.active AND c.deleted_at IS NULL
       AND (c.events = '{}' OR e.type = ANY (c.events)) AND (c.team_ids = '{}' OR e.team_id = ANY (c.team_ids))
       AND (c.suppliers = '{}' OR lower(e.supplier) IN (SELECT lower(s) FROM unnest(c.suppliers) AS s))
     RETURNING channel_id`,
    { ids: alarms.map(({ id }) => id) },
  );
  await scheduleChannels(sql, [...new Set(waiting.map(({ channel_id }) => channel_id))]);
}

const eventRow = ({ id, type, sbom, isFirst, total }: NewAlarm): object => ({
  id,
  type,
  total,
  is_first: isFirst,
  org_id: sbom.org_id,
  team_id: sbom.team_id,
  sbom_id: sbom.id,
  sbom_name: sbom.name,
  sbom_version: sbom.version,
  supplier: sbom.supplier,
});

/** The rows are locked even where nothing changes: a message that is put together now has not seen what was added. */
async function scheduleChannels(sql: Sql, ids: readonly string[]): Promise<void> {
  await sql.run(
    `UPDATE alarm_channels c SET send_at = coalesce(c.send_at, alarm_send_time(c, now()))
     FROM (SELECT id FROM alarm_channels WHERE id = ANY ($ids::uuid[]) ORDER BY id FOR UPDATE) AS locked
     WHERE c.id = locked.id`,
    { ids },
  );
}

/** Whether a channel of the organization may want items. */
export const hasChannels = async (sql: Sql, orgId: string): Promise<boolean> =>
  (await sql.one('SELECT FROM alarm_channels WHERE org_id = $orgId AND active AND deleted_at IS NULL LIMIT 1', {
    orgId,
  })) !== null;

export async function insertAlarmItems(
  sql: Sql,
  { id, orgId }: { id: string; orgId: string },
  items: readonly AlarmItem[],
): Promise<void> {
  await sql.run(
    `INSERT INTO alarm_items (event_id, position, org_id, subject, package, component_id, component, version,
       components, severity, status, epss, exploited, fixed_in, text)
     SELECT $id, i.position, $orgId, subject, package, component_id, component, version, components, severity, status,
       epss, exploited, fixed_in, text
     FROM jsonb_to_recordset($items::jsonb) AS i (position int, subject text, package text, component_id uuid,
       component text, version text, components int, severity text, status text, epss real, exploited boolean,
       fixed_in text, text text)`,
    { id, orgId, items: JSON.stringify(items.map((item, position) => ({ position, ...item }))) },
  );
}

/** SQL: the columns of `AlarmItem`. */
export const alarmItemColumns = (item: string): string =>
  `${item}.subject, ${item}.package, ${item}.component_id, ${item}.component, ${item}.version, ${item}.components,
   ${item}.severity, ${item}.status, ${item}.epss, ${item}.exploited, ${item}.fixed_in, ${item}.text, ${item}.former_severity`;

/** The first items of alarms, the worst first. */
export const firstAlarmItems = (
  sql: Sql,
  ids: readonly string[],
  limit: number,
): Promise<(AlarmItem & { event_id: string })[]> =>
  sql.query(
    `SELECT i.event_id, ${alarmItemColumns('i')} FROM alarm_items i
     WHERE i.event_id = ANY ($ids::uuid[]) AND i.position < $limit ORDER BY i.event_id, i.position`,
    { ids, limit },
  );

import { Injectable } from '@nestjs/common';
import { firstAlarmItems, hasChannels, insertAlarmItems, recordAlarms } from '../../alarms/alarm-events.repository.js';
import type { AlarmType, NewAlarm } from '../../alarms/alarm-types.js';
import { wantIssues } from '../../alarms/issues/issues.repository.js';
import { groupBy } from '../../model/group-by.js';
import type { Sql } from '../../platform/database/sql.js';
import { newId } from '../../platform/identifiers/uuid.js';
import { hasSubscribers, publishEvent } from '../../webhooks/webhook-events.js';
import { recordDeliveryQuality } from './delivery-quality.js';
import { replaceOpenAlarms, takeAlarmCheck, type AlarmIds, type CheckedSbom } from './detection.repository.js';

/** Items that an event of a webhook names; it counts the others. */
const maxEventItems = 100;

const typeOf: Readonly<Record<keyof AlarmIds, AlarmType>> = {
  found: 'vulnerability.found',
  exploited: 'vulnerability.exploited',
  license: 'license.violated',
  ended: 'component.end_of_life',
};
const detectedTypes: readonly AlarmType[] = [...Object.values(typeOf), 'sbom.quality_fell'];

/** Finds what is new of an SBOM, and publishes it: one event for each type, however many things are new. */
@Injectable()
export class AlarmDetector {
  /** In one transaction, so that an alarm is sent exactly if it is recorded as sent. */
  async detect(sql: Sql, sbomId: string): Promise<number> {
    const sbom = await takeAlarmCheck(sql, sbomId);
    if (!sbom) return 0;
    const ids: AlarmIds = { found: newId(), exploited: newId(), license: newId(), ended: newId() };
    const isWanted = !sbom.is_silent && (await wantsItems(sql, sbom.org_id));
    const counts = await replaceOpenAlarms(sql, sbom, ids, isWanted);
    await wantIssues(sql, sbom);
    const fallen = await recordDeliveryQuality(sql, sbom);
    if (!isWanted) return 0;
    const types = new Map(Object.entries(ids).map(([kind, id]) => [id as string, typeOf[kind as keyof AlarmIds]]));
    const alarms: NewAlarm[] = counts.map(({ event_id: id, total }) => ({
      id,
      total,
      sbom,
      type: types.get(id)!,
      isFirst: sbom.is_first,
    }));
    if (fallen.length > 0) {
      const id = newId();
      await insertAlarmItems(sql, { id, orgId: sbom.org_id }, fallen);
      alarms.push({ id, type: 'sbom.quality_fell', sbom, isFirst: false, total: fallen.length });
    }
    await recordAlarms(sql, alarms);
    await publishToWebhooks(sql, sbom, alarms);
    return alarms.length;
  }
}

async function wantsItems(sql: Sql, orgId: string): Promise<boolean> {
  if (await hasChannels(sql, orgId)) return true;
  for (const type of detectedTypes) if (await hasSubscribers(sql, orgId, type)) return true;
  return false;
}

async function publishToWebhooks(sql: Sql, sbom: CheckedSbom, alarms: readonly NewAlarm[]): Promise<void> {
  const items = groupBy(
    await firstAlarmItems(
      sql,
      alarms.map(({ id }) => id),
      maxEventItems,
    ),
    ({ event_id }) => event_id,
  );
  for (const { id, type, total, isFirst } of alarms)
    await publishEvent(sql, sbom.org_id, type, [
      {
        org_id: sbom.org_id,
        team_id: sbom.team_id,
        sbom_id: sbom.id,
        name: sbom.name,
        version: sbom.version,
        supplier: sbom.supplier,
        is_first: isFirst,
        total,
        items: (items.get(id) ?? []).map(({ event_id: _ofEvent, ...item }) => item),
      },
    ]);
}

import { groupBy } from '../../model/group-by.js';
import type { Sql } from '../../platform/database/sql.js';
import { publishEvent } from '../../webhooks/webhook-events.js';
import { hasChannels, insertAlarmItems, recordAlarms } from '../../alarms/alarm-events.repository.js';
import { newId } from '../../platform/identifiers/uuid.js';
import { lockPublishing, publishNewVerdicts, type NewVerdict } from './scoring.repository.js';

/**
 * Publishes an event for each verdict, passed or failed, that differs from the last published one. A pending verdict is
 * none: the SBOM is looked at again when what it waits for has ended. To be called by the transaction that ends a job,
 * after the end is recorded.
 *
 * @param sbomId null: any SBOM
 */
export async function publishVerdictChanges(sql: Sql, sbomId: string | null): Promise<void> {
  await lockPublishing(sql, sbomId === null);
  const changes = await publishNewVerdicts(sql, sbomId);
  for (const [orgId, sboms] of groupBy(changes, ({ org_id }) => org_id))
    await publishEvent(
      sql,
      orgId,
      'verdict.changed',
      sboms.map(({ id, team_id: _team, supplier: _supplier, ...sbom }) => ({ sbom_id: id, ...sbom })),
    );
  for (const changed of changes) await recordVerdictAlarm(sql, changed);
}

async function recordVerdictAlarm(sql: Sql, sbom: NewVerdict): Promise<void> {
  if (!(await hasChannels(sql, sbom.org_id))) return;
  const id = newId();
  const counts = `${sbom.failing} of ${sbom.passing + sbom.failing} components fail`;
  const text = sbom.previous === null ? `First verdict; ${counts}` : `It was ${sbom.previous}; ${counts}`;
  const ofSbom = { package: '', component_id: null, component: '', version: '', components: sbom.failing };
  const plain = { severity: 'unknown', status: 'affected', epss: null, exploited: false, fixed_in: null };
  await insertAlarmItems(sql, { id, orgId: sbom.org_id }, [{ subject: sbom.verdict, ...ofSbom, ...plain, text }]);
  await recordAlarms(sql, [{ id, type: 'verdict.changed', sbom, isFirst: sbom.previous === null, total: 1 }]);
}

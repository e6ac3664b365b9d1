import { Injectable } from '@nestjs/common';
import { hasChannels, insertAlarmItems, recordAlarms } from '../alarms/alarm-events.repository.js';
import { Scheduler } from '../jobs/scheduler.js';
import type { Sql } from '../platform/database/sql.js';
import { newId } from '../platform/identifiers/uuid.js';
import { publishEvent } from '../webhooks/webhook-events.js';
import { tryLockScheduler } from './due-runs.repository.js';
import { takeFailures, type FailedMonitoring } from './failures.repository.js';

const batchSize = 500;

/** Warns of monitoring that fails: what is shown of the SBOM rests on an earlier look at it. */
@Injectable()
export class MonitoringFailuresScheduler extends Scheduler {
  protected readonly intervalMs = 60_000;

  /** @returns number of failures that were published */
  async schedule(): Promise<number> {
    let published = 0;
    for (let batch = batchSize; batch === batchSize; published += batch) batch = await this.publishBatch();
    return published;
  }

  private publishBatch(): Promise<number> {
    return this.database.transaction('system', async (sql) => {
      if (!(await tryLockScheduler(sql))) return 0;
      const failures = await takeFailures(sql, batchSize);
      for (const failure of failures) await publish(sql, failure);
      return failures.length;
    });
  }
}

async function publish(sql: Sql, failure: FailedMonitoring): Promise<void> {
  await publishEvent(sql, failure.org_id, 'monitor.failed', [{ ...failure }]);
  if (!(await hasChannels(sql, failure.org_id))) return;
  const id = newId();
  const ofSbom = { package: '', component_id: null, component: '', version: '', components: 1 };
  const plain = { severity: 'unknown', status: 'affected', epss: null, exploited: false, fixed_in: null };
  const item = { subject: failure.subject_kind, ...ofSbom, ...plain, text: textOf(failure) };
  await insertAlarmItems(sql, { id, orgId: failure.org_id }, [item]);
  await recordAlarms(sql, [
    { id, type: 'monitor.failed', sbom: { ...failure, id: failure.sbom_id }, isFirst: false, total: 1 },
  ]);
}

function textOf({ error, last_success: last, subject_kind: kind }: FailedMonitoring): string {
  const since = last
    ? `What Stocktake shows rests on the run of ${last.toISOString().slice(0, 10)}`
    : 'No run has succeeded yet';
  const reason = error ? `: ${error.replace(/\.$/, '')}` : '';
  return `The ${kind === 'project' ? 'analysis of the project' : 'look at the SBOM'} failed${reason}. ${since}; mend the cause, or stop the monitoring`;
}

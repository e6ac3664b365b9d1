import { Handles, type JobHandler } from '../../jobs/handlers.js';
import type { JobContext } from '../../jobs/job-context.js';
import { DetectAlarms } from '../sboms.jobs.js';
import { AlarmDetector } from './alarm-detector.js';
import { readyAlarmChecks } from './detection.repository.js';

const batchSize = 200;

/** Looks for alarms of every SBOM whose scores were written and that nothing is being worked into. */
@Handles(DetectAlarms)
export class DetectAlarmsHandler implements JobHandler<object> {
  constructor(private readonly detector: AlarmDetector) {}

  async handle(context: JobContext): Promise<void> {
    let checked = 0;
    let alarms = 0;
    for (let seen = new Set<string>(); ;) {
      const ready = await context.transaction((sql) => readyAlarmChecks(sql, batchSize));
      const sbomIds = ready.filter((id) => !seen.has(id)); // one that another worker holds is left to it
      if (sbomIds.length === 0) break;
      for (const id of sbomIds) alarms += await context.transaction((sql) => this.detector.detect(sql, id));
      seen = new Set([...seen, ...sbomIds]);
      context.progress('looking for alarms', (checked += sbomIds.length), null);
    }
    await context.transaction((sql) => context.complete(sql, { result: { checked, alarms } }));
  }
}

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
    const failures: unknown[] = [];
    // One that another worker holds is left to it; one that fails keeps no other from being looked at.
    for (const seen = new Set<string>(); ;) {
      const sbomIds = await context.transaction((sql) => readyAlarmChecks(sql, seen, batchSize));
      if (sbomIds.length === 0) break;
      for (const id of sbomIds) {
        try {
          alarms += await context.transaction((sql) => this.detector.detect(sql, id));
        } catch (error) {
          context.signal.throwIfAborted();
          failures.push(error);
        }
        seen.add(id);
      }
      context.progress('looking for alarms', (checked += sbomIds.length), null);
    }
    if (failures.length > 0) throw failures[0];
    await context.transaction((sql) => context.complete(sql, { result: { checked, alarms } }));
  }
}

import { Injectable } from '@nestjs/common';
import { Scheduler } from '../../jobs/scheduler.js';
import { failAnalysesOfEndedJobs } from './analyses.repository.js';
import { publishAnalysisFailed } from './analysis-events.js';

/**
 * Fails analyses, and publishes the event, whose job ended without a result: the worker died, the job was cancelled, or
 * the last attempt failed.
 */
@Injectable()
export class EndedAnalysesMonitor extends Scheduler {
  protected readonly intervalMs = 10_000;
  protected override readonly roles = ['worker', 'scheduler'] as const;

  async schedule(): Promise<void> {
    await this.database.transaction('system', async (sql) =>
      publishAnalysisFailed(sql, await failAnalysesOfEndedJobs(sql)),
    );
  }
}

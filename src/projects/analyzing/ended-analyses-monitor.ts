import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { PollingLoop } from '../../jobs/polling-loop.js';
import { Configuration } from '../../platform/configuration/configuration.js';
import { Database } from '../../platform/database/database.js';
import { failAnalysesOfEndedJobs } from './analyses.repository.js';
import { publishAnalysisFailed } from './analysis-events.js';

const intervalMs = 10_000;

/**
 * Fails analyses, and publishes the event, whose job ended without a result: the worker died, the job was cancelled, or
 * the last attempt failed.
 */
@Injectable()
export class EndedAnalysesMonitor implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop = new PollingLoop('Analyses', intervalMs, () => this.failEndedAnalyses());

  constructor(
    private readonly configuration: Configuration,
    private readonly database: Database,
  ) {}

  onApplicationBootstrap(): void {
    if (this.configuration.has('worker') || this.configuration.has('scheduler')) this.loop.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.loop.stop();
  }

  async failEndedAnalyses(): Promise<void> {
    await this.database.transaction('system', async (sql) =>
      publishAnalysisFailed(sql, await failAnalysesOfEndedJobs(sql)),
    );
  }
}

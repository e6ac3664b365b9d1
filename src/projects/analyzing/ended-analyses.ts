import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Pulse } from '../../jobs/pulse.js';
import { Configuration } from '../../platform/configuration/configuration.js';
import { Database } from '../../platform/database/database.js';
import { AnalysesRepository } from './analyses.repository.js';
import { announceFailed } from './analysis-events.js';

const everyMs = 10_000;

/**
 * Writes down, and tells of, analyses that ended without a word of their own: the worker died, it was cancelled, or the
 * last attempt failed.
 */
@Injectable()
export class EndedAnalyses implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly pulse = new Pulse('Analyses', everyMs, () => this.look());

  constructor(
    private readonly configuration: Configuration,
    private readonly database: Database,
    private readonly analyses: AnalysesRepository,
  ) {}

  onApplicationBootstrap(): void {
    if (this.configuration.has('worker') || this.configuration.has('scheduler')) this.pulse.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.pulse.stop();
  }

  async look(): Promise<void> {
    await this.database.transaction('system', async (sql) =>
      announceFailed(sql, await this.analyses.failWithJobs(sql)),
    );
  }
}

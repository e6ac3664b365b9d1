import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { enqueue } from '../../jobs/enqueue.js';
import { PollingLoop } from '../../jobs/polling-loop.js';
import { Configuration } from '../../platform/configuration/configuration.js';
import { Database } from '../../platform/database/database.js';
import { RescoreChanged } from '../sboms.jobs.js';
import { ScoreChangesRepository } from './score-changes.repository.js';

const intervalMs = 3_000;

/**
 * Queues the scoring that changes of the catalogue call for, in processes with the role `scheduler`. Whoever changes the
 * catalogue (a load from the command line, a live source) knows nothing of it.
 */
@Injectable()
export class RescoringScheduler implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop = new PollingLoop('Rescoring', intervalMs, async () => void (await this.queue()));

  constructor(
    private readonly configuration: Configuration,
    private readonly database: Database,
    private readonly changes: ScoreChangesRepository,
  ) {}

  onApplicationBootstrap(): void {
    if (this.configuration.roles.has('scheduler')) this.loop.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.loop.stop();
  }

  /** @returns id of the run; null where nothing has changed */
  queue(): Promise<string | null> {
    return this.database.transaction('system', async (sql) =>
      (await this.changes.hasScoreChanges(sql))
        ? enqueue(sql, RescoreChanged, {}, { orgId: null, dedupe: { key: 'catalog', until: 'finished' } })
        : null,
    );
  }
}

import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { enqueue } from '../../jobs/enqueue.js';
import { PollingLoop } from '../../jobs/polling-loop.js';
import { Configuration } from '../../platform/configuration/configuration.js';
import { Database } from '../../platform/database/database.js';
import { RescoreChanged } from '../sboms.jobs.js';
import { queueScoring } from '../sboms.pipeline.js';
import { hasScoreChanges, markExpiredStatements } from './rescoring.repository.js';

const intervalMs = 3_000;

/**
 * Queues scoring after changes of the catalogue and at the end of statements, in processes with the role `scheduler`. Whoever changes the catalogue
 * (a load, a live source) does not know about scoring.
 */
@Injectable()
export class RescoringScheduler implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop = new PollingLoop('Rescoring', intervalMs, async () => {
    await this.queue();
    await this.queueExpired();
  });

  constructor(
    private readonly configuration: Configuration,
    private readonly database: Database,
  ) {}

  onApplicationBootstrap(): void {
    if (this.configuration.roles.has('scheduler')) this.loop.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.loop.stop();
  }

  /** @returns id of the job; null if nothing changed */
  queue(): Promise<string | null> {
    return this.database.transaction('system', async (sql) =>
      (await hasScoreChanges(sql))
        ? enqueue(sql, RescoreChanged, {}, { orgId: null, dedupe: { key: 'catalog', until: 'finished' } })
        : null,
    );
  }
  /** Queues scoring of the SBOMs with statements that hold no longer. @returns how many they are */
  queueExpired(): Promise<number> {
    return this.database.transaction('system', async (sql) => {
      const sboms = await markExpiredStatements(sql);
      for (const sbom of sboms) await queueScoring(sql, sbom, null);
      return sboms.length;
    });
  }
}
